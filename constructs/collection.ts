import {
  type IResolvable,
  type ITerraformDependable,
  type TerraformMetaArguments,
  type TerraformProvider,
  Token,
} from "cdktf";
import { Construct } from "constructs";
import { defaultSortingProblem, nestingProblem } from "../src/api/dataPlane/fieldRules";
import { check } from "./checks";
import {
  CollectionExpectation,
  type CollectionExpectationOptions,
  type ICollectionExpectation,
} from "./collectionExpectation";
import { Documents, type DocumentsOptions, type IDocuments } from "./documents";
import { type Field, type FieldAttributes, jsonObject } from "./field";
import { Collection as CollectionResource } from "./generated/collection";
import { type INodesPart, importFromNodes, type NodeKeyOptions, type NodesProps, nodesOf } from "./nodesPart";
import { withConditionBlocks } from "./workarounds";

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

/** How long to wait; durations such as `45m` or `1h30m`. */
export interface CollectionTimeouts {
  /**
   * For the collection to be created.
   * @default "5m"
   */
  readonly create?: string;

  /**
   * For an edit of the fields to be indexed, and for somebody else's edit that has to end first.
   * @default "1h"
   */
  readonly update?: string;

  /**
   * For the collection to be dropped.
   * @default "10m"
   */
  readonly delete?: string;
}

/** The schema of a collection, and Terraform's meta-arguments. */
export interface CollectionOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Name of the collection. Another name is another collection: see replacement.
   * @default - the construct's id
   */
  readonly collectionName?: string;

  /**
   * The fields that are indexed, at least one. They are edited in place: the server indexes the documents again, and refuses a
   * type that they do not fit. An edit of the default sorting field needs another collection.
   */
  readonly fields: readonly Field[];

  /**
   * Name of a field that orders results when a search says nothing: a number, a bool, or a string with `sort`, that is not
   * optional. Another one is another collection, and so is an edit of that field.
   * @default - none
   */
  readonly defaultSortingField?: string;

  /**
   * Whether fields can be objects, and be named by path: `"author.name"`. Another value is another collection.
   * @default - the server's: false
   */
  readonly enableNestedFields?: boolean | IResolvable;

  /**
   * Characters that separate words, beside blanks. Others are another collection.
   * @default - none
   */
  readonly tokenSeparators?: string[];

  /**
   * Special characters that are indexed rather than ignored. Others are another collection.
   * @default - none
   */
  readonly symbolsToIndex?: string[];

  /**
   * Names of the sets of synonyms that its searches use. Changed in place.
   * @default - none
   */
  readonly synonymSets?: string[];

  /**
   * Names of the sets of curations that its searches use. Changed in place.
   * @default - none
   */
  readonly curationSets?: string[];

  /**
   * What the server keeps with the collection: an object, or JSON of one. Changed in place.
   * @default - what is there is left alone
   */
  readonly metadata?: string | { readonly [property: string]: unknown };

  /**
   * Name of the model that turns spoken searches into text, such as `"ts/whisper/base.en"`. Another one is another collection.
   * @default - none
   */
  readonly voiceQueryModel?: string;

  /**
   * What happens to an edit that needs another collection while this one holds documents: `"refuse"` is an error at plan,
   * `"allow"` drops the collection with its documents and creates another. Without downtime, create a second collection and
   * edit the alias.
   * @default "refuse"
   */
  readonly replacement?: "refuse" | "allow" | (string & Record<never, never>);

  /**
   * Whether to refuse every plan that would drop the collection. Turn it off in a deploy of its own first.
   * @default false
   */
  readonly deletionProtection?: boolean | IResolvable;

  /**
   * How long to wait for the server.
   * @default - 5 minutes to create, 1 hour to update, 10 minutes to delete
   */
  readonly timeouts?: CollectionTimeouts;
}

export interface CollectionProps extends CollectionOptions, NodesProps {}

/** How an existing collection is reached. */
export interface CollectionLookupOptions extends NodesProps, NodeKeyOptions {
  /**
   * Provider configuration that reaches the nodes.
   * @default - that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
}

type Given = NodesProps & NodeKeyOptions & { readonly provider?: TerraformProvider };

/** What every {@link ICollection} offers, and what can be done with its documents. */
abstract class CollectionBase extends Construct implements ICollection {
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

/**
 * A collection of documents on the nodes of a cluster or of a server of your own. The plan of an edit, of a replacement and
 * of a destroy says how many documents it concerns; none are dropped that no plan has named.
 * @throws when there is no field or one of them twice, or an object without nested fields, when the default sorting field is none of them,
 * cannot be sorted by or is optional, when metadata is no JSON object, and unless there is exactly one of cluster and nodeUrls.
 */
export class Collection extends CollectionBase implements IManagedCollection {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = CollectionResource.tfResourceType;

  /**
   * An existing collection that is not managed here. Nothing is read for it.
   * @param collectionName - name of the collection, or an alias of it
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
    super(scope, id, props);
    const { cluster, keys, collectionName = id, fields, metadata, ...config } = props;
    const { clusterId, nodeUrls, apiKey, provider } = this;
    const field = fields.map(({ attributes }) => attributes);
    checkFields(`Collection "${id}"`, field, props.enableNestedFields);
    checkSorting(`Collection "${id}"`, field, props.defaultSortingField);
    this.givenName = collectionName;
    const nodes = { clusterId, nodeUrls, apiKey, provider };
    const all = {
      ...config,
      ...nodes,
      name: collectionName,
      field,
      ...(metadata !== undefined && { metadata: jsonObject(`Collection "${id}"`, "metadata", metadata) }),
    };
    this.resource = withConditionBlocks(new CollectionResource(this, "Default", all));
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
class ImportedCollection extends CollectionBase {
  constructor(
    scope: Construct,
    id: string,
    readonly collectionName: string,
    options: CollectionLookupOptions,
  ) {
    super(scope, id, options);
  }
}

function checkFields(owner: string, fields: readonly FieldAttributes[], nested: unknown): void {
  check(
    fields.length > 0,
    `${owner} has no field, but a server has to know what to index: pass at least one, such as Field.string("title").`,
  );
  const names = fields.map(({ name }) => name).filter((name) => !Token.isUnresolved(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  check(
    twice === undefined,
    `${owner} has the field "${twice}" twice, but a document has one of each name: remove one of them.`,
  );
  if (nested === true || Token.isUnresolved(nested)) return;
  for (const field of fields) {
    const problem = nestingProblem(field, false);
    check(
      problem === undefined,
      `${owner} has the field "${field.name}" of ${problem?.got}, but ${problem?.but}: pass enableNestedFields: true.`,
    );
  }
}

function checkSorting(owner: string, fields: readonly FieldAttributes[], sorting: string | undefined): void {
  if (sorting === undefined || sorting === "" || Token.isUnresolved(sorting)) return;
  const known = fields.filter(({ name }) => !Token.isUnresolved(name));
  const field = known.find(({ name }) => name === sorting);
  check(
    field !== undefined || known.length < fields.length,
    `${owner} has the defaultSortingField "${sorting}", which is none of its fields (${known.map(({ name }) => name).join(", ")}): ` +
      "pass the name of one that holds a number.",
  );
  if (field === undefined || Token.isUnresolved(field.type) || Token.isUnresolved(field.sort)) return;
  const problem = defaultSortingProblem({ ...field });
  check(
    problem === undefined,
    `${owner} has the defaultSortingField "${sorting}", ${problem?.got}, but ${problem?.but}: ${problem?.fix}.`,
  );
}
