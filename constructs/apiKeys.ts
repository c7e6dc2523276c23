import {
  App,
  call,
  type ITerraformDependable,
  TerraformLocal,
  type TerraformMetaArguments,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { belongingTo } from "./belonging";
import type { ICluster } from "./clusterInterface";
import { ApiKeysResource } from "./resources";
import type { ISecretSink, IssuedKeys } from "./secretSink";

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface ApiKeysTimeouts {
  /**
   * For the cluster to be in service, before which no keys are issued.
   *
   * @default "30m"
   */
  readonly create?: string;
}

/** When to issue keys, and Terraform's meta-arguments. */
export interface ApiKeysOptions extends TerraformMetaArguments {
  /**
   * Any values, such as `{ year: "2027" }`. When one of them changes, a new pair is issued in place of this one. The pair
   * issued before stays valid until it is revoked at the cluster.
   *
   * @default - this pair is kept
   */
  readonly keepers?: { [name: string]: string };

  /**
   * How long to wait for the service.
   *
   * @default - 30 minutes
   */
  readonly timeouts?: ApiKeysTimeouts;
}

export interface ApiKeysProps extends ApiKeysOptions {
  /** The cluster whose keys they are. */
  readonly cluster: ICluster;
}

/** Terraform's name of the function, with the local name that CDKTF gives the provider. */
const SCOPED_SEARCH_KEY = "provider::searchcloud::scoped_search_key";

/**
 * A pair of keys for the search server of a cluster, issued once, when the cluster is in service (docs/design/api-assumptions.md#keys). The service never shows them again: they are kept in Terraform's state, so encrypt that. Neither key expires;
 * destroying this forgets the keys and does not revoke them.
 *
 * A new pair is issued before the old one leaves the state, unless `lifecycle` says otherwise. Terraform then replaces the
 * cluster in that order too, if it is asked to (`-replace`): two clusters of one name have to be allowed meanwhile, by the
 * provider's `allowDuplicateNames`.
 */
export class ApiKeys extends Construct implements IssuedKeys, ITerraformDependable {
  /** Type of the resource, as Terraform and CDKTF's test matchers call it. */
  static readonly tfResourceType = ApiKeysResource.tfResourceType;

  private readonly resource: ApiKeysResource;
  private readonly cluster: ICluster;
  private scopedKeys = 0;

  constructor(scope: Construct, id: string, props: ApiKeysProps) {
    super(scope, id);
    const { cluster, lifecycle, ...config } = props;
    this.cluster = cluster;
    this.resource = new ApiKeysResource(this, "Default", {
      ...config,
      ...belongingTo(this, props),
      lifecycle: { createBeforeDestroy: true, ...lifecycle },
    });
  }

  get clusterId(): string {
    return this.cluster.clusterId;
  }

  get clusterEndpoint(): string {
    return this.cluster.clusterEndpoint;
  }

  /** Key for everything, in every collection; sensitive. Not for applications. */
  get adminKey(): string {
    return this.resource.adminKey;
  }

  /** Key for searches in every collection; sensitive. Not for applications: derive a scoped key from it. */
  get searchOnlyKey(): string {
    return this.resource.searchOnlyKey;
  }

  /** When the pair was issued, in RFC 3339. */
  get issuedAt(): string {
    return this.resource.issuedAt;
  }

  /** Address of the resource, so that keys can stand in `dependsOn`. */
  get fqn(): string {
    return this.resource.fqn;
  }

  /**
   * Has a place for secrets store the keys.
   *
   * @param sink - the place
   * @param id - tells several sinks of these keys apart. @default "sink"
   * @throws when a sink of this id is there already.
   */
  storeIn(sink: ISecretSink, id: string = "sink"): void {
    if (this.node.tryFindChild(id) !== undefined) {
      throw new Error(
        `ApiKeys "${this.node.id}" has a "${id}" already: pass storeIn an id of its own for each further sink.`,
      );
    }
    sink.bind(new Construct(this, id), this);
  }

  /**
   * A key that searches within `parameters` only, derived offline from the search-only key; sensitive. A text is taken as
   * it is; of an object, the order of the names does not matter. Values may be tokens.
   *
   * It is an expression that calls a function of the provider, which needs Terraform 1.8 and the JSON that CDKTF writes by
   * default.
   *
   * @throws when HCL is synthesized, which CDKTF writes such calls wrongly in.
   */
  scopedSearchKey(parameters: string | { readonly [name: string]: unknown }): string {
    const { root } = this.node;
    if (App.isApp(root) && root.hclOutput) {
      throw new Error(
        `ApiKeys "${this.node.id}" cannot derive a scoped search key in HCL, where CDKTF writes calls of provider ` +
          "functions wrongly: synthesize JSON (without --hcl), or derive the key where it is used.",
      );
    }
    // As a local value, texts in it are written by the JSON encoder: arguments of a call are not escaped.
    const local = new TerraformLocal(this, `scope${++this.scopedKeys}`, parameters);
    return Token.asString(call(SCOPED_SEARCH_KEY, [this.searchOnlyKey, local.expression]));
  }
}
