import {
  Annotations,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { check } from "./checks";
import { inheritedProvider } from "./clusterPart";
import { Collection, type ICollection } from "./collection";
import { CollectionAlias, type ICollectionAlias } from "./collectionAlias";
import { DataProvider } from "./dataProvider";
import { noteWriteOnly, type WriteOnlyValue } from "./ephemeralVariable";
import { Key as KeyResource } from "./generated/key";
import { LiveCollection } from "./liveCollection";
import { type INodesPart, type NodeKeyOptions, NodesPart, type NodesProps } from "./nodesPart";
import type { SearchCloudProvider } from "./provider";

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface KeyTimeouts {
  /**
   * Time for the cluster of a bootstrap key to be in service.
   * @default "30m"
   */
  readonly create?: string;
}

/** The permissions of a key, and Terraform's meta-arguments. A server cannot edit keys: every edit creates a new one. */
export interface KeyOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Purpose of the key.
   * @default - the construct's id
   */
  readonly description?: string;

  /** Allowed actions, such as `"documents:search"` or `"collections:*"`. */
  readonly actions: string[];

  /**
   * Allowed collections, or their names. A name can be a pattern: `"*"`, `"products_.*"`. Searches by an alias require a key for the
   * alias.
   */
  readonly collections: readonly (ICollection | ICollectionAlias | string)[];

  /**
   * Time at which the key expires, in RFC 3339: `"2027-01-01T00:00:00Z"`.
   * @default - never
   */
  readonly expiresAt?: string;

  /**
   * Lets the server delete the key some time after it has expired.
   * @default false
   */
  readonly autodelete?: boolean;

  /**
   * The key itself, at least 8 characters, such as a sensitive TerraformVariable: a literal is readable in the synthesized files. Values
   * are unique at a server, so any other edit also requires a new value, or `lifecycle: { createBeforeDestroy: false }`. It is stored in
   * the state. Cannot be combined with valueWo.
   * @default - valueWo; without either, a random value
   */
  readonly value?: string;

  /**
   * The key itself, at least 32 characters, which is stored neither in the state nor in a saved plan. Another version creates another key.
   * Values are unique at a server, so any other edit also requires a new value and version. Requires Terraform 1.11 or OpenTofu 1.11; on
   * cdktn, `targetVersions` in `cdktf.json` must include `{ "terraform": ">=1.11.0" }`.
   * @default - value; without either, a random value, which is stored in the state
   */
  readonly valueWo?: WriteOnlyValue;

  /**
   * Creates the key without another one: the management API issues a pair of keys for this one request, which is revoked afterwards.
   * Requires valueWo and a cluster, and cannot be combined with keys and apiKey.
   * @default false
   */
  readonly bootstrap?: boolean;

  /**
   * Timeouts of the requests to the service.
   * @default - 30 minutes
   */
  readonly timeouts?: KeyTimeouts;
}

/** The first key of a cluster, and Terraform's meta-arguments: see {@link ICluster.bootstrapKey}. */
export interface BootstrapKeyOptions extends TerraformMetaArguments, WriteOnlyValue {
  /**
   * Purpose of the key.
   * @default - the construct's id
   */
  readonly description?: string;

  /**
   * Timeouts of the requests to the service.
   * @default - 30 minutes
   */
  readonly timeouts?: KeyTimeouts;
}

/** A key with fewer permissions than the issued ones: see {@link Key}. */
export interface IKey extends INodesPart, ITerraformDependable {
  /** Identifier of the key: `cluster_id/<number>`, or the first node's URL and the number. */
  readonly keyId: string;

  /**
   * The key itself; sensitive. Null for an imported key: a server shows it only once.
   * @throws for a key with valueWo, whose value is not in the state
   */
  readonly value: string;

  /**
   * Provider configuration with the value of this key as its dataApiKey, for constructs and low-level classes on the nodes. `keys` uses
   * it. It has the other settings of the cluster's provider configuration.
   * @default - none: the value is in the state
   */
  readonly dataProvider?: SearchCloudProvider | undefined;

  /** The first characters of the key, which identify it. */
  readonly valuePrefix: string;

  /**
   * Imports an existing key: the next deploy writes it to the state instead of creating one.
   * @param keyNumber - its number at the server, such as `"7"`
   * @param provider - provider configuration that can access it. @default - that of the construct
   */
  importFrom(keyNumber: string, provider?: TerraformProvider): void;
}

export interface KeyProps extends KeyOptions, NodesProps {}

