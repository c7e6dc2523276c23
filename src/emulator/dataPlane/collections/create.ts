import { EVERY_FIELD } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import { type ClusterData, copyOfCollection, type StoredCollection } from "../../domain/store/data";
import { badRequest, NodeRefusalError, refused } from "../call";
import { isByte, isUnsigned, type Json } from "../json";
import { embeddingDimensions } from "./embed";
import { parsedField } from "./fieldJson";
import { voiceModel } from "./models";
import { schemaProblem } from "./schema";

/** The context of a create. */
interface CreateContext {
  readonly from30: boolean;
  /** True if a default sorting field is required. */
  readonly needsSorting: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** Returns the initial state of a collection, besides the settings of its create. */
export function emptyCollection(now: number) {
  return {
    createdAt: now,
    alteringUntil: 0,
    alteration: null,
    persisted: null,
    documents: new Map(),
    synonyms: new Map(),
    overrides: new Map(),
    nextDocumentId: 0,
  };
}

/**
 * Creates a collection, with checks in the server's order.
 * @throws NodeRefusalError 400 for an invalid body, 404 for a missing set, 409 for an existing name
 */
export function createdCollection(
  data: ClusterData,
  given: unknown,
  { from30, needsSorting, now }: CreateContext,
): StoredCollection {
  const body: Json = isRecord(given) ? given : {};
  const { name, fields: list, metadata = {} } = body;
  if (name === undefined) throw refused("Parameter `name` is required.");
  if (typeof name !== "string" || name === "") {
    throw refused("Parameter `name` must be a non-empty string.");
  }
  if (list === undefined) throw refused("Parameter `fields` is required.");
  if (needsSorting && !("default_sorting_field" in body)) {
    throw refused("Parameter `default_sorting_field` is required.");
  }
  const options = checkedOptions(data, body, from30);
  if (!Array.isArray(list) || list.length === 0) {
    throw refused(
      "The `fields` value should be an array of objects containing `name`, `type` and optionally, `facet` properties.",
    );
  }
  if (!isRecord(metadata)) throw refused("The `metadata` value should be an object.");
  if (options.default_sorting_field === "id") {
    throw refused("Invalid `default_sorting_field` value: cannot be `id`.");
  }
  const context = { collection: name, enable_nested_fields: options.enable_nested_fields, from30 };
  const fields = parsedFields(list, context);
  const voice_query_model = "voice_query_model" in body ? voiceModel(body.voice_query_model) : null;
  return addCollection(data, {
    ...emptyCollection(now),
    ...options,
    ...{ name, fields, metadata, voice_query_model },
  });
}

/** Adds a collection with valid parts. @throws NodeRefusalError 400 for its schema, 409 for its name */
export function addCollection(data: ClusterData, collection: StoredCollection): StoredCollection {
  const { name } = collection;
  if (data.collections.has(name)) {
    throw new NodeRefusalError(409, `A collection with name \`${name}\` already exists.`);
  }
  const problem = schemaProblem(collection);
  if (problem !== null) throw refused(problem);
  data.collections.set(name, collection);
  return collection;
}

function checkedOptions(data: ClusterData, body: Json, from30: boolean) {
  const {
    default_sorting_field = "",
    num_memory_shards = 4,
    symbols_to_index = [],
    token_separators = [],
    enable_nested_fields = false,
  } = body;
  if (typeof default_sorting_field !== "string") {
    throw refused(
      "`default_sorting_field` should be a string. It should be the name of an int32/float field.",
    );
  }
  if (!isUnsigned(num_memory_shards)) throw refused("`num_memory_shards` should be a positive integer.");
  const lists = { symbols_to_index, token_separators };
  for (const [name, value] of Object.entries(lists)) {
    if (!Array.isArray(value)) throw refused(`\`${name}\` should be an array of character symbols.`);
  }
  if (typeof enable_nested_fields !== "boolean") {
    throw refused("`enable_nested_fields` should be a boolean.");
  }
  const sets = from30 ? setsOf(data, body) : { synonym_sets: [], curation_sets: [] };
  const symbols = bytesOf("symbols_to_index", symbols_to_index);
  const separators = bytesOf("token_separators", token_separators);
  if (num_memory_shards === 0) throw refused("`num_memory_shards` should be a positive integer.");
  return {
    default_sorting_field,
    enable_nested_fields,
    symbols_to_index: symbols,
    token_separators: separators,
    ...sets,
  };
}

function bytesOf(name: string, value: unknown): readonly string[] {
  if (Array.isArray(value) && value.every(isByte)) return value;
  throw refused(`\`${name}\` should be an array of character symbols.`);
}

function setsOf(data: ClusterData, { synonym_sets = [], curation_sets = [] }: Json) {
  if (!Array.isArray(synonym_sets)) throw refused("`synonym_sets` should be an array of synonym sets.");
  if (!Array.isArray(curation_sets)) throw refused("`curation_sets` should be an array of curation sets.");
  return {
    synonym_sets: namesOf(data, "synonym_sets", synonym_sets),
    curation_sets: namesOf(data, "curation_sets", curation_sets),
  };
}

/** The kinds of sets that a collection refers to. */
export type SetKind = "synonym_sets" | "curation_sets";

function namesOf(data: ClusterData, kind: SetKind, names: readonly unknown[]): readonly string[] {
  return names.map((name) => {
    if (typeof name === "string" && name !== "") return checkedSet(data, kind, name);
    throw refused(`\`${kind}\` should be an array of non-empty strings.`);
  });
}

/** Returns the name of an existing set. @throws NodeRefusalError 404 for a missing one */
export function checkedSet({ named }: ClusterData, kind: SetKind, name: string): string {
  if (named[kind].has(name)) return name;
  const set = kind === "synonym_sets" ? "Synonym" : "Curation";
  throw new NodeRefusalError(404, `${set} set \`${name}\` not found.`);
}

function parsedFields(list: readonly unknown[], context: Parameters<typeof parsedField>[1]) {
  const fields = list.flatMap((given) => {
    // The server reads a field that is null as one whose name is null.
    if (given !== null && !isRecord(given)) throw badRequest();
    if (given?.name === "id") return [];
    const sent = given === null ? given : { ...given, name: given.name ?? null };
    const { field, json } = parsedField(sent, context);
    const num_dim = embeddingDimensions(json, { sent: list, known: new Map() });
    return [num_dim === null ? field : { ...field, num_dim }];
  });
  if (fields.filter(({ name }) => name === EVERY_FIELD).length > 1) {
    throw refused("There can be only one field named `.*`.");
  }
  return fields;
}

/**
 * Creates a collection with the schema of another one, without metadata and documents.
 * @param source its name, not an alias
 * @param now epoch milliseconds
 * @throws NodeRefusalError 400
 */
export function clonedCollection(
  data: ClusterData,
  source: string,
  given: unknown,
  now: number,
): StoredCollection {
  const found = data.collections.get(source);
  if (found === undefined) throw refused(`Collection with name \`${source}\` not found.`);
  const name = isRecord(given) ? given.name : undefined;
  if (typeof name !== "string") throw refused("Collection name must be provided.");
  if (data.collections.has(name)) throw refused(`Collection with name \`${name}\` already exists.`);
  const { synonyms, overrides } = copyOfCollection(found);
  return addCollection(data, {
    ...found,
    ...emptyCollection(now),
    ...{ name, synonyms, overrides, metadata: {} },
  });
}
