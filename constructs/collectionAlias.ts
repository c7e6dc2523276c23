import type { TerraformProvider } from "cdktf";
import type { Construct } from "constructs";
import type { ICollectionAlias } from "./collectionInterface";
import type { CollectionAliasOptions } from "./collectionOptions";
import { CollectionAlias as CollectionAliasResource } from "./generated/collection-alias";
import { NodesPart, type NodesProps } from "./nodesPart";

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
