import type { IResolvable, ITerraformDependable, TerraformProvider } from "cdktf";
import { Token } from "cdktf";
import type { Construct } from "constructs";
import { check } from "./checks";
import {
  CollectionBase,
  type CollectionLookupOptions,
  type ICollection,
  ImportedCollection,
} from "./collection";
import type { SearchParameters } from "./collectionExpectation";
import { type CollectionSchemaOptions, schemaAttributes } from "./collectionSchema";
import { checkComparedQueries, comparedBlock } from "./comparedQueries";
import { noteWriteOnly } from "./ephemeralVariable";
import type { FieldAttributes } from "./field";
import { LiveCollection as LiveCollectionResource } from "./generated/live-collection";
import { importFromNodes, type NodesProps } from "./nodesPart";
import { withConditionBlocks } from "./workarounds";

/** A search that a new version must answer as the live version does. */
export interface VersionQueryOptions {
  /**
   * Name in messages.
   * @default - derived from q and query_by
   */
  readonly name?: string;

  /** Parameters of the search, by the server's names: `{ q: "shoes", query_by: "title" }`. They are the same for both versions. */
  readonly parameters: SearchParameters;

  /**
   * Number of top documents that must be equal and in the same order, 0 to 250. 0 compares none.
   * @default 0, because a new schema may change the order
   */
  readonly sameTop?: number;

  /**
   * Allowed difference in the number of found documents, in percent of the live version's number, 0 to 100.
   * @default 0
   */
  readonly tolerance?: number;

  /**
   * Allowed ratio of the search times, new to live, at least 1: the medians of five runs each.
   * @default - times are not compared, and the search runs once
   */
  readonly maxSlowdown?: number;
}

/** Timeouts: durations such as `45m` or `1h30m`. */
export interface LiveCollectionTimeouts {
  /**
   * Time for the first version and its alias to be created.
   * @default "5m"
   */
  readonly create?: string;

  /**
   * Time for an edit, including the copy of the documents. After it, the next deploy resumes.
   * @default "12h"
   */
  readonly update?: string;

  /**
   * Time for the alias and the versions to be deleted.
   * @default "10m"
   */
  readonly delete?: string;
}

/** The schema of a live collection, the settings of its edits, and Terraform's meta-arguments. */
export interface LiveCollectionOptions extends CollectionSchemaOptions {
  /**
   * Name that applications search and write by: an alias. A new name means another live collection, without these documents.
   * @default - the construct's id
   */
  readonly collectionName?: string;

  /**
   * Name of a field with the time at which the application last wrote the document: an `int64` or `int32` that is indexed. Every write
   * must set it to the current time. By it, an edit finds the documents that were written while it copied.
   * @default - none: documents that are edited while they are copied lose that edit; new and deleted ones are found
   */
  readonly updatedAtField?: string;

  /**
   * Unit of updatedAtField, since 1970: `"s"`, or `"ms"` for an `int64`.
   * @default "s"
   */
  readonly updatedAtUnit?: "s" | "ms" | (string & Record<never, never>);

  /**
   * Searches that a new version must answer as the live version does, before the alias moves.
   * @default - none: only the documents are compared
   */
  readonly queries?: readonly VersionQueryOptions[];

  /**
   * Number of versions that are kept behind the live one, 0 to 3. If an edit is reverted, a kept version becomes live again without a
   * full copy.
   * @default 1
   */
  readonly retain?: number;

  /**
   * Way to edit the schema: `"auto"` edits the live version in place where the server can, and creates a new version otherwise; `"copy"`
   * always creates a new version, so that no edit holds back writes.
   * @default "auto"
   */
  readonly strategy?: "auto" | "copy" | (string & Record<never, never>);

  /**
   * Keeps a new version whose documents or answers differ, for inspection.
   * @default - it is deleted
   */
  readonly keepOnFailure?: boolean | IResolvable;

  /**
   * Timeouts of the operations.
   * @default - 5 minutes to create, 12 hours to update, 10 minutes to delete
   */
  readonly timeouts?: LiveCollectionTimeouts;
}

export interface LiveCollectionProps extends LiveCollectionOptions, NodesProps {}

/** A collection behind an alias, which any edit replaces without downtime: see {@link LiveCollection}. */
export interface ILiveCollection extends ICollection, ITerraformDependable {
  /** Name of the live version: the collection that the alias leads to. Each edit that needs another version changes it. */
  readonly liveVersionName: string;

  /** The versions, for outputs, the live one first: a list of `{ name, created_at, documents, live }`. */
  readonly versions: IResolvable;

  /** Work that is left: `ready` (none), `copying`, `settling`, or `detached` if somebody else has moved the alias. */
  readonly step: string;

  /**
   * Imports an existing alias with its collection: the next deploy writes them to the state instead of creating them.
   * @param collectionName - the alias. @default - that of the construct
   * @param provider - provider configuration that can access it. @default - that of the construct
   */
  importFrom(collectionName?: string, provider?: TerraformProvider): void;
}

