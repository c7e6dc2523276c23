import type { ProviderHandlers } from "../../wire";
import type { ValueRecord } from "../../wire/cty/value";
import { create, destroy, refuseUnknown, update } from "../apply";
import type { Diagnostics } from "../diagnostics";
import type { AnyResource } from "../provider";
import { type OpenCall, openCall, type Session } from "../session";
import { answering } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeState } from "./values";

interface Step {
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord | null;
  readonly config: ValueRecord | null;
}

export function applyResourceChange(session: Session): ProviderHandlers["applyResourceChange"] {
  return ({ typeName, ...request }, { signal }) => {
    const asBefore = {
      newState: request.priorState,
      private: request.plannedPrivate,
      legacyTypeSystem: false,
    };
    return answering(session, `applying a ${typeName}`, asBefore, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
      const prior = decodeRecord(resource.schema, request.priorState);
      const planned = decodeRecord(resource.schema, request.plannedState);
      const config = decodeRecord(resource.schema, request.config);
      const operation = planned === null ? "delete" : prior === null ? "create" : "update";
      const values = planned ?? prior ?? {};
      const privateState = decodePrivate(request.plannedPrivate);
      const opened = openCall(session, resource, { operation, values, privateState, diagnostics, signal });
      const state = await applyStep(resource, { prior, planned, config }, opened, diagnostics);
      answer.newState = encodeState(resource.schema, state, diagnostics);
      answer.private = encodePrivate(opened.privateState());
    });
  };
}

async function applyStep(
  resource: AnyResource,
  { prior, planned, config }: Step,
  opened: OpenCall,
  diagnostics: Diagnostics,
): Promise<ValueRecord | null> {
  if (!planned) return prior && destroy(resource, prior, opened.call, diagnostics);
  const input = { config: config ?? planned, prior, planned };
  refuseUnknown(resource.schema, input, diagnostics);
  if (diagnostics.failed) return prior;
  if (!prior) return create(resource, input, opened, diagnostics);
  return update(resource, { ...input, prior }, opened, diagnostics);
}
