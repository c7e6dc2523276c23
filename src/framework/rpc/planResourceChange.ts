import type { ProviderHandlers } from "../../wire";
import { type PlanContext, planDestroy, planResource } from "../planResource";
import type { Session } from "../session";
import { encodePath, guarded } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "./values";

export function planResourceChange(session: Session): ProviderHandlers["planResourceChange"] {
  return async (request, { signal }) => {
    let plannedState = request.priorState;
    let plannedPrivate = request.priorPrivate;
    let replace: readonly string[] = [];
    const diagnostics = await guarded(session, `planning a ${request.typeName}`, async (found) => {
      const resource = session.resource(request.typeName);
      const prior = decodeRecord(resource.schema, request.priorState);
      const proposed = decodeRecord(resource.schema, request.proposedNewState);
      const config = decodeRecord(resource.schema, request.config);
      let privateState = decodePrivate(request.priorPrivate);
      const context: PlanContext = {
        service: session.service,
        get privateState() {
          return privateState;
        },
        setPrivateState: (value) => {
          privateState = value;
          plannedPrivate = encodePrivate(value);
        },
        diagnostics: found,
        signal: session.signal(signal),
        log: session.surroundings.log,
      };
      if (proposed && config) {
        const result = await planResource(resource, { config, prior, proposed }, context);
        plannedState = encodeRecord(resource.schema, result.planned);
        replace = result.replace;
      } else {
        if (prior) await planDestroy(resource, prior, context);
        plannedState = encodeRecord(resource.schema, null);
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
