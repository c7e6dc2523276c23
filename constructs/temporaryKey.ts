import {
  dependable,
  Fn,
  type ITerraformDependable,
  Op,
  ref,
  TerraformElement,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { check } from "./checks";
import { DataProvider } from "./dataProvider";
import {
  type INodesPart,
  type NodeKeyOptions,
  type NodesAttributes,
  type NodesProps,
  nodesOf,
} from "./nodesPart";
import type { SearchCloudProvider } from "./provider";
import { isHcl, requireFeature } from "./workarounds";

/** The permissions of a temporary key. */
export interface TemporaryKeyOptions extends NodeKeyOptions {
  /** Allowed actions, such as `"documents:import"` or `"collections:*"`. */
  readonly actions: string[];

  /** Names of the allowed collections, or patterns: `"*"`, `"products_.*"`. Aliases count as names. */
  readonly collections: string[];

  /**
   * Time after which the server rejects the key, such as `"30m"`: from `"1m"` to `"24h"`. A plan or deploy that takes longer loses access.
   * @default "1h"
   */
  readonly ttl?: string;

  /**
   * Provider configuration that can access the nodes.
   * @default - that of the key in keys, else that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;

  /**
   * Further dependencies of the key.
   * @default - nothing
   */
  readonly dependsOn?: ITerraformDependable[];
}

export interface TemporaryKeyProps extends TemporaryKeyOptions, NodesProps {}

/** A key that exists during a plan or a deploy: see {@link TemporaryKey}. */
export interface ITemporaryKey extends INodesPart, ITerraformDependable {
  /** The key itself: ephemeral, so Terraform accepts it in provider configurations and write-only arguments only. */
  readonly value: string;

  /** Identifier of the key: `cluster_id/<number>`, or the first node's URL and the number. Ephemeral. */
  readonly keyId: string;

  /** Time at which the key expires, in RFC 3339. Ephemeral. */
  readonly expiresAt: string;

  /** Provider configuration with this key as its dataApiKey, for constructs and low-level classes on the nodes. `keys` uses it. */
  readonly dataProvider: SearchCloudProvider;
}

/** The ephemeral resource. CDKTF has no class for them. */
class EphemeralKey extends TerraformElement {
  static readonly type = "searchcloud_key";

  constructor(
    scope: Construct,
    id: string,
    private readonly attributes: { readonly [name: string]: unknown },
  ) {
    super(scope, id, `ephemeral.${EphemeralKey.type}`);
    requireFeature(this, "ephemeralResources");
  }

  attribute(name: string): string {
    return Token.asString(
      ref(`ephemeral.${EphemeralKey.type}.${this.friendlyUniqueId}.${name}`, this.cdktfStack),
    );
  }

  override toTerraform(): object {
    const all = { ...this.attributes, ...this.rawOverrides, "//": this.constructNodeMetadata };
    return { ephemeral: { [EphemeralKey.type]: { [this.friendlyUniqueId]: all } } };
  }
}

/**
 * A data-plane key that every plan and every deploy creates for itself, and deletes at its end: its value is in no state and in no saved
 * plan. After a failed deploy, its time ends it. Pass it as `keys` to constructs on the nodes, or its value to another provider.
 *
 * Each one costs two requests to the nodes, twice in a deploy, and one read of the cluster. Requires Terraform 1.10 or OpenTofu 1.11; on
 * cdktn, `targetVersions` in `cdktf.json` must include `{ "terraform": ">=1.10.0" }`.
 * @throws unless there is exactly one of cluster and nodeUrls, for two keys, and if HCL is synthesized: it is written in JSON only.
 */
export class TemporaryKey extends Construct implements ITemporaryKey {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly provider?: TerraformProvider;

  private readonly resource: EphemeralKey;
  private own?: DataProvider;

  constructor(scope: Construct, id: string, props: TemporaryKeyProps) {
    super(scope, id);
    const owner = `TemporaryKey "${id}"`;
    check(
      !isHcl(this),
      `${owner} is an ephemeral resource, which these constructs write in JSON only: synthesize without --hcl, or declare it in HCL.`,
    );
    const nodes = nodesOf(this, owner, props);
    this.clusterId = nodes.clusterId;
    this.nodeUrls = nodes.nodeUrls;
    this.provider = nodes.provider;
    const { clusterId, nodeUrls } = nodesAfter(nodes, props);
    this.resource = new EphemeralKey(this, "Default", {
      cluster_id: clusterId,
      node_urls: nodeUrls,
      api_key: nodes.apiKey,
      actions: props.actions,
      collections: props.collections,
      ttl: props.ttl,
      provider: nodes.provider?.fqn,
      depends_on: nodes.dependsOn?.map(dependable),
    });
  }

  get value(): string {
    return this.resource.attribute("value");
  }

  get keyId(): string {
    return this.resource.attribute("id");
  }

  get expiresAt(): string {
    return this.resource.attribute("expires_at");
  }

  /** Created once something uses it: Terraform starts a process for each provider configuration with resources. */
  get dataProvider(): SearchCloudProvider {
    const { value: apiKey, provider } = this;
    this.own ??= new DataProvider(this, "data-provider", { apiKey }, provider, [this]);
    return this.own;
  }

  /** Address of the ephemeral resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }
}

/**
 * Returns the nodes, as known only once the key that opens them exists. Terraform would otherwise create the temporary key at plan: it
 * ignores `depends_on` for that.
 */
function nodesAfter({ clusterId, nodeUrls }: NodesAttributes, { keys }: TemporaryKeyProps): NodesAttributes {
  if (keys === undefined || !("valuePrefix" in keys)) return { clusterId, nodeUrls };
  const { keyId } = keys;
  if (clusterId !== undefined) return { clusterId: Fn.element(Fn.split("/", keyId), 0) };
  return { nodeUrls: Token.asList(Fn.conditional(Op.eq(keyId, "none"), [], nodeUrls)) };
}