/**
 * A collection behind an alias. An edit that a server cannot make in place, such as another default sorting field, creates a second
 * version, copies the documents, carries over what is written meanwhile, compares both versions, and then moves the alias. Searches and
 * writes by the alias do not fail, and a deploy that is interrupted is resumed by the next one.
 *
 * ```ts
 * products.addLiveCollection("catalog", {
 *   fields: [Field.string("title"), Field.float("price"), Field.int64("updated_at")],
 *   defaultSortingField: "price",
 *   updatedAtField: "updated_at",
 * });
 * ```
 * @throws as {@link Collection}, for an updatedAtField that is not an indexed integer, for a query that cannot compare anything, for
 * retain that is not 0 to 3, and for metadata with the property in which versions keep their state.
 */
export class LiveCollection extends CollectionBase implements ILiveCollection {
  /** Type of the resource in Terraform and in CDKTF's test matchers. */
  static readonly tfResourceType = LiveCollectionResource.tfResourceType;

  /**
   * Refers to an existing live collection that is not managed here, without reading it.
   * @param collectionName - the alias
   */
  static fromLiveCollectionName(
    scope: Construct,
    id: string,
    collectionName: string,
    options: CollectionLookupOptions,
  ): ICollection {
    return new ImportedCollection(scope, id, collectionName, options);
  }

  private readonly resource: LiveCollectionResource;
  /** @internal */
  readonly givenName: string;

  constructor(scope: Construct, id: string, props: LiveCollectionProps) {
    const owner = `LiveCollection "${id}"`;
    super(scope, id, owner, props);
    const {
      cluster,
      keys,
      collectionName = id,
      fields,
      metadata,
      modelApiKeyWo,
      queries = [],
      ...config
    } = props;
    this.givenName = collectionName;
    const schema = schemaAttributes(owner, props);
    checkUpdatedAt(owner, schema.field, props);
    checkMetadata(owner, schema.metadata);
    checkRetain(owner, props.retain);
    checkComparedQueries(owner, queries);
    const resource = new LiveCollectionResource(this, "Default", {
      ...config,
      ...this.nodes,
      ...schema,
      name: collectionName,
      query: queries.length > 0 ? queries.map(comparedBlock) : undefined,
    });
    this.resource = withConditionBlocks(resource);
    if (modelApiKeyWo !== undefined) noteWriteOnly(resource, "modelApiKeyWo", modelApiKeyWo.value);
  }

  get collectionName(): string {
    return this.resource.name;
  }

  get liveVersionName(): string {
    return this.resource.collectionName;
  }

  get versions(): IResolvable {
    return this.resource.interpolationForAttribute("versions");
  }

  get step(): string {
    return this.resource.step;
  }

  /** Address of the resource, so that `dependsOn` can name this construct. */
  get fqn(): string {
    return this.resource.fqn;
  }

  importFrom(collectionName: string = this.givenName, provider?: TerraformProvider): void {
    importFromNodes(this.resource, this, collectionName, provider);
  }
}

function checkUpdatedAt(
  owner: string,
  fields: readonly FieldAttributes[],
  { updatedAtField: name, updatedAtUnit: unit }: LiveCollectionOptions,
): void {
  if (name === undefined || name === "") {
    check(
      unit === undefined,
      `${owner} has updatedAtUnit without updatedAtField: pass the name of the field with the time of the last write, or leave the unit out.`,
    );
    return;
  }
  const known = fields.filter((field) => !Token.isUnresolved(field.name));
  const field = known.find((one) => one.name === name);
  if (Token.isUnresolved(name)) return;
  check(
    field !== undefined || known.length < fields.length,
    `${owner} has the updatedAtField "${name}", which is not one of its fields (${known.map((one) => one.name).join(", ")}): ` +
      `add Field.int64("${name}").`,
  );
  if (field === undefined || Token.isUnresolved(field.type)) return;
  const { type, index } = field;
  check(
    type === "int64" || type === "int32",
    `${owner} has the updatedAtField "${name}", a field of type ${type}, but times are whole numbers: pass one of type int64.`,
  );
  check(
    index !== false,
    `${owner} has the updatedAtField "${name}", a field without an index, but edits filter by it: leave index out.`,
  );
  check(
    unit !== "ms" || type === "int64",
    `${owner} has the updatedAtField "${name}" in milliseconds, which do not fit its type int32: change it to int64, or count seconds.`,
  );
}

function checkMetadata(owner: string, metadata: string | undefined): void {
  if (metadata === undefined || Token.isUnresolved(metadata)) return;
  const reserved = LiveCollectionResource.tfResourceType;
  check(
    !(reserved in (JSON.parse(metadata) as object)),
    `${owner} has the property ${reserved} in metadata, in which each version keeps its state: rename the property.`,
  );
}

function checkRetain(owner: string, retain: number | undefined): void {
  check(
    retain === undefined ||
      Token.isUnresolved(retain) ||
      (Number.isInteger(retain) && retain >= 0 && retain <= 3),
    `${owner} has retain ${retain}: pass the number of versions to keep behind the live one, 0 to 3.`,
  );
}
