import { call, type ITerraformDependable, TerraformLocal, type TerraformMetaArguments, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { check } from "./checks";
import type { ICluster } from "./clusterBase";
import { ClusterPart } from "./clusterPart";
import { ApiKeys as ApiKeysResource } from "./generated/api-keys";
import { isHcl } from "./workarounds";

/** Keys of a cluster's search server. */
export interface IssuedKeys {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** The host that receives searches. */
  readonly clusterEndpoint: string;

  /** Key for all actions on all collections; sensitive. Not for applications. */
  readonly adminKey: string;

  /** Key for searches in all collections; sensitive. Not for applications: derive a scoped key from it. */
  readonly searchOnlyKey: string;

  /**
   * Returns a key for searches within `parameters` only, derived offline from the search-only key; sensitive. A string is used
   * unchanged. In an object, the order of the names does not matter, and values may be tokens.
   *
   * The expression calls a function of the provider, which requires Terraform 1.8 and synthesized JSON, CDKTF's default. On cdktn,
   * `targetVersions` in `cdktf.json` must include `{ "terraform": ">=1.8.0" }`.
   * @throws if HCL is synthesized, in which CDKTF writes such calls incorrectly.
   */
  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string;
}

/**
 * A secret store, such as a vault. Implement it with the constructs of the store's provider, and pass it to
 * {@link ApiKeys.storeIn}:
 *
 * ```ts
 * class VaultSink implements ISecretSink {
 *   bind(scope: Construct, keys: IssuedKeys): void {
 *     new KvSecretV2(scope, "secret", {
 *       mount: "secret",
 *       name: "search",
 *       dataJson: Fn.jsonencode({ admin: keys.adminKey, search: keys.searchOnlyKey }),
 *     });
 *   }
 * }
 * ```
 */
export interface ISecretSink {
  /**
   * Creates the resources that store the keys.
   * @param scope - used by this sink for these keys only, so any ids are free
   * @param keys - tokens: they can be passed on, but their values are unknown at synthesis
   */
  bind(scope: Construct, keys: IssuedKeys): void;
}

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface ApiKeysTimeouts {
  /**
   * Time for the cluster to be in service, before which no keys are issued.
   * @default "30m"
   */
  readonly create?: string;
}

/** The settings of issued keys, and Terraform's meta-arguments. */
export interface ApiKeysOptions extends TerraformMetaArguments {
  /**
   * Any values, such as `{ year: "2027" }`. If one of them changes, a new pair is issued and replaces this one. The
   * previous pair stays valid until it is revoked at the cluster.
   * @default - this pair is kept
   */
  readonly keepers?: { [name: string]: string };

  /**
   * Timeouts of the requests to the service.
   * @default - 30 minutes
   */
  readonly timeouts?: ApiKeysTimeouts;
}

/** A pair of keys for the search server of a cluster: see {@link ApiKeys}. */
export interface IApiKeys extends IConstruct, ITerraformDependable, IssuedKeys {
  /** Time at which the pair was issued, in RFC 3339. */
  readonly issuedAt: string;

  /**
   * Stores the keys in a secret store.
   * @param sink - the secret store
   * @param id - distinguishes several sinks of these keys. @default "sink"
   * @throws if these keys already have a sink with this id.
   */
  storeIn(sink: ISecretSink, id?: string): void;
}

export interface ApiKeysProps extends ApiKeysOptions {
  /** The cluster of the keys. */
  readonly cluster: ICluster;
}

/** The function in Terraform, with CDKTF's local name of the provider. */
const SCOPED_SEARCH_KEY = "provider::searchcloud::scoped_search_key";

/**
 * A pair of keys for the search server of a cluster, issued once the cluster is in service. The service never shows
 * them again: they are stored in Terraform's state, so encrypt the state. The keys do not expire. Destroying this resource
 * removes them from the state but does not revoke them.
 *
 * A new pair is issued before the old one leaves the state, unless `lifecycle` changes the order. Terraform then replaces
 * the cluster in the same order (`-replace`): for a while, two clusters have the same name, which requires the provider's
 * `allowDuplicateNames`.
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
      `ApiKeys "${this.node.id}" already has a sink "${id}": pass storeIn a different id for each sink.`,
    );
    sink.bind(new Construct(this, id), this);
  }

  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string {
    check(
      !isHcl(this),
      `ApiKeys "${this.node.id}" cannot derive a scoped search key in HCL, in which CDKTF writes calls of provider ` +
        "functions incorrectly: synthesize JSON (without --hcl), or derive the key where it is used.",
    );
    // The JSON encoder escapes strings in a local value, but not in the arguments of a call.
    const local = new TerraformLocal(this, `scope${++this.scopedKeys}`, parameters);
    return Token.asString(call(SCOPED_SEARCH_KEY, [this.searchOnlyKey, local.expression]));
  }
}
