/** The parts that all types of the data plane share. */
export { type NodeValues, nodeAttributes, nodeValidators, withoutUpdate } from "./attributes";
export {
  type ChildId,
  childId,
  existsError,
  importOnNodes,
  type NodePrivateState,
  nodePrivateStateOf,
  type Owner,
  onNodes,
  parseChildId,
} from "./identity";
export { keyPermissions, warnOfActions } from "./keyPermissions";
export { goneBecause, refreshOnNodes, refuseOtherNodes, removeOnNodes, singleAttempt } from "./lifecycle";
export { listActionOf, listRecords } from "./listRecords";
export { type MoveSource, movesOnNodes } from "./moves";
export { forgetPlannedKey, isKeyRejected, recordPlannedKey } from "./plannedKeys";
export {
  isServerOlder,
  isSurelyBefore,
  requireServer,
  requireServerAtPlan,
  type ServerNeed,
} from "./requireServer";
export { namedIdentity, nodeIdentity } from "./resourceIdentity";
export { hasKnownTarget, NoDataKeyError, resolveNodes, resolveNodesAtPlan } from "./target";
export { isUnreachable, type NodeCall, readUnavailable, warnOnce } from "./unavailable";
