/**
 * The fields of a collection: their types, and what a server fills in for an attribute that is left out (data-plane API,
 * Collection; docs/design/api-assumptions.md#data-plane). Pure data and text: constructs import it.
 */

/** Every type of values that servers up to version 30 have. The API document lists the first ten. */
export const FIELD_TYPES = [
  "string",
  "string[]",
  "int32",
  "int32[]",
  "int64",
  "int64[]",
  "float",
  "float[]",
  "bool",
  "bool[]",
  "geopoint",
  "geopoint[]",
  "geopolygon",
  "object",
  "object[]",
  "image",
  "auto",
  "string*",
] as const;

/** The attributes of a field that are flags. */
export const FIELD_FLAGS = [
  "facet",
  "optional",
  "index",
  "sort",
  "infix",
  "stem",
  "store",
  "range_index",
] as const;

export type FieldFlag = (typeof FIELD_FLAGS)[number];

/** Every attribute of a field that has a default, as a server spells it out. */
export interface FieldSettings extends Readonly<Record<FieldFlag, boolean>> {
  readonly locale: string;
  /** 0: not a vector. */
  readonly num_dim: number;
  /** "": refers to nothing. */
  readonly reference: string;
}

export interface TypedField {
  readonly name: string;
  readonly type: string;
  /** One that is not empty turns stemming on. */
  readonly stem_dictionary?: unknown;
}

/** Of a field's other properties, those whose defaults are known; a server spells out those that it has. */
export const EXTRA_DEFAULTS: { readonly [property: string]: unknown } = {
  vec_dist: "cosine",
  hnsw_params: { M: 16, ef_construction: 200 },
  stem_dictionary: "",
  truncate_len: 100,
  token_separators: [],
  symbols_to_index: [],
  async_reference: false,
  cascade_delete: true,
  embed: {},
};

/** What a server works out by itself and may show beside a field. Nobody can set it. */
export const COMPUTED_PROPERTIES: readonly string[] = ["nested", "nested_array"];

/** The types whose values order results without a setting; of the others, `string` can be told to. */
const SORTED_BY_DEFAULT: readonly string[] = [
  "int32",
  "int64",
  "float",
  "bool",
  "geopoint",
  "geopoint[]",
  "geopolygon",
];

/** Whether results can be sorted by fields of this type. */
export function isSortable(type: string): boolean {
  return type === "string" || SORTED_BY_DEFAULT.includes(type);
}

/** What a server makes of a field of which nothing else is given. */
export function fieldDefaults({ name, type, stem_dictionary: dictionary }: TypedField): FieldSettings {
  return {
    facet: false,
    optional: isDynamic({ name, type }),
    index: true,
    sort: SORTED_BY_DEFAULT.includes(type),
    infix: false,
    stem: typeof dictionary === "string" && dictionary !== "",
    store: true,
    range_index: false,
    locale: "",
    num_dim: 0,
    reference: "",
  };
}

/** Whether the server finds further fields by this one: its name is a pattern, or its type is found in the documents. */
export function isDynamic({ name, type }: TypedField): boolean {
  return isPattern(name) || type === "auto" || type === "string*";
}

/** Whether a name stands for all fields whose names match it, as `.*` and `.*_facet` do. */
export function isPattern(name: string): boolean {
  return name.includes(".*");
}

/** A field of this name stands for all others. */
export const EVERY_FIELD = ".*";

/** Servers from version 30 on never show a field whose name ends like this: they have such fields of their own, beside references. */
export function isNeverShown(name: string): boolean {
  return name.endsWith("_sequence_id");
}

/** Whether fields of an object are listed one by one beneath the field itself. */
export function isObjectType(type: string): boolean {
  return type === "object" || type === "object[]";
}

/** Whether a field of this name may be one that the server has found by another field: by its pattern, type or parts. */
export function isFoundBy(found: string, by: TypedField): boolean {
  if (isPattern(by.name)) return matches(by.name, found);
  if (isObjectType(by.type)) return found.startsWith(`${by.name}.`);
  return isDynamic(by) && found === by.name;
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(name);
  } catch {
    // A form of pattern that only the server knows: it finds nothing as far as can be told here.
    return pattern === name;
  }
}
