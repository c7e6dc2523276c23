import { fieldDefaults } from "../../../../src/api/dataPlane/fields";
import type { CollectionRecord, FieldRecord } from "../../../../src/dataPlane";
import {
  type CollectionValues,
  collectionSchema,
} from "../../../../src/provider/resources/collection/schema";
import { type FieldValues, fieldAttributes } from "../../../../src/provider/shared/collection/schema";
import { nullsOf } from "../../support";

/** Creates a configured field. */
export function field(name: string, type = "string", more: Partial<FieldValues> = {}): FieldValues {
  return { ...nullsOf<FieldValues>(fieldAttributes), name, type, ...more };
}

/** Creates a field as current servers show it: with all defaults. */
export function fieldRecord(name: string, type = "string", more: object = {}): FieldRecord {
  const defaults = { ...fieldDefaults({ name, type, ...more }), stem_dictionary: "" };
  // Servers show range_index only if it is on.
  return { ...defaults, range_index: null, name, type, ...more };
}

/** Creates a field as the oldest servers show it. */
export function oldRecord(name: string, type = "string", facet = false): FieldRecord {
  const nothing = Object.fromEntries(Object.keys(fieldDefaults({ name, type })).map((key) => [key, null]));
  return { ...(nothing as FieldRecord), name, type, facet };
}

export function collectionRecord(more: Partial<CollectionRecord> = {}): CollectionRecord {
  return {
    name: "products",
    fields: [fieldRecord("title")],
    default_sorting_field: "",
    enable_nested_fields: false,
    token_separators: [],
    symbols_to_index: [],
    synonym_sets: [],
    curation_sets: [],
    metadata: null,
    voice_query_model: null,
    num_documents: 0,
    created_at: 1_700_000_000,
    ...more,
  };
}

/** Creates the configuration or state of a collection. */
export function collectionValues(more: Partial<CollectionValues> = {}): CollectionValues {
  return {
    ...nullsOf<CollectionValues>(collectionSchema),
    id: "c-1/products",
    cluster_id: "c-1",
    name: "products",
    field: [field("title")],
    created_at: "2023-11-14T22:13:20Z",
    ...more,
  };
}

/** A collection with a default sorting field. */
export const SORTED_VALUES = collectionValues({
  field: [field("title"), field("rank", "int32")],
  default_sorting_field: "rank",
});
/** The body of the request that creates it. */
export const SORTED_BODY = {
  name: "products",
  fields: [
    { name: "title", type: "string" },
    { name: "rank", type: "int32" },
  ],
  default_sorting_field: "rank",
};
