/** What code can be written from: an account as an import will see it. */
export { nodeKeyProblem } from "../api/nodeKey";
export type { NodeCounts } from "../api/topology";
export type { DataApiKey } from "../service";
export {
  type ClusterConfiguration,
  type ClusterLook,
  type FoundCluster,
  findClusters,
  lookAtCluster,
  reasonToLeaveOut,
  signatureOf,
} from "./cluster";
export { type CollectionConfiguration, configurableCollections, type OnNodes } from "./collections";
export type { ConfigurableParameter } from "./parameters";
