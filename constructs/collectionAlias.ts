import type { ITerraformDependable, TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { ICollection } from "./collection";
import { CollectionAlias as CollectionAliasResource } from "./generated/collection-alias";
import { type INodesPart, type NodeKeyOptions, NodesPart, type NodesProps } from "./nodesPart";

/** A second name, and Terraform's meta-arguments. */
export interface CollectionAliasOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * The alias. Another one is created beside it, and this one deleted.
   * @default - the construct's id
   */
  readonly aliasName?: string;

  /** The collection that searches for the alias reach, or its name. Changed in place, at once for all searches. */
  readonly collection: ICollection | string;
}

/** A second name of a collection: see {@link CollectionAlias}. */
export interface ICollectionAlias extends INodesPart, ITerraformDependable {
  /** The alias. */
  readonly aliasName: string;

  /**
   * Imports an existing alias: the next deploy writes it to the state instead of creating it.
   * @param aliasName - the alias. @default - that of the construct
   * @param provider - provider configuration that reaches it. @default - that of the construct
   */
  importFrom(aliasName?: string, provider?: TerraformProvider): void;
}

export interface CollectionAliasProps extends CollectionAliasOptions, NodesProps {}

/**
 * A second name of a collection, which searches can use instead. An edit of the collection moves all of them at once, so
 * that a collection can be rebuilt beside the one in use: `dependsOn` of an expectation moves them only when the new one
 * answers.
 * @throws unless there is exactly one of cluster and nodeUrls; with neither, the collection has to be a construct.
 */
export class CollectionAlias extends NodesPart<CollectionAliasResource> implements ICollectionAlias {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = CollectionAliasResource.tfResourceType;

  /** @internal */
  readonly givenName: string;

  constructor(scope: Construct, id: string, props: CollectionAliasProps) {
    const { cluster, keys, aliasName: name = id, collection, ...config } = props;
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
