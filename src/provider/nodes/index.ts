/** What all types of the data plane share. */
export { type NodeValues, nodeAttributes, nodeValidators } from "./attributes";
export { existsError, onNodes } from "./exists";
export { type ChildId, childId, importOnNodes, parseChildId } from "./ids";
export { type NodePrivateState, nodePrivateStateOf } from "./privateState";
export { refreshOnNodes, refuseOtherNodes } from "./refresh";
export { removeOnNodes } from "./remove";
export { requireServer, requireServerAtPlan } from "./requireServer";
export { isUnreachable, type NodeCall } from "./resting";
export { nodesAtPlan, nodesOf } from "./target";
