import type { ITerraformDependable, TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import { check } from "./checks";
import type { ICollection } from "./collection";
import { CollectionAlias as CollectionAliasResource } from "./generated/collection-alias";
import { LiveCollection } from "./liveCollection";
import { type INodesPart, type NodeKeyOptions, NodesPart, type NodesProps } from "./nodesPart";

/** The settings of an alias, and Terraform's meta-arguments. */
export interface CollectionAliasOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * The alias. An edit creates a new alias and deletes this one.
   * @default - the construct's id
   */
  readonly aliasName?: string;

  /** The collection of the alias, or its name. Changed in place, atomically for all searches. Not a live collection, which is an alias. */
  readonly collection: ICollection | string;
}

/** An alias of a collection: see {@link CollectionAlias}. */
export interface ICollectionAlias extends INodesPart, ITerraformDependable {
  /** The alias. */
  readonly aliasName: string;

  /**
   * Imports an existing alias: the next deploy writes it to the state instead of creating it.
   * @param aliasName - the alias. @default - that of the construct
   * @param provider - provider configuration that can access it. @default - that of the construct
   */
  importFrom(aliasName?: string, provider?: TerraformProvider): void;
}

export interface CollectionAliasProps extends CollectionAliasOptions, NodesProps {}

/**
 * An alias of a collection, for searches. An edit of the collection redirects all searches atomically, so a collection can be rebuilt
 * beside the one in use: with `dependsOn` on an expectation, searches are redirected only if the new collection passes it.
 * @throws unless there is exactly one of cluster and nodeUrls; with neither, the collection must be a construct. And for a live
 * collection, which is an alias itself.
 */
export class CollectionAlias extends NodesPart<CollectionAliasResource> implements ICollectionAlias {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = CollectionAliasResource.tfResourceType;

  /** @internal */
  readonly givenName: string;

  constructor(scope: Construct, id: string, props: CollectionAliasProps) {
    const { cluster, keys, aliasName: name = id, collection, ...config } = props;
    check(
      !(collection instanceof LiveCollection),
      `CollectionAlias "${id}" has a live collection as its collection, which is an alias itself: search by the live collection, and leave ` +
        "this alias out.",
    );
    super(scope, id, `CollectionAlias "${id}"`, props, (self, nodes) => {
      const collectionName = typeof collection === "string" ? collection : collection.collectionName;
      return new CollectionAliasResource(self, "Default", { ...config, ...nodes, name, collectionName });
    });
    this.givenName = name;
  }

  get aliasName(): string {
    return this.resource.name;
  }

  importFrom(aliasName: string = this.givenName, provider?: TerraformProvider): void {
    this.importByName(aliasName, provider);
  }
}
