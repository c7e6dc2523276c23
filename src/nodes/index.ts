/** The only code that calls the nodes of a cluster. Load it lazily; its types may be imported statically. */
export type { NodeOperationId } from "../api/dataPlane/operations";
export type {
  AliasRecord,
  CollectionRecord,
  FieldRecord,
  NewNodeKeyRecord,
  NodeAnswer,
  NodeKeyRecord,
  OpenNodeRecord,
  SearchRecord,
} from "../api/dataPlane/records";
export type {
  CreateCollectionBody,
  CreateKeyBody,
  FieldBody,
  UpdateCollectionBody,
} from "../api/dataPlane/requests";
export { createNodesClient, type NodesClientOptions } from "./client";
export type {
  CalledOperationId,
  NodeCallOptions,
  NodeInput,
  NodeStatus,
  Nodes,
  NodesClient,
  NodesTarget,
  StreamInput,
} from "./nodes";
export { LineTooLong, linesOf } from "./request/lines";
