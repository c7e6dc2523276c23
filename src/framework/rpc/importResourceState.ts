import type { ImportedResource, ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import { importState } from "../observe";
import { encodePrivate } from "../private";
import { typeOfFields } from "../schema";
import { openCall, type Session } from "../session";
import { guarded } from "./diagnostics";
import { encode } from "./values";

export function importResourceState(session: Session): ProviderHandlers["importResourceState"] {
  return async (request, { signal }) => {
    const importedResources: ImportedResource[] = [];
    const { typeName, id } = request;
    const diagnostics = await guarded(session, `importing a ${typeName}`, async (found) => {
      const resource = session.resource(typeName);
      const box = openCall(session, resource, "import", {}, undefined, found, signal);
      const state = await importState(resource, id, box.call);
      if (!state)
        throw new TerraformError(
          `${typeName} cannot be imported`,
          `There is no way to read what "${id}" is.`,
        );
      importedResources.push({
        typeName,
        state: encode(typeOfFields(resource.schema), state),
        private: encodePrivate(box.private()),
        identity: undefined,
      });
    });
    return { importedResources, diagnostics, deferred: undefined };
  };
}
