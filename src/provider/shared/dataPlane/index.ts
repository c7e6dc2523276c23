/** What all types of the data plane share. */
export { type NodeValues, nodeAttributes, nodeValidators } from "./attributes";
export { existsError, onNodes } from "./exists";
export { type ChildId, childId, importOnNodes, parseChildId } from "./ids";
export { type NodePrivateState, nodePrivateStateOf } from "./privateState";
export { goneBecause, refreshOnNodes, refuseOtherNodes, withoutPatience } from "./refresh";
export { removeOnNodes } from "./remove";
export { isSurelyBefore, requireServer, requireServerAtPlan, type ServerNeed } from "./requireServer";
export { isUnreachable, type NodeCall } from "./resting";
export { leadsToNodes, nodesAtPlan, nodesOf } from "./target";
