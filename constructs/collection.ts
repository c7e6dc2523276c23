import type { ITerraformDependable, TerraformMetaArguments, TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import {
  CollectionExpectation,
  type CollectionExpectationOptions,
  type ICollectionExpectation,
} from "./collectionExpectation";
import { type CollectionSchemaOptions, schemaAttributes } from "./collectionSchema";
import { Documents, type DocumentsOptions, type IDocuments } from "./documents";
import { noteWriteOnly } from "./ephemeralVariable";
import { Collection as CollectionResource } from "./generated/collection";
import {
  type INodesPart,
  importFromNodes,
  type NodeKeyOptions,
  type NodesAttributes,
  type NodesProps,
  nodesOf,
} from "./nodesPart";
import { withConditionBlocks } from "./workarounds";

/** A collection of documents, created by this program or elsewhere. */
export interface ICollection extends INodesPart {
  /** Name of the collection. */
  readonly collectionName: string;

  /**
   * The data-plane key for the collection; sensitive.
   * @default - the provider's dataApiKey
   */
  readonly apiKey?: string;

  /** Imports documents into the collection: see {@link Documents}. */
  importDocuments(id: string, options: DocumentsOptions): IDocuments;

  /**
   * Searches the collection at the end of a deploy, after its imports, and fails the deploy if too few documents are found: see
   * {@link CollectionExpectation}.
   */
  expect(id: string, options: CollectionExpectationOptions): ICollectionExpectation;
}

/** A collection that this program creates: see {@link Collection}. */
export interface IManagedCollection extends ICollection, ITerraformDependable {
  /**
   * Time of creation, in RFC 3339, as reported by the server when the collection was added to the state. Servers reset it at
   * restarts, so it does not identify a collection.
   */
  readonly createdAt: string;

  /**
   * Imports an existing collection: the next deploy writes it to the state instead of creating it.
   * @param collectionName - name of the collection. @default - that of the construct
   * @param provider - provider configuration that can access it. @default - that of the construct
   */
  importFrom(collectionName?: string, provider?: TerraformProvider): void;
}

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface CollectionTimeouts {
  /**
   * Time for the collection to be created.
   * @default "5m"
   */
  readonly create?: string;

  /**
   * Time for an edit of the fields to be indexed, including another edit that must end first.
   * @default "1h"
   */
  readonly update?: string;

  /**
   * Time for the collection to be dropped.
   * @default "10m"
   */
  readonly delete?: string;
}

/** The settings of a collection, and Terraform's meta-arguments. */
export interface CollectionOptions extends CollectionSchemaOptions {
  /**
   * Name of the collection. A new name means a new collection: see replacement.
   * @default - the construct's id
   */
  readonly collectionName?: string;

  /**
   * Effect of an edit that requires a new collection while this one has documents: `"refuse"` is an error at plan; `"allow"` drops
   * the collection with its documents and creates a new one. To avoid downtime, use a {@link LiveCollection}.
   * @default "refuse"
   */
  readonly replacement?: "refuse" | "allow" | (string & Record<never, never>);

  /**
   * Timeouts of the operations.
   * @default - 5 minutes to create, 1 hour to update, 10 minutes to delete
   */
  readonly timeouts?: CollectionTimeouts;
}

export interface CollectionProps extends CollectionOptions, NodesProps {}

/** Options to look up an existing collection. */
export interface CollectionLookupOptions extends NodesProps, NodeKeyOptions {
  /**
   * Provider configuration that can access the nodes.
   * @default - that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

type Given = NodesProps & NodeKeyOptions & Pick<TerraformMetaArguments, "provider" | "dependsOn">;

/** The members of every {@link ICollection}, and the methods for its documents. */
export abstract class CollectionBase extends Construct implements ICollection {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly apiKey?: string;
  readonly provider?: TerraformProvider;
  /** @internal */
  protected readonly nodes: NodesAttributes;
  abstract readonly collectionName: string;

  constructor(scope: Construct, id: string, owner: string, props: Given) {
    super(scope, id);
    this.nodes = nodesOf(this, owner, props);
    this.clusterId = this.nodes.clusterId;
    this.nodeUrls = this.nodes.nodeUrls;
    this.apiKey = this.nodes.apiKey;
    this.provider = this.nodes.provider;
  }

  importDocuments(id: string, options: DocumentsOptions): IDocuments {
    return new Documents(this, id, { ...options, collection: this });
  }

  expect(id: string, options: CollectionExpectationOptions): ICollectionExpectation {
    return new CollectionExpectation(this, id, { ...options, collection: this });
  }
}

/**
 * A collection of documents on the nodes of a cluster or of a self-hosted server. The plan of an edit, of a replacement and of a destroy
 * shows the number of affected documents; none are dropped without appearing in a plan.
 * @throws for missing or duplicate fields, for objects without nested fields, for a default sorting field that is missing, optional or
 * not sortable, for metadata that is not a JSON object, and unless there is exactly one of cluster and nodeUrls.
 */
export class Collection extends CollectionBase implements IManagedCollection {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = CollectionResource.tfResourceType;

  /**
   * Refers to an existing collection that is not managed here, without reading it.
   * @param collectionName - name of the collection, or an alias
   */
  static fromCollectionName(
    scope: Construct,
    id: string,
    collectionName: string,
    options: CollectionLookupOptions,
  ): ICollection {
    return new ImportedCollection(scope, id, collectionName, options);
  }

  private readonly resource: CollectionResource;
  /** @internal */
  readonly givenName: string;

  constructor(scope: Construct, id: string, props: CollectionProps) {
    super(scope, id, `Collection "${id}"`, props);
    const { cluster, keys, collectionName = id, fields, metadata, modelApiKeyWo, ...config } = props;
    this.givenName = collectionName;
    const resource = new CollectionResource(this, "Default", {
      ...config,
      ...this.nodes,
      ...schemaAttributes(`Collection "${id}"`, props),
      name: collectionName,
    });
    this.resource = withConditionBlocks(resource);
    if (modelApiKeyWo !== undefined) noteWriteOnly(resource, "modelApiKeyWo", modelApiKeyWo.value);
  }

  get collectionName(): string {
    return this.resource.name;
  }

  get createdAt(): string {
    return this.resource.createdAt;
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  importFrom(collectionName: string = this.givenName, provider?: TerraformProvider): void {
    importFromNodes(this.resource, this, collectionName, provider);
  }
}

/** A collection that is not managed here. */
export class ImportedCollection extends CollectionBase {
  constructor(
    scope: Construct,
    id: string,
    readonly collectionName: string,
    options: CollectionLookupOptions,
  ) {
    super(scope, id, `Collection "${id}"`, options);
  }
}
