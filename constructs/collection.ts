import { type TerraformProvider, Token } from "cdktf";
import type { Construct } from "constructs";
import { defaultSortingProblem, nestingProblem } from "../src/api/dataPlane/fieldRules";
import { check } from "./check";
import { CollectionBase } from "./collectionBase";
import type { ICollection, IManagedCollection, NodeKeyOptions } from "./collectionInterface";
import type { CollectionOptions } from "./collectionOptions";
import { withConditionBlocks } from "./conditionBlocks";
import { type FieldAttributes, jsonObjectText } from "./field";
import { Collection as CollectionResource } from "./generated/collection";
import { importFromNodes, type NodesProps } from "./nodesPart";

export interface CollectionProps extends CollectionOptions, NodesProps {}

/** How an existing collection is reached. */
export interface CollectionLookupOptions extends NodesProps, NodeKeyOptions {
  /**
   * Provider configuration that reaches the nodes.
   * @default - that of the cluster, else the stack's configuration without alias
   */
  readonly provider?: TerraformProvider;
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
      ...(metadata !== undefined && { metadata: jsonObjectText(`Collection "${id}"`, "metadata", metadata) }),
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
