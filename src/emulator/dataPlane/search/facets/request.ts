import { isDynamic } from "../../../../api/dataPlane/fields";
import type { StoredField } from "../../../domain/store/data";
import { NodeRefusalError, refused } from "../../call";
import { findField, isTextField, type Schema } from "../../documents/schema";
import type { SearchArguments } from "../arguments";
import { isFloat, isInt64, split } from "../values";

/** A range of values that is counted as one: from `low` (inclusive) to `high` (exclusive). */
interface FacetRange {
  readonly label: string;
  readonly low: number;
  readonly high: number;
}

/** One entry of `facet_by`. */
export interface FacetRequest {
  readonly field: StoredField;
  /** Empty if every value is counted. */
  readonly ranges: readonly FacetRange[];
  /** By value, or by another field; null means by count. */
  readonly order: { readonly by: "_alpha" | StoredField; readonly descending: boolean } | null;
  /** True if only the hits of the page are counted. */
  readonly onlyTop: boolean;
  /** True if a pattern matched the field, which is then not answered without a value. */
  readonly byPattern: boolean;
}

const PLAIN = { ranges: [], order: null, onlyTop: false, byPattern: false };

/**
 * Reads one entry of `facet_by`: `field`, `fiel*`, `field(sort_by: _alpha:asc)`, `field(low:[0, 5], high:[5, 10])`.
 * @throws NodeRefusalError
 */
export function parseFacet(text: string, schema: Schema): FacetRequest[] {
  const open = text.indexOf("(");
  const name = open < 0 ? text : text.slice(0, open);
  if (name.includes("*")) return matching(name, schema);
  if (open < 0) {
    if (/[):]/.test(text)) throw refused("Invalid facet format.");
    return [{ ...PLAIN, field: facetNamed(name, schema) }];
  }
  const field = facetNamed(name.trim(), schema);
  if (!text.endsWith(")")) throw refused("Invalid facet format.");
  return [withOptions(field, text.slice(open + 1, -1), schema)];
}

function facetNamed(name: string, schema: Schema): StoredField {
  const field = findField(schema, name);
  if (field?.facet) return field;
  throw new NodeRefusalError(404, `Could not find a facet field named \`${name}\` in the schema.`);
}

function matching(pattern: string, { fields }: Schema): FacetRequest[] {
  if (pattern.indexOf("*") !== pattern.length - 1) {
    throw new NodeRefusalError(404, "Only prefix matching with a wildcard is allowed.");
  }
  const found = fields.filter((one) => !isDynamic(one) && one.name.startsWith(pattern.slice(0, -1)));
  if (found.length === 0) {
    throw new NodeRefusalError(404, `Could not find a facet field for \`${pattern}\` in the schema.`);
  }
  return found.filter(({ facet }) => facet).map((field) => ({ ...PLAIN, byPattern: true, field }));
}

function withOptions(field: StoredField, text: string, schema: Schema): FacetRequest {
  let order: FacetRequest["order"] = null;
  let onlyTop = false;
  const ranges: FacetRange[] = [];
  const options = optionsOf(text);
  if (options.length === 0) throw refused("Invalid facet format.");
  for (const option of options) {
    const colon = option.indexOf(":");
    if (colon < 0) throw refused(`Invalid facet param \`${option}\`.`);
    const name = option.slice(0, colon).trim();
    const value = option.slice(colon + 1);
    if (name === "sort_by") order = orderOf(option, field, schema);
    else if (name === "top_k") onlyTop = flagOf(value);
    else if (value.startsWith("[")) ranges.push(rangeOf(name, value, field, ranges.length === 0));
    else throw refused(`Invalid facet param \`${name}\`.`);
  }
  return { ...PLAIN, field, order, onlyTop, ranges: continuous(ranges) };
}

/** Splits options at the commas outside brackets. */
function optionsOf(text: string): string[] {
  const parts = text.match(/(\[[^\]]*\]?|[^,[])+/g) ?? [];
  return parts.map((one) => one.trim()).filter((one) => one !== "");
}

