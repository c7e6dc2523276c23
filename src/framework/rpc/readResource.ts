import type { ProviderHandlers } from "../../wire";
import { observe } from "../observe";
import { decodePrivate, encodePrivate } from "../private";
import { typeOfFields } from "../schema";
import { openCall, type Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord, encode } from "./values";

export function readResource(session: Session): ProviderHandlers["readResource"] {
  return async (request, { signal }) => {
    let newState = request.currentState;
    let kept = request.private;
    const diagnostics = await guarded(session, `reading a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const type = typeOfFields(resource.schema);
      const state = decodeRecord(type, request.currentState);
      if (!state) return;
      const box = openCall(session, resource, "read", state, decodePrivate(request.private), found, signal);
      const seen = await observe(resource, state, box.call);
      newState = encode(type, seen);
      // Terraform hands it to the plan of a successor, for which an instance that is gone must not speak.
      kept = encodePrivate(seen ? box.private() : undefined);
    });
    return { newState, diagnostics, private: kept, deferred: undefined, newIdentity: undefined };
  };
}
