import type { AttributePath, ProviderHandlers } from "../../wire";
import { type PlanContext, planDestroy, planResource } from "../planResource";
import type { Session } from "../session";
import { answering, encodePath } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "./values";

export function planResourceChange(session: Session): ProviderHandlers["planResourceChange"] {
  return ({ typeName, ...request }, { signal }) => {
    const asBefore = {
      plannedState: request.priorState,
      plannedPrivate: request.priorPrivate,
      requiresReplace: [] as AttributePath[],
      legacyTypeSystem: false,
    };
    return answering(session, `planning a ${typeName}`, asBefore, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
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
          answer.plannedPrivate = encodePrivate(value);
        },
        diagnostics,
        signal: session.signal(signal),
        log: session.surroundings.log,
      };
      if (proposed && config) {
        const { planned, replace } = await planResource(resource, { config, prior, proposed }, context);
        answer.plannedState = encodeRecord(resource.schema, planned);
        answer.requiresReplace = replace.map((name) => encodePath([name]));
      } else {
        if (prior) await planDestroy(resource, prior, context);
        answer.plannedState = encodeRecord(resource.schema, null);
      }
    });
  };
}