function flagOf(value: string): boolean {
  if (value === "true" || value === "false") return value === "true";
  throw refused("top_k string format is invalid.");
}

function orderOf(option: string, field: StoredField, schema: Schema): FacetRequest["order"] {
  const parts = split(option, ":");
  const [, name = "", direction] = parts;
  if (parts.length !== 3) throw refused("Invalid sort format.");
  if (name === "_alpha" && !isTextField(field)) {
    throw refused("Facet field should be string type to apply alpha sort.");
  }
  const by = name === "_alpha" ? name : facetNamed(name, schema);
  if (by !== "_alpha" && isTextField(by)) {
    throw refused("Sort field should be non string type to apply sort.");
  }
  if (direction !== "asc" && direction !== "desc") throw refused("Invalid sort param.");
  return { by, descending: direction === "desc" };
}

function rangeOf(label: string, value: string, field: StoredField, isFirst: boolean): FacetRange {
  const kind = field.type.replace("[]", "");
  if (isFirst && !["int32", "int64", "float"].includes(kind)) {
    throw refused("Range facet is restricted to only integer and float fields.");
  }
  if (isFirst && !field.sort) throw refused("Range facets require sort enabled for the field.");
  const invalid = () => refused("Facet range value is not valid.");
  if (label === "") throw invalid();
  if (!value.endsWith("]")) throw refused("Error splitting the facet range values.");
  const bounds = value.slice(1, -1).split(",");
  if (bounds.length > 2) throw refused("Error splitting the facet range values.");
  const [low = "", high = ""] =
    bounds.length === 2 ? bounds.map((one) => one.trim()) : ["", bounds[0]?.trim()];
  const isRight = kind === "float" ? isFloat : isInt64;
  const bound = (text: string, none: number) => {
    if (text === "") return none;
    if (!isRight(text)) throw invalid();
    return Number(text);
  };
  return {
    label,
    low: bound(low, Number.NEGATIVE_INFINITY),
    high: bound(high, Number.POSITIVE_INFINITY),
  };
}

function continuous(ranges: readonly FacetRange[]): FacetRange[] {
  const sorted = [...ranges].sort((left, right) => left.low - right.low || left.high - right.high);
  for (const [index, { low }] of sorted.entries()) {
    if (index > 0 && !sorted.slice(0, index).some(({ high }) => high === low)) {
      throw refused("Ranges in range facet syntax should be continous.");
    }
  }
  return sorted;
}

/** The values of one facet that are counted. */
export interface FacetQuery {
  readonly field: string;
  readonly text: string;
}

const STRATEGIES = ["automatic", "exhaustive", "top_values"];

/** Checks `facet_strategy`. @throws NodeRefusalError 400 */
export function checkStrategy({ strings }: SearchArguments, facets: number): void {
  const strategies = split(strings.facet_strategy);
  const unknown = strategies.find((one) => !STRATEGIES.includes(one));
  if (unknown !== undefined) throw refused(`Invalid facet index type: ${unknown}`);
  if (strategies.length > 1 && strategies.length !== facets) {
    throw refused("Size of facet_index_type does not match size of facets.");
  }
}

/** Reads `facet_query`: `field: value`; null without a value. @throws NodeRefusalError 400 */
export function readFacetQuery(
  { strings, facetBy }: SearchArguments,
  facets: readonly FacetRequest[],
): FacetQuery | null {
  const { facet_query: text } = strings;
  if (text === "") return null;
  const colon = text.indexOf(":");
  if (colon < 0) throw refused("Facet query must be in the `facet_field: value` format.");
  if (facetBy.length === 0) {
    throw refused("The `facet_query` parameter is supplied without a `facet_by` parameter.");
  }
  const field = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trim();
  if (value === "") return null;
  if (!facets.some((one) => one.field.name === field)) {
    const words = `Facet query refers to a facet field \`${field}\` that is not part of \`facet_by\` parameter.`;
    throw refused(words);
  }
  return { field, text: value };
}
