/** What all types of the data plane share. */
export { type NodeValues, nodeAttributes, nodeValidators } from "./attributes";
export { type ChildId, childId, importOnNodes, parseChildId } from "./ids";
export { type NodePrivateState, nodePrivateStateOf } from "./privateState";
export { refreshOnNodes } from "./refresh";
export { removeOnNodes } from "./remove";
export { type NodeCall, nodesAtPlan, nodesOf } from "./target";
