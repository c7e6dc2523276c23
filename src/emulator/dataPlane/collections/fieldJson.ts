import { EVERY_FIELD, isObjectType } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import type { StoredField } from "../../domain/store/data";
import { badRequest, refused } from "../call";
import { isRule, isTextField } from "../documents/schema";
import { elements, isByte, isEmptyValue, isUnsigned, type Json } from "../json";
import { checkEmbed } from "./embed";
import { hasStemmer, isGeoType, isKnownType, isNumericType, isSortedByDefault } from "./schema";

/** The context of a field: its collection and server. */
interface FieldContext {
  readonly collection: string;
  readonly enable_nested_fields: boolean;
  /** True for version 30 and later. */
  readonly from30: boolean;
}

/** A parsed field: its JSON with every default, and the stored field. */
export interface ParsedField {
  readonly json: Json;
  readonly field: StoredField;
}

const FORM =
  "Wrong format for `fields`. It should be an array of objects containing `name`, `type`, `optional` and `facet` properties.";

/** The value of `nested_array` before a document decides it. */
const UNKNOWN = 2;

/** Parses a field of a body, with checks in the server's order. @throws NodeRefusalError 400 */
export function parsedField(given: unknown, context: FieldContext): ParsedField {
  if (!isRecord(given) || !("name" in given) || !("type" in given)) throw refused(FORM);
  const json = withDefaults(given);
  const { name, type } = json;
  if (typeof name !== "string" || typeof type !== "string") throw refused(FORM);
  if (name === "" && context.from30) throw refused("Field name cannot be empty.");
  checkProperties(json, name, type, context);
  if (name === EVERY_FIELD) return { json, field: everyField(json, type) };
  checkSortAndNesting(json, name, type, context);
  checkEmbed(json);
  checkVector(json, type);
  completeHnsw(json);
  const isPattern = name.includes(EVERY_FIELD);
  if (isPattern && json.reference !== "") throw refused("Wildcard field cannot have a reference.");
  const isNested = isObjectType(type) || (!isPattern && context.enable_nested_fields && name.includes("."));
  Object.assign(json, { nested: isNested, nested_array: isNested ? UNKNOWN : 0 });
  if (json.vec_dist !== "ip" && json.vec_dist !== "cosine") throw badRequest();
  checkReference(json, name, context);
  for (const list of ["token_separators", "symbols_to_index"]) {
    if (!elements(json[list]).every(isByte)) throw refused(`The \`${list}\` must be an array of characters.`);
  }
  return { json, field: storedField(json) };
}

function withDefaults(given: Readonly<Record<string, unknown>>): Json {
  const { name, type } = given;
  const isText = typeof name === "string" && typeof type === "string";
  if (!("optional" in given) && name !== EVERY_FIELD && !isText) throw badRequest();
  const sortable = typeof type === "string" && isSortedByDefault(type);
  const { num_dim, facet = false } = given;
  if (sortable && !("sort" in given) && num_dim !== undefined && typeof facet !== "boolean")
    throw badRequest();
  return {
    facet: false,
    optional: name === EVERY_FIELD || (isText && isRule({ name, type })),
    index: true,
    locale: "",
    sort: sortable && (num_dim === undefined || facet),
    infix: false,
    nested: false,
    nested_array: 0,
    num_dim: 0,
    vec_dist: "cosine",
    reference: "",
    embed: null,
    range_index: false,
    store: true,
    stem: false,
    stem_dictionary: "",
    hnsw_params: { M: 16, ef_construction: 200 },
    async_reference: false,
    token_separators: [],
    symbols_to_index: [],
    ...given,
  };
}

function checkFlag(json: Json, name: string, flag: string): void {
  if (typeof json[flag] === "boolean") return;
  throw refused(`The \`${flag}\` property of the field \`${name}\` should be a boolean.`);
}

/** Checks the properties of all types. */
function checkProperties(json: Json, name: string, type: string, { from30 }: FieldContext): void {
  checkFlag(json, name, "store");
  if ("drop" in json) {
    const words = "it is allowed only during schema update.";
    throw refused(`Invalid property \`drop\` on field \`${name}\`: ${words}`);
  }
  for (const flag of ["facet", "optional", "index", "sort", "infix"]) checkFlag(json, name, flag);
  const { locale, reference } = json;
  if (typeof locale !== "string") {
    throw refused(`The \`locale\` property of the field \`${name}\` should be a string.`);
  }
  const isLocale = locale === "" || Buffer.byteLength(locale) === 2 || (from30 && locale === "de_en");
  if (!isLocale) throw refused(`The \`locale\` value of the field \`${name}\` is not valid.`);
  if (typeof reference !== "string") throw refused("Reference should be a string.");
  checkFlag(json, name, "async_reference");
  if (json.async_reference === true && reference === "") {
    const words = "is only applicable if `reference` is specified.";
    throw refused(`The \`async_reference\` property of the field \`${name}\` ${words}`);
  }
  checkFlag(json, name, "stem");
  if (json.stem === true && !isTextField({ type: type })) {
    throw refused("The `stem` property is only allowed for string and string[] fields.");
  }
  if (json.stem === true && !hasStemmer(locale)) {
    throw refused(`The \`locale\` value of the field \`${name}\` is not supported for stem.`);
  }
  checkFlag(json, name, "range_index");
  if (json.range_index === true && !isNumericType(type)) {
    throw refused("The `range_index` property is only allowed for the numerical fields`");
  }
}

