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

/** What a key allows, and Terraform's meta-arguments. A server cannot edit a key: any edit makes another one. */
export interface KeyOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * What the key is for.
   * @default - the construct's id
   */
  readonly description?: string;

  /** What it allows, such as `"documents:search"` or `"collections:*"`. */
  readonly actions: string[];

  /**
   * The collections for which it does, or their names; a name can be a pattern: `"*"`, `"products_.*"`. Whoever searches by
   * an alias needs a key for the alias.
   */
  readonly collections: readonly (ICollection | ICollectionAlias | string)[];

  /**
   * When the key stops working, in RFC 3339: `"2027-01-01T00:00:00Z"`.
   * @default - never
   */
  readonly expiresAt?: string;

  /**
   * Whether the server deletes the key some time after it has expired.
   * @default false
   */
  readonly autodelete?: boolean;

  /**
   * The key itself, of 8 characters at least, such as a sensitive TerraformVariable: a literal is readable in the synthesized files. A
   * value exists once at a server, so an edit of anything else needs another value too, or `lifecycle: { createBeforeDestroy: false }`.
   * @default - one that nobody can guess
   */
  readonly value?: string;
}

/** A key that allows less than the issued ones: see {@link Key}. */
export interface IKey extends INodesPart, ITerraformDependable {
  /** Identifier of the key: `cluster_id/<number>`, or the first node's URL and the number. */
  readonly keyId: string;

  /** The key itself; sensitive. Null when the key was imported: a server shows it only once. */
  readonly value: string;

  /** The first characters of the key, by which it is recognised. */
  readonly valuePrefix: string;

  /**
   * Imports an existing key: the next deploy writes it to the state instead of creating one.
   * @param keyNumber - its number at the server, such as `"7"`
   * @param provider - provider configuration that reaches it. @default - that of the construct
   */
  importFrom(keyNumber: string, provider?: TerraformProvider): void;
}

export interface KeyProps extends KeyOptions, NodesProps {}

/**
 * A data-plane key that allows some actions on some collections. A server shows it once: it is kept in Terraform's state, so
 * encrypt the state. Destroying it revokes it.
 *
 * An edit makes another key before the old one is revoked, unless `lifecycle` says otherwise. Terraform then replaces what
 * the key depends on in the same order.
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
 * The name as it was given: a reference would make Terraform create a replaced collection before it drops the old one, as
 * it does with the key, and a server has one collection of a name.
 */
function givenNameOf(named: ICollection | ICollectionAlias | string): string {
  if (typeof named === "string") return named;
  if (named instanceof Collection || named instanceof CollectionAlias) return named.givenName;
  return "aliasName" in named ? named.aliasName : named.collectionName;
}
