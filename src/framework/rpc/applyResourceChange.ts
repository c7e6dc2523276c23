import type { ProviderHandlers } from "../../wire";
import type { ValueRecord } from "../../wire/cty/value";
import { create, destroy, refuseUnknown, update } from "../apply";
import type { Diagnostics } from "../diagnostics";
import type { AnyResource } from "../provider";
import { openCall, type Session } from "../session";
import { guarded } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeState } from "./values";

interface Step {
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord | null;
  readonly config: ValueRecord | null;
  readonly privateState: unknown;
  readonly signal: AbortSignal;
}

export function applyResourceChange(session: Session): ProviderHandlers["applyResourceChange"] {
  return async (request, { signal }) => {
    let newState = request.priorState;
    let privateBytes = request.plannedPrivate;
    const diagnostics = await guarded(session, `applying a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const step: Step = {
        prior: decodeRecord(resource.schema, request.priorState),
        planned: decodeRecord(resource.schema, request.plannedState),
        config: decodeRecord(resource.schema, request.config),
        privateState: decodePrivate(request.plannedPrivate),
        signal,
      };
      const { state, privateState } = await applyStep(session, resource, step, found);
      newState = encodeState(resource.schema, state, found);
      privateBytes = encodePrivate(privateState);
    });
    return {
      newState,
      private: privateBytes,
      diagnostics,
      legacyTypeSystem: false,
      newIdentity: undefined,
    };
  };
}

async function applyStep(session: Session, resource: AnyResource, step: Step, diagnostics: Diagnostics) {
  const { prior, planned, config, privateState, signal } = step;
  const operation = planned === null ? "delete" : prior === null ? "create" : "update";
  const values = planned ?? prior ?? {};
  const opened = openCall(session, resource, { operation, values, privateState, diagnostics, signal });
  const outcome = (state: ValueRecord | null) => ({ state, privateState: opened.privateState() });
  if (!planned) return outcome(prior && (await destroy(resource, prior, opened.call, diagnostics)));
  const input = { config: config ?? planned, prior, planned };
  refuseUnknown(resource.schema, input, diagnostics);
  if (diagnostics.failed) return outcome(prior);
  if (!prior) return outcome(await create(resource, input, opened, diagnostics));
  return outcome(await update(resource, { ...input, prior }, opened, diagnostics));
}
