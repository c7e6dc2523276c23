import {
  Annotations,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import type { Construct } from "constructs";
import { Collection, type ICollection } from "./collection";
import { CollectionAlias, type ICollectionAlias } from "./collectionAlias";
import { Key as KeyResource } from "./generated/key";
import { type INodesPart, type NodeKeyOptions, NodesPart, type NodesProps } from "./nodesPart";

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
   * are unique at a server, so any other edit also requires a new value, or `lifecycle: { createBeforeDestroy: false }`.
   * @default - a random value
   */
  readonly value?: string;
}

/** A key with fewer permissions than the issued ones: see {@link Key}. */
export interface IKey extends INodesPart, ITerraformDependable {
  /** Identifier of the key: `cluster_id/<number>`, or the first node's URL and the number. */
  readonly keyId: string;

  /** The key itself; sensitive. Null for an imported key: a server shows it only once. */
  readonly value: string;

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
 * A data-plane key that allows some actions on some collections. A server shows it once: it is stored in Terraform's state, so
 * encrypt the state. Destroying it revokes it.
 *
 * An edit creates a new key before the old one is revoked, unless `lifecycle` changes the order. Terraform then replaces the key's
 * dependencies in the same order.
 * @throws unless there is exactly one of cluster and nodeUrls.
 */
export class Key extends NodesPart<KeyResource> implements IKey {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = KeyResource.tfResourceType;

  constructor(scope: Construct, id: string, props: KeyProps) {
    const { cluster, keys, description = id, collections, lifecycle, ...config } = props;
    super(scope, id, `Key "${id}"`, props, (self, nodes) => {
      if (props.value !== undefined && !Token.isUnresolved(props.value))
        Annotations.of(self).addWarning(
          "The prop value is a literal, so the key is readable in the synthesized files. Pass a sensitive TerraformVariable, or leave it out.",
        );
      return new KeyResource(self, "Default", {
        ...config,
        ...nodes,
        description,
        collections: collections.map(givenNameOf),
        lifecycle: { createBeforeDestroy: true, ...lifecycle },
      });
    });
  }

  get keyId(): string {
    return this.resource.id;
  }

  get value(): string {
    return this.resource.value;
  }

  get valuePrefix(): string {
    return this.resource.valuePrefix;
  }

  importFrom(keyNumber: string, provider?: TerraformProvider): void {
    this.importByName(keyNumber, provider);
  }
}

/**
 * Returns the name without a reference. With one, Terraform would replace the collection in the order of the key, new before old, but
 * a server cannot have two collections with the same name.
 */
function givenNameOf(named: ICollection | ICollectionAlias | string): string {
  if (typeof named === "string") return named;
  if (named instanceof Collection || named instanceof CollectionAlias) return named.givenName;
  return "aliasName" in named ? named.aliasName : named.collectionName;
}
