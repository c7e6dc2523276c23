/**
 * The fields of a collection: their types, and the server's defaults for missing attributes (data-plane API, Collection;
 * docs/design/api-assumptions.md#data-plane). Pure data and text: constructs import it.
 */

/** The types of values in servers up to version 30. The API document lists the first ten. */
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

/** The boolean attributes of a field. */
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

/** Every attribute of a field that has a default, as servers spell it out. */
export interface FieldSettings extends Readonly<Record<FieldFlag, boolean>> {
  readonly locale: string;
  /** 0: not a vector. */
  readonly num_dim: number;
  /** "": no reference. */
  readonly reference: string;
}

interface TypedField {
  readonly name: string;
  readonly type: string;
  /** A value that is not empty turns stemming on. */
  readonly stem_dictionary?: unknown;
}

/** The known defaults of a field's other properties; servers spell out those that they have. */
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

/** Properties that a server computes and may show beside a field. They cannot be set. */
export const COMPUTED_PROPERTIES: readonly string[] = ["nested", "nested_array"];

/** The types whose values sort results without a setting; of the others, `string` can be configured to. */
const SORTED_BY_DEFAULT: readonly string[] = [
  "int32",
  "int64",
  "float",
  "bool",
  "geopoint",
  "geopoint[]",
  "geopolygon",
];

/** True if results can be sorted by fields of this type. */
export function isSortable(type: string): boolean {
  return type === "string" || SORTED_BY_DEFAULT.includes(type);
}

/** Returns the server's defaults for a field of which nothing else is given. */
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

/** True if the server finds further fields by this one: its name is a pattern, or its type is found in the documents. */
export function isDynamic({ name, type }: TypedField): boolean {
  return isPattern(name) || type === "auto" || type === "string*";
}

/** True if a name is a pattern for all fields whose names match it, as `.*` and `.*_facet` do. */
export function isPattern(name: string): boolean {
  return name.includes(".*");
}

/** The pattern for all other fields. */
export const EVERY_FIELD = ".*";

/**
 * True for names that servers from version 30 on never show: they have fields of their own with such names, beside references.
 */
export function isNeverShown(name: string): boolean {
  return name.endsWith("_sequence_id");
}

/** True if the fields of an object are listed one by one beneath the field itself. */
export function isObjectType(type: string): boolean {
  return type === "object" || type === "object[]";
}

/** True if the server may have found a field of this name by another field: by its pattern, type or parts. */
export function isFoundBy(found: string, by: TypedField): boolean {
  if (isPattern(by.name)) return matches(by.name, found);
  if (isObjectType(by.type)) return found.startsWith(`${by.name}.`);
  return isDynamic(by) && found === by.name;
}

function matches(pattern: string, name: string): boolean {
  try {
    return new RegExp(`^(?:${pattern})$`).test(name);
  } catch {
    // A form of pattern that only the server knows: nothing is found by it here.
    return pattern === name;
  }
}