/** Returns the field `.*`. Only the oldest properties have an effect on it. @throws NodeRefusalError 400 */
function everyField(json: Json, type: string): StoredField {
  const { facet, optional, index, locale, sort, infix, reference } = json;
  if (optional === false) throw refused("Field `.*` must be an optional field.");
  if (facet === true) throw refused("Field `.*` cannot be a facet field.");
  if (index === false) throw refused("Field `.*` must be an index field.");
  if (reference !== "") throw refused("Field `.*` cannot be a reference field.");
  if (!isKnownType(type)) throw refused("The `type` of field `.*` is invalid.");
  const plain = withDefaults({ name: EVERY_FIELD, type });
  return storedField({ ...plain, facet, optional, index, locale, sort, infix });
}

function checkSortAndNesting(json: Json, name: string, type: string, context: FieldContext): void {
  if (json.sort === false && isGeoType(type)) {
    const words = "type cannot be `false`. The sort index is used during GeoSearch.";
    throw refused(`The \`sort\` property of the field \`${name}\` having \`${type}\` ${words}`);
  }
  if (!isObjectType(type) || context.enable_nested_fields) return;
  throw refused(
    "Type `object` or `object[]` can be used only when nested fields are enabled by setting` enable_nested_fields` to true.",
  );
}

function checkVector({ num_dim, facet, sort, vec_dist }: Json, type: string): void {
  if (!isUnsigned(num_dim)) throw refused("Property `num_dim` must be a positive integer.");
  if (num_dim === 0) return;
  if (type !== "float[]") throw refused("Property `num_dim` is only allowed on a float array field.");
  if (facet === true) throw refused("Property `facet` is not allowed on a vector field.");
  if (sort === true) throw refused("Property `sort` cannot be enabled on a vector field.");
  if (typeof vec_dist !== "string") throw refused("Property `vec_dist` must be a string.");
  if (vec_dist !== "ip" && vec_dist !== "cosine") throw refused("Property `vec_dist` is invalid.");
}

const HNSW = ["max_elements", "ef_construction", "M", "ef"];

/** Checks the parameters of a vector index, drops unknown ones and adds missing ones. */
function completeHnsw(json: Json): void {
  const { hnsw_params: given } = json;
  if (!isRecord(given)) throw refused("Property `hnsw_params` must be an object.");
  for (const name of ["ef_construction", "M"]) {
    if (name in given && !(isUnsigned(given[name]) && given[name] > 0)) {
      throw refused(`Property \`hnsw_params.${name}\` must be a positive integer.`);
    }
  }
  const known = Object.fromEntries(Object.entries(given).filter(([name]) => HNSW.includes(name)));
  json.hnsw_params = { ef_construction: 200, M: 16, ...known };
}

function partsOf(text: string): string[] {
  return text
    .split(".")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function checkReference({ reference }: Json, name: string, { collection, from30 }: FieldContext): void {
  if (typeof reference !== "string" || reference === "") return;
  const parts = partsOf(reference);
  if (parts.length < 2) throw refused(`Invalid reference \`${reference}\`.`);
  if (from30 && parts[0] === collection) {
    throw refused(
      `Referencing a field of the same collection is not allowed: \`${name}\` field references \`${collection}\` collection.`,
    );
  }
  if (partsOf(name).length > 2) {
    const words = "field cannot have a reference. Only the top-level field of an object is allowed.";
    throw refused(`\`${name}\` ${words}`);
  }
}

/** Returns the stored part of a field. */
function storedField(json: Json): StoredField {
  const { stem_dictionary, embed } = json;
  if (typeof stem_dictionary !== "string") throw badRequest();
  return {
    name: String(json.name),
    type: String(json.type),
    facet: json.facet === true,
    optional: json.optional === true,
    index: json.index === true,
    sort: json.sort === true,
    infix: json.infix === true,
    locale: json.locale,
    // A dictionary turns on stemming.
    stem: json.stem === true || stem_dictionary !== "",
    stem_dictionary,
    store: json.store,
    range_index: json.range_index,
    nested: json.nested,
    nested_array: json.nested_array,
    num_dim: json.num_dim,
    vec_dist: json.vec_dist,
    hnsw_params: json.hnsw_params,
    embed: isEmptyValue(embed) ? {} : structuredClone(embed),
    reference: json.reference,
    async_reference: json.async_reference,
    token_separators: elements(json.token_separators),
    symbols_to_index: elements(json.symbols_to_index),
  };
}
