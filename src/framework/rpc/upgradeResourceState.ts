import type { ProviderHandlers } from "../../wire";
import { withEmptyBlocks } from "../blocks";
import { TerraformError } from "../diagnostics";
import type { AnyResource } from "../provider";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeJson, encode } from "./values";

export function upgradeResourceState(session: Session): ProviderHandlers["upgradeResourceState"] {
  return async (request) => {
    let upgradedState: ReturnType<typeof encode> | undefined;
    const diagnostics = await guarded(session, `reading the stored state of a ${request.typeName}`, () => {
      const resource = session.resource(request.typeName);
      const type = typeOfFields(resource.schema);
      const text = upgraded(resource, request.version, new TextDecoder().decode(request.rawState?.json));
      upgradedState = encode(type, withEmptyBlocks(resource.schema, decodeJson(type, text)));
    });
    return { upgradedState, diagnostics };
  };
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
  return JSON.stringify(resource.upgrade(version, JSON.parse(text)));
}
