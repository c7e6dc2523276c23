import { NodeRefusal } from "../call";
import { fieldNamed, type Schema } from "../documents/schema";
import { singles, valueAt } from "../documents/values";
import type { StoredDocument } from "../record";

/** A document that was found. */
export interface Hit {
  readonly document: StoredDocument;
  /** Null for a search for `*`. */
  readonly textMatch: number | null;
  /** Its place in the order of creation. */
  readonly position: number;
}

const TEXT_MATCH = "_text_match";

/** One criterion of `sort_by`. */
export interface Criterion {
  readonly field: string;
  readonly descending: boolean;
}

/**
 * Reads `sort_by`.
 * @param most how many criteria there may be
 * @throws NodeRefusal in the server's words: 400 for the form, 404 for a field that cannot be sorted by, 422 for too many
 */
export function parseSort(text: string | null, schema: Schema, most: number): readonly Criterion[] {
  const parts = (text ?? "").split(",").map((one) => one.trim());
  const criteria = parts.filter((one) => one !== "").map((one) => criterion(one, schema));
  if (criteria.length > most) {
    throw new NodeRefusal(422, `Only upto ${most} sort_by fields can be specified.`);
  }
  return criteria;
}

function criterion(text: string, schema: Schema): Criterion {
  const [, field = "", order = ""] = /^(.+):([^:]*)$/.exec(text) ?? [];
  if (field === "") throw new NodeRefusal(400, "Parameter `sort_by` is malformed.");
  const known = fieldNamed(schema, field);
  if (field !== TEXT_MATCH && !(known?.sort && known.index)) {
    throw new NodeRefusal(404, `Could not find a field named \`${field}\` in the schema for sorting.`);
  }
  const wanted = order.trim().toLowerCase();
  if (wanted !== "asc" && wanted !== "desc") {
    throw new NodeRefusal(400, `Order for field\` ${field}\` should be either ASC or DESC.`);
  }
  return { field, descending: wanted === "desc" };
}

/**
 * The criteria of a search: what was given, then how well the text matches. Without any: how well the text matches, then
 * the default_sorting_field, the largest first.
 */
export function withDefaults(given: readonly Criterion[], schema: Schema): readonly Criterion[] {
  const byText = { field: TEXT_MATCH, descending: true };
  if (given.length > 0) return [...given, byText];
  const { default_sorting_field: field } = schema;
  return field === "" ? [byText] : [byText, { field, descending: true }];
}

/** The hits in order. What has no value comes last; of equals, the one that was created last comes first. */
export function sorted(hits: readonly Hit[], criteria: readonly Criterion[], schema: Schema): Hit[] {
  const keyed = hits.map((hit) => ({ hit, keys: criteria.map(({ field }) => keyOf(hit, field, schema)) }));
  keyed.sort((left, right) => {
    for (const [index, { descending }] of criteria.entries()) {
      const order = compare(left.keys[index], right.keys[index], descending);
      if (order !== 0) return order;
    }
    return right.hit.position - left.hit.position;
  });
  return keyed.map(({ hit }) => hit);
}

type Key = number | string | undefined;

function keyOf({ document, textMatch }: Hit, field: string, schema: Schema): Key {
  if (field === TEXT_MATCH) return textMatch ?? 0;
  const [value] = singles(valueAt(document, field, schema.enable_nested_fields));
  if (typeof value === "string") return value.toLowerCase();
  return typeof value === "number" || typeof value === "boolean" ? Number(value) : undefined;
}

function compare(left: Key, right: Key, descending: boolean): number {
  if (left === right) return 0;
  if (left === undefined) return 1;
  if (right === undefined) return -1;
  return left < right === descending ? 1 : -1;
}
