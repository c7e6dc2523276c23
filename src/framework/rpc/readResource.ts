import type { ImportedResource, ProviderHandlers } from "../../wire";
import { TerraformError } from "../diagnostics";
import { importState, readState } from "../read";
import { openCall, type Session } from "../session";
import { answering } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "./values";

export function readResource(session: Session): ProviderHandlers["readResource"] {
  return ({ typeName, ...request }, { signal }) => {
    const asBefore = { newState: request.currentState, private: request.private };
    return answering(session, `reading a ${typeName}`, asBefore, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
      const values = decodeRecord(resource.schema, request.currentState);
      if (!values) return;
      const privateState = decodePrivate(request.private);
      const options = { operation: "read", values, privateState, diagnostics, signal } as const;
      const opened = openCall(session, resource, options);
      const state = await readState(opened, values);
      answer.newState = encodeRecord(resource.schema, state);
      // Terraform hands it to the plan of a successor, for which an instance that is gone must not speak.
      answer.private = encodePrivate(state ? opened.call.privateState : undefined);
    });
  };
}

export function importResourceState(session: Session): ProviderHandlers["importResourceState"] {
  return ({ typeName, id, identity }, { signal }) => {
    const none = { importedResources: [] as ImportedResource[] };
    return answering(session, `importing a ${typeName}`, none, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
      if (id === "" && identity) {
        throw new TerraformError(
          `${typeName} cannot be imported by identity`,
          'This type has no resource identity. Import it by its "id".',
        );
      }
      const opened = openCall(session, resource, { diagnostics, signal });
      const imported = await importState(opened, id);
      if (!imported) {
        const detail = `There is no way to read what "${id}" is.`;
        throw new TerraformError(`${typeName} cannot be imported`, detail);
      }
      const state = encodeRecord(resource.schema, imported);
      answer.importedResources = [{ typeName, state, private: encodePrivate(opened.call.privateState) }];
    });
  };
}
