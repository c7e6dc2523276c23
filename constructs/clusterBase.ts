import { Fn, type ITerraformDependable, ref, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import type { ClusterHostnamesOutputReference } from "./generated/cluster";
import type { DataSearchcloudClusterHostnamesOutputReference } from "./generated/data-searchcloud-cluster";

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
}

/** An argument of a function cannot be `Token.nullValue()`: that is written as nothing. */
const NULL = ref("null");

type Hostnames = ClusterHostnamesOutputReference | DataSearchcloudClusterHostnamesOutputReference;

/** What every {@link ICluster} derives from the record of hosts. */
export abstract class ClusterBase extends Construct implements ICluster {
  abstract readonly clusterId: string;
  abstract readonly fqn: string;

  /** @internal */
  protected abstract readonly hostnames: Hostnames;

  get nodes(): string[] {
    return Token.asList(Fn.try([this.hostnames.nodes, []]));
  }

  // The record of hosts is null until the cluster is in service, and an error in an output would block a destroy.
  get clusterEndpoint(): string {
    const { loadBalanced, searchDeliveryNetwork, nodes } = this.hostnames;
    const shared = Fn.coalesce([loadBalanced, searchDeliveryNetwork]);
    return Token.asString(Fn.try([shared, Fn.element(nodes, 0), NULL]));
  }
}
