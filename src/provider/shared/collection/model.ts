import type { CollectionRecord, CreateCollectionBody, OpenBody } from "../../../dataPlane";
import { isObject, parsedJson, sameJson, sortedJson } from "../../model/jsonText";
import { uncapitalized } from "../../model/words";
import { onNodes } from "../dataPlane";
import { fieldBody } from "./alteration";
import { type ModelKey, withModelKey } from "./modelKeys";
import { importedFields, observedFields } from "./observed";
import type { CollectionSettings } from "./schema";

type Lists = "token_separators" | "symbols_to_index" | "synonym_sets" | "curation_sets";

/** Converts a record to the values that describe it. @param state null after an import */
export function observedSettings(
  record: CollectionRecord,
  state: CollectionSettings | null,
): Partial<CollectionSettings> {
  const list = (name: Lists) => (record[name].length === 0 ? ((state?.[name] && []) ?? null) : record[name]);
  const { enable_nested_fields: nested } = record;
  return {
    field: state ? observedFields(record.fields, state.field) : importedFields(record.fields),
    default_sorting_field: record.default_sorting_field || (state?.default_sorting_field === "" ? "" : null),
    // Older servers do not show it; false is the default.
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
  };
}

/** Returns the values that an update can change, as the server has them now. */
export function updatedValues(
  record: CollectionRecord,
  planned: CollectionSettings,
): Partial<CollectionSettings> {
  const { field, synonym_sets, curation_sets, metadata } = observedSettings(record, planned);
  return { field, synonym_sets, curation_sets, metadata } as Partial<CollectionSettings>;
}

/** Returns the body of a create: only what is configured is sent (docs/design/laws.md#l10). */
export function collectionCreateBody(planned: CollectionSettings, key: ModelKey): CreateCollectionBody {
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
  const fields = planned.field.map((field) => withModelKey(fieldBody(field), key));
  return { name: planned.name, fields, ...Object.fromEntries(sent) };
}

/**
 * Returns the metadata for the state: the configured text while the server has an equal object; after an import, the server's. Metadata
 * that is not configured is not managed, and stays null.
 */
function observedMetadata({ metadata }: CollectionRecord, state: CollectionSettings | null): string | null {
  const seen = sortedJson(metadata ?? {});
  if (state === null) return seen === "{}" ? null : seen;
  if (state.metadata === null) return null;
  return sameJson(state.metadata, seen) ? state.metadata : seen;
}

/** Parses metadata for a request; null: none is configured. */
export function metadataOf(text: string | null): OpenBody | null {
  const value = text === null ? undefined : parsedJson(text);
  return isObject(value) ? value : null;
}

/** True if a collection has the configured metadata, or none is configured. */
export function hasMetadata({ metadata }: CollectionRecord, text: string | null): boolean {
  return text === null || sameJson(text, sortedJson(metadata ?? {}));
}

/** True if two strings of metadata hold equal JSON. */
export function sameMetadata(a: string | null, b: string | null): boolean {
  return a === b || (a !== null && b !== null && sameJson(a, b));
}

/** A model that the configuration does not name stays null: otherwise the plan would replace the collection. */
function observedVoice({ voice_query_model: model }: CollectionRecord, state: CollectionSettings | null) {
  if (state !== null && state.voice_query_model === null) return null;
  return model?.model_name ?? null;
}

/** True if a collection is exactly the one that a create was to create. */
export function answersCreate(record: CollectionRecord, planned: CollectionSettings): boolean {
  const seen = observedSettings(record, planned);
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

/** True if two lists hold the same names; null counts as empty. */
export function sameNames(a: readonly string[] | null, b: readonly string[] | null): boolean {
  return unordered(a ?? []) === unordered(b ?? []);
}

/** Returns the name at the start of a sentence: `Collection "products" of cluster c-1`. */
export function collectionDisplayName(
  values: Pick<CollectionSettings, "name" | "cluster_id" | "node_urls" | "api_key">,
): string {
  return `Collection "${values.name}" ${onNodes(values)}`;
}

/** Returns the name within a sentence: `collection "products" of cluster c-1`. */
export function describeCollection(values: Parameters<typeof collectionDisplayName>[0]): string {
  return uncapitalized(collectionDisplayName(values));
}
