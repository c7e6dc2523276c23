import type { TerraformProvider } from "cdktf";
import { Construct } from "constructs";
import { CollectionExpectation } from "./collectionExpectation";
import type {
  CollectionExpectationOptions,
  DocumentsOptions,
  ICollection,
  ICollectionExpectation,
  IDocuments,
  NodeKeyOptions,
} from "./collectionInterface";
import { Documents } from "./documents";
import { type NodesProps, nodesOf } from "./nodesPart";

type Given = NodesProps & NodeKeyOptions & { readonly provider?: TerraformProvider };

/** What every {@link ICollection} offers, and what can be done with its documents. */
export abstract class CollectionBase extends Construct implements ICollection {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly apiKey?: string;
  readonly provider?: TerraformProvider;
  abstract readonly collectionName: string;

  constructor(scope: Construct, id: string, props: Given) {
    super(scope, id);
    const nodes = nodesOf(this, `Collection "${id}"`, props);
    this.clusterId = nodes.clusterId;
    this.nodeUrls = nodes.nodeUrls;
    this.apiKey = nodes.apiKey;
    this.provider = nodes.provider;
  }

  importDocuments(id: string, options: DocumentsOptions): IDocuments {
    return new Documents(this, id, { ...options, collection: this });
  }

  expect(id: string, options: CollectionExpectationOptions): ICollectionExpectation {
    return new CollectionExpectation(this, id, { ...options, collection: this });
  }
}
