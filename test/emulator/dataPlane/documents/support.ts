import { emptyCollection } from "../../../../src/emulator/dataPlane/collections/create";
import type { StoredCollection, StoredField } from "../../../../src/emulator/domain/store/data";

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
    voice_query_model: null,
    ...emptyCollection(0),
    ...more,
  };
}
