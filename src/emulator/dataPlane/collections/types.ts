import type { StoredField } from "../../domain/store/data";

/** What the server takes for the type of a field. */
const TYPES: ReadonlySet<string> = new Set([
  ...["string", "int32", "int64", "float", "bool", "geopoint", "object"].flatMap((one) => [one, `${one}[]`]),
  ...["string*", "auto", "geopolygon", "image"],
]);
const NUMERIC = /^(?:int32|int64|float)(?:\[\])?$/;
const GEO = /^geo(?:point(?:\[\])?|polygon)$/;
/** Those that are sorted by default. */
const SORTED_BY_DEFAULT = /^(?:int32|int64|float|bool|geopoint(?:\[\])?|geopolygon)$/;

/** The name of the field that stands for all fields that the schema does not name. */
export const EVERY_FIELD = ".*";

export const isKnownType = (type: string): boolean => TYPES.has(type);
export const isNumericType = (type: string): boolean => NUMERIC.test(type);
export const isGeoType = (type: string): boolean => GEO.test(type);
export const isSortedByDefault = (type: string): boolean => SORTED_BY_DEFAULT.test(type);
export const isObject = (type: string): boolean => type === "object" || type === "object[]";
export const isStringType = (type: string): boolean => type === "string" || type === "string[]";
export const canBeSorted = (type: string): boolean => isSortedByDefault(type) || type === "string";

/** Whether the server finds further fields by this one: `.*` is told apart. */
export function isRule({ name, type }: Pick<StoredField, "name" | "type">): boolean {
  return type === "string*" || (name !== EVERY_FIELD && (type === "auto" || name.includes(EVERY_FIELD)));
}

/** Locales that the server has a stemmer for; a locale of another length is refused before. */
const STEMMED =
  /^(?:ar|hy|eu|ca|da|nl|en|fi|fr|de|el|hi|hu|id|ga|it|lt|ne|no|pt|ro|ru|sr|es|sv|ta|tr|yi|de_en)?$/;

export const hasStemmer = (locale: string): boolean => STEMMED.test(locale);

/** How often a name occurs among fields that are found by, and among those that are not. */
export function hasTwins(fields: readonly StoredField[]): boolean {
  const seen = new Set(fields.map((field) => `${field.name === EVERY_FIELD || isRule(field)} ${field.name}`));
  return seen.size < fields.length;
}
