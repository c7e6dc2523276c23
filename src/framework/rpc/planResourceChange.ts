import type { AttributePath, ProviderHandlers } from "../../wire";
import { planDestroy, planResource } from "../planResource";
import { openCall, type Session } from "../session";
import { answering, encodePath } from "./diagnostics";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "./values";

export function planResourceChange(session: Session): ProviderHandlers["planResourceChange"] {
  return ({ typeName, priorState, priorPrivate, ...request }, { signal }) => {
    const asBefore = {
      plannedState: priorState,
      plannedPrivate: priorPrivate,
      requiresReplace: [] as AttributePath[],
      legacyTypeSystem: false,
    };
    return answering(session, `planning a ${typeName}`, asBefore, async (answer, diagnostics) => {
      const resource = session.resource(typeName);
      const { schema } = resource;
      const prior = decodeRecord(schema, priorState);
      const proposed = decodeRecord(schema, request.proposedNewState);
      const config = decodeRecord(schema, request.config);
      const privateState = decodePrivate(priorPrivate);
      const opened = openCall(session, resource, { privateState, diagnostics, signal });
      if (proposed && config) {
        const { planned, replace } = await planResource(opened, { config, prior, proposed });
        answer.plannedState = encodeRecord(schema, planned);
        answer.requiresReplace = replace.map((name) => encodePath([name]));
      } else {
        if (prior) await planDestroy(opened, prior);
        answer.plannedState = encodeRecord(schema, null);
      }
      // Bytes of another version stay as they are unless the resource stores its own.
      const isSet = opened.call.privateState !== privateState;
      if (isSet) answer.plannedPrivate = encodePrivate(opened.call.privateState);
    });
  };
}
