import {
  type DynamicValue,
  decodeJson,
  decodeJsonText,
  type ProviderHandlers,
  parseJsonObject,
  type Value,
  WireError,
} from "../../wire";
import { pathText } from "../../wire/cty/error";
import { isRecord, type ValueRecord } from "../../wire/cty/value";
import { REPAIR_STATE, TerraformError } from "../diagnostics";
import type { AnyResource } from "../provider";
import { type Fields, typeOfFields } from "../schema";
import type { Session } from "../session";
import { withEmptyBlocks } from "../state";
import { stateMismatches } from "../validate";
import { respond } from "./diagnostics";
import { encodeStored } from "./values";

const UTF8 = new TextDecoder();

export function upgradeResourceState(session: Session): ProviderHandlers["upgradeResourceState"] {
  return ({ typeName, version, rawState }) => {
    const none: { upgradedState?: DynamicValue } = {};
    return respond(session, `reading the stored state of a ${typeName}`, none, async (answer) => {
      const resource = await session.resource(typeName);
      const { schema } = resource;
      const state = readStored(resource, version, UTF8.decode(rawState?.json));
      if (isRecord(state)) rejectMismatches(typeName, schema, state);
      answer.upgradedState = encodeStored(schema, isRecord(state) ? withEmptyBlocks(schema, state) : null);
    });
  };
}

function rejectMismatches(typeName: string, schema: Fields, state: ValueRecord): void {
  const [misfit] = stateMismatches(schema, state);
  if (!misfit) return;
  const where = pathText(misfit.at);
  throw new TerraformError(
    `The state of this ${typeName} cannot be used: ${where} ${misfit.problem}`,
    `Nothing was read or changed. ${REPAIR_STATE}`,
    misfit.at,
  );
}

function readStored(resource: AnyResource, version: number, text: string): Value {
  const type = typeOfFields(resource.schema);
  const current = resource.version ?? 0;
  if (version > current || (version < current && !resource.upgrade)) {
    throw new TerraformError(
      "State of another version",
      `The state of this ${resource.name} has version ${version}; this provider reads version ${current}. ` +
        "Use the provider version that wrote it, or a newer one.",
    );
  }
  try {
    if (version === current) return decodeJsonText(type, text);
    return decodeJson(type, resource.upgrade?.(version, parseJsonObject(text)));
  } catch (error) {
    if (!(error instanceof WireError)) throw error;
    throw new TerraformError(
      "State that cannot be read",
      `The stored state of this ${resource.name} does not match its schema: ${error.message}. ${REPAIR_STATE}`,
    );
  }
}
