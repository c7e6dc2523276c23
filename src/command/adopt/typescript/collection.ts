import type { CollectionConfiguration } from "../../../adoption";
import type { AdoptedAlias, AdoptedCollection } from "../model";
import { array, atom, type Code, call, object, statement, templateOf, textCode } from "./code";

type Field = CollectionConfiguration["field"][number];

/** How what is on a cluster is called, and by which variables it is reached. */
interface Placed {
  readonly cluster: string;
  /** Of the provider's configuration with the key of the cluster; undefined: that of the stack. */
  readonly provider: string | undefined;
  readonly variable: string;
}

function providerProp(provider: string | undefined) {
  return { provider: provider === undefined ? undefined : atom(provider) };
}

/** The types that have a method of their own. */
const METHODS: ReadonlyMap<string, string> = new Map(
  ["string", "int32", "int64", "float", "bool"].flatMap((type) => [
    [type, type],
    [`${type}[]`, `${type}Array`],
  ]),
);

/** The statements that make a collection of a cluster and import it, each called as its variable says. */
export function collectionStatements(
  { constructId, attributes }: AdoptedCollection,
  { cluster, provider, variable }: Placed,
): string[] {
  const { name, field: fields, default_sorting_field, enable_nested_fields } = attributes;
  const props = object(
    {
      ...providerProp(provider),
      collectionName: name === constructId ? undefined : text(name),
      fields: array(fields.map(fieldCode)),
      defaultSortingField: textOr(default_sorting_field),
      enableNestedFields: flag(enable_nested_fields),
      tokenSeparators: textsOr(attributes.token_separators),
      symbolsToIndex: textsOr(attributes.symbols_to_index),
      synonymSets: textsOr(attributes.synonym_sets),
      curationSets: textsOr(attributes.curation_sets),
      metadata: attributes.metadata === null ? undefined : extraCode(attributes.metadata),
      voiceQueryModel: textOr(attributes.voice_query_model),
    },
    true,
  );
  return [
    statement(`const ${variable} = `, call(`${cluster}.addCollection`, textCode(constructId), props)),
    `${variable}.importFrom();`,
  ];
}

/** The statements that make an alias of a cluster and import it; `collection` is the variable of what it stands for. */
export function aliasStatements(
  { name, collectionName }: AdoptedAlias,
  {
    constructId,
    cluster,
    provider,
    variable,
    collection,
  }: Placed & { readonly constructId: string; readonly collection?: string | undefined },
): string[] {
  const options = object({
    ...providerProp(provider),
    aliasName: name === constructId ? undefined : text(name),
    collection: collection === undefined ? text(collectionName) : atom(collection),
  });
  return [
    statement(`const ${variable} = `, call(`${cluster}.addAlias`, textCode(constructId), options)),
    `${variable}.importFrom();`,
  ];
}

function fieldCode(field: Field): Code {
  const { name, type } = field;
  const options = object({
    facet: flag(field.facet),
    optional: flag(field.optional),
    index: flag(field.index),
    sort: flag(field.sort),
    infix: flag(field.infix),
    stem: flag(field.stem),
    store: flag(field.store),
    rangeIndex: flag(field.range_index),
    locale: textOr(field.locale),
    numDim: field.num_dim === null ? undefined : atom(field.num_dim),
    reference: textOr(field.reference),
    extra: field.extra === null ? undefined : extraCode(field.extra),
  });
  const method = METHODS.get(type);
  const first = method === undefined ? [text(name), text(type)] : [text(name)];
  const isPlain = options.kind === "object" && options.entries.length === 0;
  return call(`Field.${method ?? "of"}`, ...first, ...(isPlain ? [] : [options]));
}

/** As an object where that means the same text, else as the text. */
function extraCode(extra: string): Code {
  // Just there, CDKTF would take it for a value that is known only at deploy.
  const safe = extra.replaceAll("{TfToken[", "\\u007bTfToken[");
  try {
    const value: unknown = JSON.parse(safe);
    if (JSON.stringify(value) === safe && !safe.includes('"__proto__"')) return valueCode(value);
  } catch {
    // The resource says what is wrong with it.
  }
  return text(safe);
}

function valueCode(value: unknown): Code {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return array(value.map(valueCode));
  if (typeof value !== "object" || value === null) return atom(String(value).replace("e+", "e"));
  const entries = Object.entries(value).map(([name, one]) => [templateOf(name), valueCode(one)]);
  return object(Object.fromEntries(entries));
}

const text = (value: string): Code => textCode(templateOf(value));
const textOr = (value: string | null) => (value === null ? undefined : text(value));
const textsOr = (values: readonly string[] | null) => (values === null ? undefined : array(values.map(text)));
const flag = (value: boolean | null) => (value === null ? undefined : atom(value));
