import type { CollectionRecord, CreateCollectionBody } from "../../nodes";
import { toInstant } from "../api/convert";
import { sortedJson } from "../api/sortedJson";
import { uncapitalized } from "../api/words";
import { onNodes } from "../nodes";
import { fieldBody } from "./alteration";
import { importedFields, observedFields } from "./observed";
import type { CollectionValues } from "./schema";

type Lists = "token_separators" | "symbols_to_index" | "synonym_sets" | "curation_sets";

/** A collection as the resource has it; without a state, as after an import. */
export function observedValues(
  record: CollectionRecord,
  state: CollectionValues | null,
): Partial<CollectionValues> {
  const list = (name: Lists) => (record[name].length === 0 ? ((state?.[name] && []) ?? null) : record[name]);
  const { enable_nested_fields: nested } = record;
  return {
    field: state ? observedFields(record.fields, state.field) : importedFields(record.fields),
    default_sorting_field: record.default_sorting_field || null,
    // An older server does not say; false is the default.
    enable_nested_fields:
      nested === null || (!nested && !state?.enable_nested_fields)
        ? (state?.enable_nested_fields ?? null)
        : nested,
    token_separators: list("token_separators"),
    symbols_to_index: list("symbols_to_index"),
    synonym_sets: list("synonym_sets"),
    curation_sets: list("curation_sets"),
    // A server that restarts sets it anew, and each node has its own: a state keeps the first one that it was told.
    created_at: state?.created_at ?? toInstant(record.created_at),
  };
}

/** What a create sends: only what is configured (docs/design/laws.md#l10). */
export function createBody(planned: CollectionValues): CreateCollectionBody {
  const { default_sorting_field, enable_nested_fields, token_separators, symbols_to_index } = planned;
  const { synonym_sets, curation_sets } = planned;
  const given = {
    default_sorting_field,
    enable_nested_fields,
    token_separators: token_separators && [...token_separators].sort(),
    symbols_to_index: symbols_to_index && [...symbols_to_index].sort(),
    synonym_sets: synonym_sets && [...synonym_sets].sort(),
    curation_sets: curation_sets && [...curation_sets].sort(),
  };
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return { name: planned.name, fields: planned.field.map(fieldBody), ...Object.fromEntries(sent) };
}

/** Whether a collection is just what a create was to create. */
export function answersCreate(record: CollectionRecord, planned: CollectionValues): boolean {
  const seen = observedValues(record, planned);
  const names = [
    "field",
    "default_sorting_field",
    "enable_nested_fields",
    "token_separators",
    "symbols_to_index",
  ] as const;
  return (
    record.name === planned.name && names.every((name) => unordered(seen[name]) === unordered(planned[name]))
  );
}

function unordered(value: unknown): string {
  return Array.isArray(value) ? sortedJson(value.map((one) => sortedJson(one)).sort()) : sortedJson(value);
}

/** Whether two lists of names are the same set; null is none. */
export function sameNames(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return unordered(a ?? []) === unordered(b ?? []);
}

/** As a sentence begins with it: `Collection "products" of cluster c-1`. */
export function called(
  values: Pick<CollectionValues, "name" | "cluster_id" | "node_urls" | "api_key">,
): string {
  return `Collection "${values.name}" ${onNodes(values)}`;
}

/** The same within a sentence. */
export function inText(values: Parameters<typeof called>[0]): string {
  return uncapitalized(called(values));
}
