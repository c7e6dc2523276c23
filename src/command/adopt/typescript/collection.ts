import type { CollectionConfiguration } from "../../../adoption";
import { type AdoptedAlias, type AdoptedCollection, LIVE_COMMENT } from "../model";
import {
  array,
  atom,
  type Code,
  call,
  comment,
  literal,
  object,
  optional,
  statement,
  template,
  templateOf,
} from "./code";

type Field = CollectionConfiguration["field"][number];

/** The variables of something on a cluster. */
interface Variables {
  readonly cluster: string;
  /** The provider configuration with the key of the cluster. @default - that of the stack */
  readonly provider: string | undefined;
  readonly variable: string;
}

/** Types of fields with their own method of `Field`. */
const METHODS: ReadonlyMap<string, string> = new Map(
  ["string", "int32", "int64", "float", "bool"].flatMap((type) => [
    [type, type],
    [`${type}[]`, `${type}Array`],
  ]),
);

/** Returns the statements that create a collection on a cluster, and import it. @param method of the cluster */
export function collectionStatements(
  { constructId, attributes }: AdoptedCollection,
  { cluster, provider, variable }: Variables,
  method: "addCollection" | "addLiveCollection" = "addCollection",
): string[] {
  const { name, field: fields, default_sorting_field, enable_nested_fields } = attributes;
  const props = object(
    {
      provider: provider === undefined ? undefined : atom(provider),
      collectionName: name === constructId ? undefined : template(name),
      fields: array(fields.map(fieldCode)),
      defaultSortingField: optional(default_sorting_field, template),
      enableNestedFields: optional(enable_nested_fields, atom),
      tokenSeparators: optional(attributes.token_separators, strings),
      symbolsToIndex: optional(attributes.symbols_to_index, strings),
      synonymSets: optional(attributes.synonym_sets, strings),
      curationSets: optional(attributes.curation_sets, strings),
      metadata: optional(attributes.metadata, jsonCode),
      voiceQueryModel: optional(attributes.voice_query_model, template),
      retain: optional(attributes.retain ?? null, atom),
    },
    true,
  );
  return [
    ...(method === "addLiveCollection" ? [comment(LIVE_COMMENT)] : []),
    statement(`const ${variable} = `, call(`${cluster}.${method}`, literal(constructId), props)),
    `${variable}.importFrom();`,
  ];
}

/** Returns the statements that create an alias on a cluster, and import it. @param collection the variable of its collection, if it has one */
export function aliasStatements(
  { name, collectionName }: AdoptedAlias,
  {
    constructId,
    cluster,
    provider,
    variable,
    collection,
  }: Variables & { readonly constructId: string; readonly collection?: string | undefined },
): string[] {
  const options = object({
    provider: provider === undefined ? undefined : atom(provider),
    aliasName: name === constructId ? undefined : template(name),
    collection: collection === undefined ? template(collectionName) : atom(collection),
  });
  return [
    statement(`const ${variable} = `, call(`${cluster}.addAlias`, literal(constructId), options)),
    `${variable}.importFrom();`,
  ];
}

function fieldCode(field: Field): Code {
  const { name, type } = field;
  const options = object({
    facet: optional(field.facet, atom),
    optional: optional(field.optional, atom),
    index: optional(field.index, atom),
    sort: optional(field.sort, atom),
    infix: optional(field.infix, atom),
    stem: optional(field.stem, atom),
    store: optional(field.store, atom),
    rangeIndex: optional(field.range_index, atom),
    locale: optional(field.locale, template),
    numDim: optional(field.num_dim, atom),
    reference: optional(field.reference, template),
    extra: optional(field.extra, jsonCode),
  });
  const method = METHODS.get(type);
  const first = method === undefined ? [template(name), template(type)] : [template(name)];
  return call(`Field.${method ?? "of"}`, ...first, ...(options.length === 0 ? [] : [options]));
}

/** Writes JSON as an object if that yields the same text, else as a string. */
function jsonCode(json: string): Code {
  // CDKTF would take this for the start of a token.
  const safe = json.replaceAll("{TfToken[", "\\u007bTfToken[");
  try {
    const value: unknown = JSON.parse(safe);
    if (JSON.stringify(value) === safe && !safe.includes('"__proto__"')) return valueCode(value);
  } catch {
    // Not valid JSON: the resource reports it.
  }
  return template(safe);
}

function valueCode(value: unknown): Code {
  if (typeof value === "string") return template(value);
  if (Array.isArray(value)) return array(value.map(valueCode));
  if (typeof value !== "object" || value === null) return atom(String(value).replace("e+", "e"));
  const entries = Object.entries(value).map(([name, one]) => [templateOf(name), valueCode(one)]);
  return object(Object.fromEntries(entries));
}

const strings = (values: readonly string[]): Code => array(values.map(template));
