import { type DynamicValue, decodeJsonValue, type ProviderHandlers, readJson, WireError } from "../../wire";
import { isRecord } from "../../wire/cty/value";
import { TerraformError } from "../diagnostics";
import type { AnyResource } from "../provider";
import { withEmptyBlocks } from "../read";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { answering } from "./diagnostics";
import { encodeRecord } from "./values";

export function upgradeResourceState(session: Session): ProviderHandlers["upgradeResourceState"] {
  return ({ typeName, version, rawState }) => {
    const none: { upgradedState?: DynamicValue } = {};
    return answering(session, `reading the stored state of a ${typeName}`, none, (answer) => {
      const resource = session.resource(typeName);
      const text = new TextDecoder().decode(rawState?.json);
      answer.upgradedState = readStored(resource, () => upgraded(resource, version, text));
    });
  };
}

function readStored(resource: AnyResource, textOf: () => string): DynamicValue {
  const { name, schema } = resource;
  try {
    const state = decodeJsonValue(typeOfFields(schema), textOf());
    return encodeRecord(schema, isRecord(state) ? withEmptyBlocks(schema, state) : null);
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new TerraformError(
      "State that cannot be read",
      `The stored state of this ${name} does not have the form of its type: ${error.message}. Restore a backup of the state.`,
    );
  }
}

/** The text is parsed by type only at the end, so that a state of the current version loses no digit of a number. */
function upgraded(resource: AnyResource, version: number, text: string): string {
  const current = resource.version ?? 0;
  if (text === "") {
    throw new TerraformError(
      "State of an unknown form",
      `The stored state of this ${resource.name} holds no JSON.`,
    );
  }
  if (version === current) return text;
  if (version > current || !resource.upgrade) {
    throw new TerraformError(
      "State of another version",
      `The state of this ${resource.name} has version ${version}; this provider reads version ${current}. ` +
        "Use the provider version that wrote it, or a newer one.",
    );
  }
  // Refuses what nests so deep that JSON.stringify would exhaust the stack.
  readJson(text);
  return JSON.stringify(resource.upgrade(version, JSON.parse(text)));
}
