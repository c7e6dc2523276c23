/**
 * The fields of a collection: their types, and what a server fills in for an attribute that is left out (data-plane API,
 * Collection; docs/design/api-assumptions.md#data-plane). Pure data and text: constructs import it.
 */

/** The types that the API document lists. Servers have added more, such as `geopoint`, `object` and `auto`. */
export const DOCUMENTED_FIELD_TYPES = [
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
] as const;

/** The types of numbers that a collection can be sorted by when a search does not say by what. */
export const DEFAULT_SORTING_TYPES: readonly string[] = ["int32", "int64", "float"];

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

const SORTED_BY_DEFAULT: readonly string[] = ["int32", "int64", "float", "bool", "geopoint", "geopoint[]"];

/** What a server makes of a field of which only name and type are given. */
export function fieldDefaults({ name, type }: TypedField): FieldSettings {
  return {
    facet: false,
    optional: isDynamic({ name, type }),
    index: true,
    sort: !isEveryField(name) && SORTED_BY_DEFAULT.includes(type),
    infix: false,
    stem: false,
    store: true,
    range_index: false,
    locale: "",
    num_dim: 0,
    reference: "",
  };
}

/**
 * Whether a field of this type can be a facet, by the API document; undefined for types that the document does not list,
 * about which the server decides.
 */
export function canHaveFacet(type: string): boolean | undefined {
  if (!DOCUMENTED_FIELD_TYPES.some((documented) => documented === type)) return undefined;
  return type === "string" || type === "string[]";
}

/** Whether the server finds further fields by this one: its name is a pattern, or its type is found in the documents. */
export function isDynamic({ name, type }: TypedField): boolean {
  return isPattern(name) || type === "auto" || type === "string*";
}

/** Whether a name stands for all fields whose names match it, as `.*` and `.*_facet` do. */
export function isPattern(name: string): boolean {
  return name.includes(".*");
}

const isEveryField = (name: string): boolean => name === ".*";

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
