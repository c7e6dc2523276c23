import type { ProviderHandlers } from "../../wire";
import type { ValueRecord } from "../../wire/cty/value";
import { create, destroy, refuseUnknown, update } from "../apply";
import type { Diagnostics } from "../diagnostics";
import { decodePrivate, encodePrivate } from "../private";
import type { AnyResource } from "../provider";
import { typeOfFields } from "../schema";
import { openCall, type Session } from "../session";
import { guarded } from "./diagnostics";
import { decodeRecord, encodeState } from "./values";

interface Step {
  readonly prior: ValueRecord | null;
  readonly planned: ValueRecord | null;
  readonly config: ValueRecord | null;
  readonly kept: unknown;
  readonly signal: AbortSignal;
}

export function applyResourceChange(session: Session): ProviderHandlers["applyResourceChange"] {
  return async (request, { signal }) => {
    let newState = request.priorState;
    let kept = request.plannedPrivate;
    const diagnostics = await guarded(session, `applying a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const type = typeOfFields(resource.schema);
      const step: Step = {
        prior: decodeRecord(type, request.priorState),
        planned: decodeRecord(type, request.plannedState),
        config: decodeRecord(type, request.config),
        kept: decodePrivate(request.plannedPrivate),
        signal,
      };
      const result = await applyStep(session, resource, step, found);
      newState = encodeState(resource.schema, result.state, found);
      kept = encodePrivate(result.kept);
    });
    return { newState, private: kept, diagnostics, legacyTypeSystem: false, newIdentity: undefined };
  };
}

async function applyStep(session: Session, resource: AnyResource, step: Step, diagnostics: Diagnostics) {
  const { prior, planned, kept, signal } = step;
  const operation = planned === null ? "delete" : prior === null ? "create" : "update";
  const box = openCall(session, resource, operation, planned ?? prior ?? {}, kept, diagnostics, signal);
  const outcome = (state: ValueRecord | null) => ({ state, kept: box.private() });
  if (!planned) return outcome(prior && (await destroy(resource, prior, box.call, diagnostics)));
  const input = { config: step.config ?? planned, prior, planned };
  refuseUnknown(resource.schema, input, diagnostics);
  if (diagnostics.failed) return outcome(prior);
  if (!prior) return outcome(await create(resource, input, box.call, box.kept, diagnostics));
  return outcome(await update(resource, { ...input, prior }, box.call, box.kept, diagnostics));
}
