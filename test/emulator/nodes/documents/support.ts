import type { StoredCollection, StoredField } from "../../../../src/emulator/nodes/record";

type FieldGiven = Pick<StoredField, "name" | "type"> & Readonly<Record<string, unknown>>;

/** A collection without documents. */
export function collection(
  fields: readonly FieldGiven[],
  more: Partial<StoredCollection> = {},
): StoredCollection {
  const defaults = { facet: false, index: true, optional: false, sort: false };
  return {
    name: "c",
    fields: fields.map((field) => ({ ...defaults, ...field })),
    default_sorting_field: "",
    enable_nested_fields: false,
    token_separators: [],
    symbols_to_index: [],
    metadata: {},
    synonym_sets: [],
    curation_sets: [],
    createdAt: 0,
    voice_query_model: null,
    alteringUntil: 0,
    alteration: null,
    persisted: null,
    documents: new Map(),
    synonyms: new Map(),
    overrides: new Map(),
    nextDocumentId: 0,
    ...more,
  };
}
