import type { ProviderHandlers } from "../../wire";
import { type PlanContext, planDestroy, planResource } from "../planResource";
import { decodePrivate, encodePrivate } from "../private";
import { typeOfFields } from "../schema";
import type { Session } from "../session";
import { encodePath, guarded } from "./diagnostics";
import { decodeRecord, encode } from "./values";

export function planResourceChange(session: Session): ProviderHandlers["planResourceChange"] {
  return async (request, { signal }) => {
    let plannedState = request.priorState;
    let plannedPrivate = request.priorPrivate;
    let replace: readonly string[] = [];
    const diagnostics = await guarded(session, `planning a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const type = typeOfFields(resource.schema);
      const prior = decodeRecord(type, request.priorState);
      const proposed = decodeRecord(type, request.proposedNewState);
      const config = decodeRecord(type, request.config);
      let kept = decodePrivate(request.priorPrivate);
      const context: PlanContext = {
        service: session.service,
        get privateState() {
          return kept;
        },
        setPrivateState: (value) => {
          kept = value;
          plannedPrivate = encodePrivate(value);
        },
        diagnostics: found,
        signal: session.signal(signal),
        log: session.surroundings.log,
      };
      if (proposed && config) {
        const result = await planResource(resource, { config, prior, proposed }, context);
        plannedState = encode(type, result.planned);
        replace = result.replace;
      } else {
        if (prior) await planDestroy(resource, prior, context);
        plannedState = encode(type, null);
      }
    });
    return {
      plannedState,
      requiresReplace: replace.map((name) => encodePath([name])),
      plannedPrivate,
      diagnostics,
      legacyTypeSystem: false,
      deferred: undefined,
      plannedIdentity: undefined,
    };
  };
}
