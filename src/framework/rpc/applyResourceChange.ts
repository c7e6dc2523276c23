import type { ProviderHandlers } from "../../wire";
import { apply } from "../apply";
import { openCall, type Session } from "../session";
import { answering } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeState } from "./values";

export function applyResourceChange(session: Session): ProviderHandlers["applyResourceChange"] {
  return ({ typeName, priorState, plannedPrivate, ...request }, { signal }) => {
    const asBefore = { newState: priorState, private: plannedPrivate, legacyTypeSystem: false };
    return answering(session, `applying a ${typeName}`, asBefore, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
      const prior = decodeRecord(resource.schema, priorState);
      const planned = decodeRecord(resource.schema, request.plannedState);
      const config = decodeRecord(resource.schema, request.config);
      const operation = planned === null ? "delete" : prior === null ? "create" : "update";
      const values = planned ?? prior ?? {};
      const privateState = decodePrivate(plannedPrivate);
      const opened = openCall(session, resource, { operation, values, privateState, diagnostics, signal });
      const state = await apply(opened, { prior, planned, config });
      answer.newState = encodeState(resource.schema, state, diagnostics);
      answer.private = encodePrivate(opened.call.privateState);
    });
  };
}
