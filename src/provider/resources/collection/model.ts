import type { CollectionRecord, CreateCollectionBody, OpenBody } from "../../../dataPlane";
import { toInstant } from "../../model/convert";
import { isObject, parsedJson, sameJson, sortedJson } from "../../model/jsonText";
import { uncapitalized } from "../../model/words";
import { onNodes } from "../../shared/dataPlane";
import { fieldBody } from "./alteration";
import { importedFields, observedFields } from "./observed";
import type { CollectionValues } from "./schema";

type Lists = "token_separators" | "symbols_to_index" | "synonym_sets" | "curation_sets";

/** A collection as the resource has it; without a state, as after an import. */
export function observedCollection(
  record: CollectionRecord,
  state: CollectionValues | null,
): Partial<CollectionValues> {
  const list = (name: Lists) => (record[name].length === 0 ? ((state?.[name] && []) ?? null) : record[name]);
  const { enable_nested_fields: nested } = record;
  return {
    field: state ? observedFields(record.fields, state.field) : importedFields(record.fields),
    default_sorting_field: record.default_sorting_field || (state?.default_sorting_field === "" ? "" : null),
    // An older server does not say; false is the default.
    enable_nested_fields:
      nested === null || (!nested && !state?.enable_nested_fields)
        ? (state?.enable_nested_fields ?? null)
        : nested,
    token_separators: list("token_separators"),
    symbols_to_index: list("symbols_to_index"),
    synonym_sets: list("synonym_sets"),
    curation_sets: list("curation_sets"),
    metadata: observedMetadata(record, state),
    voice_query_model: observedVoice(record, state),
    // A server that restarts sets it anew, and each node has its own: a state keeps the first one that it was told.
    created_at: state?.created_at ?? toInstant(record.created_at),
  };
}

/** What an alteration may have changed, as the server has it now. */
export function updatedValues(
  record: CollectionRecord,
  planned: CollectionValues,
): Partial<CollectionValues> {
  const { field, synonym_sets, curation_sets, metadata } = observedCollection(record, planned);
  return { field, synonym_sets, curation_sets, metadata } as Partial<CollectionValues>;
}

/** What a create sends: only what is configured (docs/design/laws.md#l10). */
export function collectionCreateBody(planned: CollectionValues): CreateCollectionBody {
  const { default_sorting_field, enable_nested_fields, token_separators, symbols_to_index } = planned;
  const { synonym_sets, curation_sets, voice_query_model: voice } = planned;
  const given = {
    default_sorting_field,
    enable_nested_fields,
    token_separators: token_separators && [...token_separators].sort(),
    symbols_to_index: symbols_to_index && [...symbols_to_index].sort(),
    synonym_sets: synonym_sets && [...synonym_sets].sort(),
    curation_sets: curation_sets && [...curation_sets].sort(),
    metadata: metadataOf(planned.metadata),
    voice_query_model: voice === null ? null : { model_name: voice },
  };
  const sent = Object.entries(given).filter(([, value]) => value !== null);
  return { name: planned.name, fields: planned.field.map(fieldBody), ...Object.fromEntries(sent) };
}

/**
 * The metadata that the state shows: that of the configuration, while the server has the same; after an import, that of the server. What
 * nobody has configured is left alone, and not shown.
 */
function observedMetadata({ metadata }: CollectionRecord, state: CollectionValues | null): string | null {
  const seen = sortedJson(metadata ?? {});
  if (state === null) return seen === "{}" ? null : seen;
  if (state.metadata === null) return null;
  return sameJson(state.metadata, seen) ? state.metadata : seen;
}

/** Metadata as it is sent; null: none is configured. */
export function metadataOf(text: string | null): OpenBody | null {
  const value = text === null ? undefined : parsedJson(text);
  return isObject(value) ? value : null;
}

/** Whether a collection has the metadata that is configured. */
export function hasMetadata({ metadata }: CollectionRecord, text: string | null): boolean {
  return text === null || sameJson(text, sortedJson(metadata ?? {}));
}

/** Whether two texts of metadata say the same. */
export function sameMetadata(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && sameJson(a, b));
}

/** A model that came into no state is no reason to replace a collection. */
function observedVoice({ voice_query_model: model }: CollectionRecord, state: CollectionValues | null) {
  if (state !== null && state.voice_query_model === null) return null;
  return model?.model_name ?? null;
}

/** Whether a collection is just what a create was to create. */
export function answersCreate(record: CollectionRecord, planned: CollectionValues): boolean {
  const seen = observedCollection(record, planned);
  const names = [
    "field",
    "default_sorting_field",
    "enable_nested_fields",
    "token_separators",
    "symbols_to_index",
    "metadata",
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
export function collectionDisplayName(
  values: Pick<CollectionValues, "name" | "cluster_id" | "node_urls" | "api_key">,
): string {
  return `Collection "${values.name}" ${onNodes(values)}`;
}

/** The same within a sentence. */
export function describeCollection(values: Parameters<typeof collectionDisplayName>[0]): string {
  return uncapitalized(collectionDisplayName(values));
}
