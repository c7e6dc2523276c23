import type { ITerraformDependable, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import type { ApiKeys, ApiKeysOptions } from "./apiKeys";
import type { CloningOperation, CloningOperationOptions } from "./cloningOperation";
import type { ConfigurationChange, ConfigurationChangeOptions } from "./configurationChange";
import type { ServerParameter, ServerParameterOptions } from "./serverParameter";

/** A cluster, made by this program or elsewhere. */
export interface ICluster extends IConstruct, ITerraformDependable {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** One host for each node; empty until the cluster is in service. */
  readonly nodes: string[];

  /**
   * The host to send searches to: the load-balanced one if there is any, else that of the search delivery network,
   * else the first node. Null until the cluster is in service.
   */
  readonly clusterEndpoint: string;

  /**
   * Provider configuration whose key sees the cluster. What is added to the cluster in the same stack uses it too.
   *
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;

  /** Changes the cluster explicitly, or restarts it: see {@link ConfigurationChange}. */
  addConfigurationChange(id: string, options?: ConfigurationChangeOptions): ConfigurationChange;

  /** Clones the cluster, with its data, into a new one: see {@link CloningOperation}. */
  addCloningOperation(id: string, options?: CloningOperationOptions): CloningOperation;

  /** Sets one parameter of the cluster's search server: see {@link ServerParameter}. */
  addServerParameter(id: string, options: ServerParameterOptions): ServerParameter;

  /** Issues a pair of keys for the search server of the cluster: see {@link ApiKeys}. */
  issueApiKeys(id: string, options?: ApiKeysOptions): ApiKeys;
}
