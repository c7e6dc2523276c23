import type { ImportedResource, ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import { importState, readState } from "../read";
import { openCall, type Session } from "../session";
import { guarded } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "./values";

export function readResource(session: Session): ProviderHandlers["readResource"] {
  return async (request, { signal }) => {
    let newState = request.currentState;
    let privateBytes = request.private;
    const diagnostics = await guarded(session, `reading a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const values = decodeRecord(resource.schema, request.currentState);
      if (!values) return;
      const privateState = decodePrivate(request.private);
      const options = { operation: "read", values, privateState, diagnostics: found, signal } as const;
      const opened = openCall(session, resource, options);
      const state = await readState(resource, values, opened.call);
      newState = encodeRecord(resource.schema, state);
      // Terraform hands it to the plan of a successor, for which an instance that is gone must not speak.
      privateBytes = encodePrivate(state ? opened.privateState() : undefined);
    });
    return { newState, diagnostics, private: privateBytes, deferred: undefined, newIdentity: undefined };
  };
}

export function importResourceState(session: Session): ProviderHandlers["importResourceState"] {
  return async ({ typeName, id, identity }, { signal }) => {
    const importedResources: ImportedResource[] = [];
    const diagnostics = await guarded(session, `importing a ${typeName}`, async (found) => {
      const resource = session.resource(typeName);
      if (id === "" && identity) {
        throw new TerraformError(
          `${typeName} cannot be imported by identity`,
          'This type has no resource identity. Import it by its "id".',
        );
      }
      const options = {
        operation: "import",
        values: {},
        privateState: undefined,
        diagnostics: found,
        signal,
      } as const;
      const opened = openCall(session, resource, options);
      const state = await importState(resource, id, opened.call);
      if (!state) {
        throw new TerraformError(
          `${typeName} cannot be imported`,
          `There is no way to read what "${id}" is.`,
        );
      }
      importedResources.push({
        typeName,
        state: encodeRecord(resource.schema, state),
        private: encodePrivate(opened.privateState()),
        identity: undefined,
      });
    });
    return { importedResources, diagnostics, deferred: undefined };
  };
}