/**
 * A data-plane key that allows some actions on some collections. A server shows it once: without valueWo, it is stored in Terraform's
 * state, so encrypt the state. Destroying it revokes it.
 *
 * ```ts
 * const adminKey = new EphemeralVariable(stack, "admin_key");
 * const admin = products.bootstrapKey("admin", { value: adminKey.stringValue, version: 1 });
 * products.addCollection("catalog", { keys: admin, fields: [Field.string("title")] });
 * ```
 *
 * An edit creates a new key before the old one is revoked, unless `lifecycle` changes the order. Terraform then replaces the key's
 * dependencies in the same order.
 * @throws unless there is exactly one of cluster and nodeUrls, for value and valueWo, and for bootstrap without valueWo or cluster, or
 * with another key.
 */
export class Key extends NodesPart<KeyResource> implements IKey {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = KeyResource.tfResourceType;

  private readonly valueWo?: string;
  private own?: DataProvider;

  constructor(scope: Construct, id: string, props: KeyProps) {
    const { cluster, keys, description = id, collections, lifecycle, valueWo, ...config } = props;
    checkValue(`Key "${id}"`, props);
    // A bootstrap key is in the process of what is on the nodes, which therefore learns of a new key before anything needs it.
    const own =
      props.bootstrap && valueWo
        ? providerOf(scope, id, valueWo.value, props.provider ?? inheritedProvider(scope, cluster?.provider))
        : undefined;
    super(
      scope,
      id,
      `Key "${id}"`,
      own === undefined ? props : { ...props, provider: own },
      (self, nodes) => {
        if (props.value !== undefined && !Token.isUnresolved(props.value))
          Annotations.of(self).addWarning(
            "The prop value is a literal, so the key is readable in the synthesized files. Pass a sensitive TerraformVariable, or leave it out.",
          );
        return new KeyResource(self, "Default", {
          ...config,
          ...nodes,
          valueWo: valueWo?.value,
          valueWoVersion: valueWo?.version,
          description,
          collections: collections.map(givenNameOf),
          lifecycle: { createBeforeDestroy: true, ...lifecycle },
        });
      },
    );
    this.valueWo = valueWo?.value;
    this.own = own;
    own?.requires.push(this);
    if (valueWo !== undefined) noteWriteOnly(this.resource, "valueWo", valueWo.value);
  }

  get keyId(): string {
    return this.resource.id;
  }

  get value(): string {
    check(
      this.valueWo === undefined,
      `Key "${this.node.id}" has valueWo, so its value is not in the state, where others could read it: pass on the variable of the value, ` +
        "or the key itself as keys.",
    );
    return this.resource.value;
  }

  /** Created once something uses it: Terraform starts a process for each provider configuration with resources. */
  get dataProvider(): SearchCloudProvider | undefined {
    const { node, valueWo, provider } = this;
    if (valueWo === undefined) return undefined;
    this.own ??= providerOf(node.scope as Construct, node.id, valueWo, provider, [this]);
    return this.own;
  }

  get valuePrefix(): string {
    return this.resource.valuePrefix;
  }

  importFrom(keyNumber: string, provider?: TerraformProvider): void {
    this.importByName(keyNumber, provider);
  }
}

function providerOf(
  scope: Construct,
  keyId: string,
  apiKey: string,
  base: TerraformProvider | undefined,
  requires: ITerraformDependable[] = [],
): DataProvider {
  return new DataProvider(scope, `${keyId}-data-provider`, { apiKey }, base, requires);
}

function checkValue(owner: string, { cluster, keys, apiKey, value, valueWo, bootstrap }: KeyProps): void {
  check(
    value === undefined || valueWo === undefined,
    `${owner} has value and valueWo, but a key has one value: pass valueWo to keep it out of the state.`,
  );
  if (bootstrap !== true) return;
  check(
    valueWo !== undefined && cluster !== undefined,
    `${owner} has bootstrap without ${valueWo === undefined ? "valueWo" : "cluster"}: pass both. The service issues keys for clusters ` +
      "only, and the value of the first key must be known to its provider configuration.",
  );
  check(
    keys === undefined && apiKey === undefined,
    `${owner} has bootstrap and ${keys === undefined ? "apiKey" : "keys"}, but it is created without another key: pass one of them.`,
  );
}

/**
 * Returns the name without a reference. With one, Terraform would replace the collection in the order of the key, new before old, but
 * a server cannot have two collections with the same name.
 */
function givenNameOf(named: ICollection | ICollectionAlias | string): string {
  if (typeof named === "string") return named;
  if (named instanceof Collection || named instanceof LiveCollection || named instanceof CollectionAlias)
    return named.givenName;
  return "aliasName" in named ? named.aliasName : named.collectionName;
}
