import type { ITerraformDependable, TerraformMetaArguments, TerraformProvider } from "cdktf";
import type { IConstruct } from "constructs";
import type { IApiKeys } from "./apiKeysInterface";
import type { SearchParameters } from "./searchParameters";

/** With which data-plane key something on the nodes is read and written. */
export interface NodeKeyOptions {
  /**
   * The pair of keys of the cluster, of which the admin key is used, or a {@link Key} that allows what is needed. Cannot be
   * combined with apiKey.
   * @default - apiKey; without either, the key of the collection that it is for, else the provider's dataApiKey
   */
  readonly keys?: IApiKeys | IKey;

  /**
   * The key itself, of nodes whose keys are issued elsewhere. Prefer the environment variable SEARCHCLOUD_DATA_API_KEY: a
   * literal is readable in the synthesized files.
   * @default - keys; without either, the key of the collection that it is for, else the provider's dataApiKey
   */
  readonly apiKey?: string;
}

/** Where something is that runs on nodes. */
export interface INodesPart extends IConstruct {
  /**
   * Reference ID of the cluster.
   * @default - none: the nodes are named by their URLs
   */
  readonly clusterId?: string;

  /**
   * URLs of the nodes.
   * @default - none: they are those of a cluster
   */
  readonly nodeUrls?: string[];

  /**
   * Provider configuration that reaches it. What belongs to it in the same stack uses it too.
   * @default - the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

/** A collection of documents, created by this program or elsewhere. */
export interface ICollection extends INodesPart {
  /** Name of the collection. */
  readonly collectionName: string;

  /**
   * The data-plane key that it is managed with; sensitive.
   * @default - the provider's dataApiKey
   */
  readonly apiKey?: string;

  /** Imports documents into the collection: see {@link Documents}. */
  importDocuments(id: string, options: DocumentsOptions): IDocuments;

  /**
   * Searches the collection at the end of a deploy, after its imports, and fails the deploy when too few documents are
   * found: see {@link CollectionExpectation}.
   */
  expect(id: string, options: CollectionExpectationOptions): ICollectionExpectation;
}

/** A collection that this program creates: see {@link Collection}. */
export interface IManagedCollection extends ICollection, ITerraformDependable {
  /**
   * When it was created, in RFC 3339, as its server said when it came into the state. Servers set it anew when they restart, so
   * it identifies nothing.
   */
  readonly createdAt: string;

  /**
   * Imports an existing collection: the next deploy writes it to the state instead of creating it.
   * @param collectionName - its name. @default - that of the construct
   * @param provider - provider configuration that reaches it. @default - that of the construct
   */
  importFrom(collectionName?: string, provider?: TerraformProvider): void;
}

export function isManaged(collection: ICollection): collection is IManagedCollection {
  return "createdAt" in collection;
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

/** Another collection whose documents are imported. */
export interface DocumentsSource extends NodeKeyOptions {
  /** The other collection, on the same nodes or on others: `Collection.fromCollectionName` for one that is not managed here. */
  readonly collection: ICollection;

  /**
   * Which of its documents: `"in_stock:true"`.
   * @default - all
   */
  readonly filterBy?: string;
}

/** Exactly one of file, content and from; and Terraform's meta-arguments. */
export interface DocumentsOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Path of a file with one JSON document in each line. A relative path begins in the folder in which the program runs, that
   * of `cdktf.json`. In the synthesized files, the plan and the state it begins in the stack's folder, so that it is the same in
   * every checkout. Terraform reads the file at plan and at apply; the same documents in another file import nothing.
   * @default - content or from
   */
  readonly file?: string;

  /**
   * The documents themselves, one JSON document in each line.
   * @default - file or from
   */
  readonly content?: string;

  /**
   * Another collection. Its documents are not watched: a trigger imports them again.
   * @default - file or content
   */
  readonly from?: DocumentsSource;

  /**
   * What becomes of a document whose id exists already: `"upsert"` replaces it, `"create"` refuses it, `"update"` changes
   * the fields that are given and needs the document to exist, `"emplace"` does so or creates it.
   * @default "upsert"
   */
  readonly action?: "upsert" | "create" | "update" | "emplace" | (string & Record<never, never>);

  /**
   * How many documents the server indexes between two looks at its searches.
   * @default - the server's: 40
   */
  readonly batchSize?: number;

  /**
   * Any values. The documents are imported again when one of them changes, or another one is added. That a deploy replaces the
   * collection needs no trigger: the same deploy imports them into the new one.
   * @default - other documents alone import again
   */
  readonly triggers?: { [name: string]: string };
}

/** Documents that were imported: see {@link Documents}. */
export interface IDocuments extends INodesPart, ITerraformDependable {
  /** How many documents the last import has written. */
  readonly numImported: number;

  /** When the last import ended, in RFC 3339. */
  readonly importedAt: string;
}

/** A search, and what it has to find. */
export interface CollectionExpectationOptions extends NodeKeyOptions {
  /** Parameters of the search, by the server's names: `{ q: "*", query_by: "title" }`. */
  readonly query: SearchParameters;

  /**
   * The alias to search by, as applications do: a key that names an alias opens nothing under the collection's own name. The
   * search waits for it.
   * @default - the collection's own name
   */
  readonly alias?: ICollectionAlias;

  /**
   * How many documents it has to find.
   * @default 1
   */
  readonly foundAtLeast?: number;

  /**
   * What else must be there before the search, beside the collection and its imports.
   * @default - nothing
   */
  readonly dependsOn?: ITerraformDependable[];
}

/** A search that a deploy depends on: see {@link CollectionExpectation}. */
export interface ICollectionExpectation extends IConstruct, ITerraformDependable {
  /** How many documents were found. */
  readonly found: number;
}
