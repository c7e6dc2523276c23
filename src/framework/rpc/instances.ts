import type { AttributePath, ImportedResource, ProviderHandlers } from "../../wire";
import { apply } from "../apply";
import { TerraformError } from "../diagnostics";
import { planFields } from "../plan";
import { planDestroy, planResource } from "../planResource";
import { openCall, type Session } from "../session";
import { importState, readState } from "../state";
import { refuseWriteOnly } from "../writeOnly";
import { deferralOf } from "./deferral";
import { encodePath, respond } from "./diagnostics";
import { encodeIdentity, encodePlannedIdentity, importTargetOf } from "./identity";
import { checkMoved } from "./moved";
import {
  decodeAndRegister,
  decodePrivate,
  encodeMovedPrivate,
  encodePrivate,
  encodeRecord,
  encodeState,
  encodeStored,
  registerSecrets,
  sameBytes,
  splitMoved,
} from "./values";

/** Creates the handlers for one instance of a resource. */
export function instanceHandlers(session: Session) {
  return {
    readResource: (
      { typeName, currentState, private: privateBytes, currentIdentity, ...request },
      context,
    ) => {
      const deferral = deferralOf(session, request.clientCapabilities);
      const asBefore = {
        newState: currentState,
        private: privateBytes,
        newIdentity: currentIdentity,
        ...deferral,
      };
      return respond(session, `reading a ${typeName}`, asBefore, async (answer, diagnostics) => {
        if (deferral.deferred) return;
        const resource = await session.resource(typeName);
        const values = decodeAndRegister(session, resource.schema, currentState);
        if (!values) return;
        const { mark, rest: privateState } = splitMoved(decodePrivate(privateBytes));
        const options = { operation: "read", values, privateState, diagnostics, context } as const;
        const opened = openCall(session, resource, options);
        const state = await readState(opened, values);
        if (state !== values) answer.newState = encodeStored(resource.schema, state);
        // Terraform before 1.12 stores no identity, and an instance that is unchanged keeps its bytes.
        if (state !== values || !currentIdentity) answer.newIdentity = encodeIdentity(resource, state);
        // Terraform passes it to the plan of a successor, which must not see the private state of an instance that no longer exists.
        const own = state ? opened.call.privateState : undefined;
        answer.private = state && mark === "unread" ? encodeMovedPrivate(own, "read") : encodePrivate(own);
      });
    },

    planResourceChange: ({ typeName, priorState, priorPrivate, priorIdentity, ...request }, context) => {
      const deferral = deferralOf(session, request.clientCapabilities);
      const asBefore = {
        ...deferral,
        plannedState: priorState,
        plannedPrivate: priorPrivate,
        plannedIdentity: priorIdentity,
        requiresReplace: [] as AttributePath[],
        legacyTypeSystem: false,
      };
      return respond(session, `planning a ${typeName}`, asBefore, async (answer, diagnostics) => {
        const resource = await session.resource(typeName);
        const prior = decodeAndRegister(session, resource.schema, priorState);
        const isProposed = sameBytes(request.proposedNewState, priorState);
        const proposed = isProposed
          ? prior
          : decodeAndRegister(session, resource.schema, request.proposedNewState);
        const config = decodeAndRegister(session, resource.schema, request.config);
        const { mark, rest: privateState } = splitMoved(decodePrivate(priorPrivate));
        if (mark && prior) checkMoved(typeName, resource, mark, { prior, proposed });
        const plannedPrivateState = decodePrivate(request.plannedPrivate);
        const opened = openCall(session, resource, {
          privateState,
          plannedPrivateState,
          diagnostics,
          context,
        });
        if (config && !request.clientCapabilities?.writeOnlyAttributesAllowed) {
          refuseWriteOnly(resource.schema, config, true, diagnostics);
          if (diagnostics.failed) return;
        }
        if (deferral.deferred) {
          const planned = proposed && config && planFields(resource.schema, { config, prior, proposed });
          answer.plannedState = encodeStored(resource.schema, planned);
        } else if (proposed && config) {
          const { planned, replace } = await planResource(opened, { config, prior, proposed });
          if (planned !== prior) answer.plannedState = encodeStored(resource.schema, planned);
          answer.requiresReplace = replace.map((name) => encodePath([name]));
          const isSame = planned === prior && priorIdentity;
          if (!isSame)
            answer.plannedIdentity = encodePlannedIdentity(
              resource,
              replace.length > 0 ? null : prior,
              planned,
            );
        } else {
          if (prior) await planDestroy(opened, prior);
          answer.plannedState = encodeRecord(resource.schema, null);
        }
        // Bytes of another version do not change unless the resource sets its private state.
        const isSet = opened.call.privateState !== privateState;
        if (isSet) answer.plannedPrivate = encodePrivate(opened.call.privateState);
      });
    },

    applyResourceChange: ({ typeName, priorState, plannedPrivate, ...request }, context) => {
      const { plannedIdentity: newIdentity } = request;
      const asBefore = {
        newState: priorState,
        private: plannedPrivate,
        newIdentity,
        legacyTypeSystem: false,
      };
      return respond(session, `applying a ${typeName}`, asBefore, async (answer, diagnostics) => {
        const resource = await session.resource(typeName);
        const prior = decodeAndRegister(session, resource.schema, priorState);
        const planned = decodeAndRegister(session, resource.schema, request.plannedState);
        const config = decodeAndRegister(session, resource.schema, request.config);
        const operation = planned === null ? "delete" : prior === null ? "create" : "update";
        const values = planned ?? prior ?? {};
        const { rest: privateState } = splitMoved(decodePrivate(plannedPrivate));
        const options = { operation, values, config, privateState, diagnostics, context } as const;
        const opened = openCall(session, resource, options);
        const state = await apply(opened, { prior, planned, config });
        registerSecrets(session, resource.schema, state);
        answer.newState = encodeState(resource.schema, state, diagnostics);
        answer.newIdentity = encodeIdentity(resource, state);
        answer.private = encodePrivate(opened.call.privateState);
      });
    },

    importResourceState: ({ typeName, id: asked, identity: sent, clientCapabilities }, context) => {
      const deferral = deferralOf(session, clientCapabilities);
      const none = { ...deferral, importedResources: [] as ImportedResource[] };
      return respond(session, `importing a ${typeName}`, none, async (answer, diagnostics) => {
        if (deferral.deferred) return;
        const resource = await session.resource(typeName);
        const { id, added } = importTargetOf(typeName, resource, { id: asked, identity: sent });
        const opened = openCall(session, resource, { diagnostics, context });
        const imported = await importState(opened, id, added);
        if (!imported) {
          const detail = resource.notImported ?? `The object "${id}" cannot be read.`;
          throw new TerraformError(`${typeName} cannot be imported`, detail);
        }
        const state = encodeStored(resource.schema, imported);
        const identity = encodeIdentity(resource, imported);
        const privateBytes = encodePrivate(opened.call.privateState);
        answer.importedResources = [{ typeName, state, identity, private: privateBytes }];
      });
    },
  } satisfies ProviderHandlers;
}
