import { call, TerraformLocal, Token } from "cdktf";
import { Construct } from "constructs";
import type { IApiKeys } from "./apiKeysInterface";
import type { ApiKeysOptions } from "./apiKeysOptions";
import { check } from "./check";
import type { ICluster } from "./clusterInterface";
import { ClusterPart } from "./clusterPart";
import { ApiKeys as ApiKeysResource } from "./generated/api-keys";
import { isHcl } from "./hclOutput";
import type { ISecretSink } from "./secretSink";

export interface ApiKeysProps extends ApiKeysOptions {
  /** The cluster whose keys they are. */
  readonly cluster: ICluster;
}

/** Terraform's name of the function, with the local name that CDKTF gives the provider. */
const SCOPED_SEARCH_KEY = "provider::searchcloud::scoped_search_key";

/**
 * A pair of keys for the search server of a cluster, issued once, when the cluster is in service. The service never shows
 * them again: they are kept in Terraform's state, so encrypt the state. Neither key expires; destroying this resource
 * removes the keys from the state and does not revoke them.
 *
 * A new pair is issued before the old one leaves the state, unless `lifecycle` says otherwise. Terraform then replaces
 * the cluster in the same order (`-replace`): for a while, two clusters have the same name, which the provider's
 * `allowDuplicateNames` has to allow.
 */
export class ApiKeys extends ClusterPart<ApiKeysResource> implements IApiKeys {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = ApiKeysResource.tfResourceType;

  private scopedKeys = 0;

  constructor(scope: Construct, id: string, props: ApiKeysProps) {
    const { cluster, lifecycle, ...config } = props;
    super(scope, id, props, (self, belonging) => {
      const order = { createBeforeDestroy: true, ...lifecycle };
      return new ApiKeysResource(self, "Default", { ...config, ...belonging, lifecycle: order });
    });
  }

  get clusterId(): string {
    return this.cluster.clusterId;
  }

  get clusterEndpoint(): string {
    return this.cluster.clusterEndpoint;
  }

  get adminKey(): string {
    return this.resource.adminKey;
  }

  get searchOnlyKey(): string {
    return this.resource.searchOnlyKey;
  }

  get issuedAt(): string {
    return this.resource.issuedAt;
  }

  storeIn(sink: ISecretSink, id: string = "sink"): void {
    check(
      this.node.tryFindChild(id) === undefined,
      `ApiKeys "${this.node.id}" has a sink "${id}" already: pass storeIn an id of its own for each further sink.`,
    );
    sink.bind(new Construct(this, id), this);
  }

  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string {
    check(
      !isHcl(this),
      `ApiKeys "${this.node.id}" cannot derive a scoped search key in HCL, in which CDKTF writes calls of provider ` +
        "functions wrongly: synthesize JSON (without --hcl), or derive the key where it is used.",
    );
    // In a local value, the JSON encoder escapes strings; in the arguments of a call, nothing does.
    const local = new TerraformLocal(this, `scope${++this.scopedKeys}`, parameters);
    return Token.asString(call(SCOPED_SEARCH_KEY, [this.searchOnlyKey, local.expression]));
  }
}
