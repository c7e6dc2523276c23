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
import { noteWriteOnly, type WriteOnlyValue } from "./ephemeralVariable";
import { type Field, type FieldAttributes, jsonObject } from "./field";
import { Collection as CollectionResource } from "./generated/collection";
import { type INodesPart, importFromNodes, type NodeKeyOptions, type NodesProps, nodesOf } from "./nodesPart";
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

/** The schema of a collection, and Terraform's meta-arguments. */
export interface CollectionOptions extends TerraformMetaArguments, NodeKeyOptions {
  /**
   * Name of the collection. A new name means a new collection: see replacement.
   * @default - the construct's id
   */
  readonly collectionName?: string;

  /**
   * The indexed fields, at least one. They are edited in place: the server indexes the documents again, and rejects a type that does
   * not match them. An edit of the default sorting field requires a new collection.
   */
  readonly fields: readonly Field[];

  /**
   * Name of the field that sorts results by default: a number, a boolean, or a string with `sort`, and not optional. An edit
   * requires a new collection, as does an edit of that field.
   * @default - none
   */
  readonly defaultSortingField?: string;

  /**
   * Allows fields that are objects, and names by path: `"author.name"`. An edit requires a new collection.
   * @default - the server's: false
   */
  readonly enableNestedFields?: boolean | IResolvable;

  /**
   * Characters that separate words, in addition to blanks. An edit requires a new collection.
   * @default - none
   */
  readonly tokenSeparators?: string[];

  /**
   * Special characters to index instead of ignoring them. An edit requires a new collection.
   * @default - none
   */
  readonly symbolsToIndex?: string[];

  /**
   * Names of the synonym sets for its searches. Changed in place.
   * @default - none
   */
  readonly synonymSets?: string[];

  /**
   * Names of the curation sets for its searches. Changed in place.
   * @default - none
   */
  readonly curationSets?: string[];

  /**
   * Metadata of the collection: an object, or its JSON. Changed in place.
   * @default - existing metadata is not changed
   */
  readonly metadata?: string | { readonly [property: string]: unknown };

  /**
   * Name of the model for spoken searches, such as `"ts/whisper/base.en"`. An edit requires a new collection.
   * @default - none
   */
  readonly voiceQueryModel?: string;

  /**
   * API key of the services whose models compute the vectors of fields (`openai/…`, `azure/…`), for each field whose `extra` has no
   * credential of its own. It is stored neither in the state nor in a saved plan. Another version sends the key again, and the server
   * indexes these fields again. Requires Terraform 1.11 or OpenTofu 1.11; on cdktn, `targetVersions` in `cdktf.json` must include
   * `{ "terraform": ">=1.11.0" }`.
   * @default - none
   */
  readonly modelApiKeyWo?: WriteOnlyValue;

  /**
   * Effect of an edit that requires a new collection while this one has documents: `"refuse"` is an error at plan; `"allow"` drops
   * the collection with its documents and creates a new one. To avoid downtime, create a second collection and edit the alias.
   * @default "refuse"
   */
  readonly replacement?: "refuse" | "allow" | (string & Record<never, never>);

  /**
   * Rejects every plan that would drop the collection. To drop it, first turn this off in a separate deploy.
   * @default false
   */
  readonly deletionProtection?: boolean | IResolvable;

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
abstract class CollectionBase extends Construct implements ICollection {
  readonly clusterId?: string;
  readonly nodeUrls?: string[];
  readonly apiKey?: string;
  readonly provider?: TerraformProvider;
  /** @internal */
  protected readonly dependencies?: ITerraformDependable[];
  abstract readonly collectionName: string;

  constructor(scope: Construct, id: string, props: Given) {
    super(scope, id);
    const nodes = nodesOf(this, `Collection "${id}"`, props);
    this.clusterId = nodes.clusterId;
    this.nodeUrls = nodes.nodeUrls;
    this.apiKey = nodes.apiKey;
    this.provider = nodes.provider;
    this.dependencies = nodes.dependsOn;
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
    super(scope, id, props);
    const { cluster, keys, collectionName = id, fields, metadata, modelApiKeyWo, ...config } = props;
    const { clusterId, nodeUrls, apiKey, provider, dependencies: dependsOn } = this;
    const field = fields.map(({ attributes }) => attributes);
    checkFields(`Collection "${id}"`, field, props.enableNestedFields);
    checkSorting(`Collection "${id}"`, field, props.defaultSortingField);
    this.givenName = collectionName;
    const nodes = { clusterId, nodeUrls, apiKey, provider, dependsOn };
    const all = {
      ...config,
      ...nodes,
      name: collectionName,
      field,
      ...(metadata !== undefined && { metadata: jsonObject(`Collection "${id}"`, "metadata", metadata) }),
    };
    const modelKey = { modelApiKeyWo: modelApiKeyWo?.value, modelApiKeyWoVersion: modelApiKeyWo?.version };
    this.resource = withConditionBlocks(new CollectionResource(this, "Default", { ...all, ...modelKey }));
    if (modelApiKeyWo !== undefined) noteWriteOnly(this.resource, "modelApiKeyWo", modelApiKeyWo.value);
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
    `${owner} has no fields, but a collection indexes at least one: pass one such as Field.string("title").`,
  );
  const names = fields.map(({ name }) => name).filter((name) => !Token.isUnresolved(name));
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  check(
    twice === undefined,
    `${owner} has the field "${twice}" twice, but field names are unique: remove one of them.`,
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
    `${owner} has the defaultSortingField "${sorting}", which is not one of its fields (${known.map(({ name }) => name).join(", ")}): ` +
      "pass the name of a field for numbers.",
  );
  if (field === undefined || Token.isUnresolved(field.type) || Token.isUnresolved(field.sort)) return;
  const problem = defaultSortingProblem({ ...field });
  check(
    problem === undefined,
    `${owner} has the defaultSortingField "${sorting}", ${problem?.got}, but ${problem?.but}: ${problem?.fix}.`,
  );
}
