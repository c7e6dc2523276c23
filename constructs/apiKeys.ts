import { call, type ITerraformDependable, TerraformLocal, type TerraformMetaArguments, Token } from "cdktf";
import { Construct, type IConstruct } from "constructs";
import { check } from "./checks";
import type { ICluster } from "./cluster";
import { ClusterPart } from "./clusterPart";
import { ApiKeys as ApiKeysResource } from "./generated/api-keys";
import { isHcl } from "./workarounds";

/** Keys of a cluster's search server, and where they are valid. */
export interface IssuedKeys {
  /** Reference ID of the cluster. */
  readonly clusterId: string;

  /** The host that receives searches. */
  readonly clusterEndpoint: string;

  /** Key for everything, in every collection; sensitive. Not for applications. */
  readonly adminKey: string;

  /** Key for searches in every collection; sensitive. Not for applications: derive a scoped key from it. */
  readonly searchOnlyKey: string;

  /**
   * A key that searches within `parameters` only, derived offline from the search-only key; sensitive. A string is used
   * unchanged; of an object, the order of the names does not matter. Values may be tokens.
   *
   * The expression calls a function of the provider, which needs Terraform 1.8 and the JSON that CDKTF writes by default. On
   * cdktn, `targetVersions` in `cdktf.json` has to say so: `{ "terraform": ">=1.8.0" }`.
   * @throws when HCL is synthesized, in which CDKTF writes such calls wrongly.
   */
  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string;
}

/**
 * A secret store, such as a vault. Implement it with the constructs of that store's provider, and pass it to
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
   * @param scope - of this sink and these keys alone, so that any ids can be used in it
   * @param keys - tokens: they can be passed on, but their values are not known at synthesis
   */
  bind(scope: Construct, keys: IssuedKeys): void;
}

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ApiKeysTimeouts {
  /**
   * For the cluster to be in service, before which no keys are issued.
   * @default "30m"
   */
  readonly create?: string;
}

/** When to issue keys, and Terraform's meta-arguments. */
export interface ApiKeysOptions extends TerraformMetaArguments {
  /**
   * Any values, such as `{ year: "2027" }`. When one of them changes, a new pair is issued and replaces this one. The
   * previous pair stays valid until it is revoked at the cluster.
   * @default - this pair is kept
   */
  readonly keepers?: { [name: string]: string };

  /**
   * How long to wait for the service.
   * @default - 30 minutes
   */
  readonly timeouts?: ApiKeysTimeouts;
}

/** A pair of keys for the search server of a cluster: see {@link ApiKeys}. */
export interface IApiKeys extends IConstruct, ITerraformDependable, IssuedKeys {
  /** When the pair was issued, in RFC 3339. */
  readonly issuedAt: string;

  /**
   * Stores the keys in a secret store.
   * @param sink - the secret store
   * @param id - tells several sinks of these keys apart. @default "sink"
   * @throws when these keys have a sink of this id.
   */
  storeIn(sink: ISecretSink, id?: string): void;
}

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
