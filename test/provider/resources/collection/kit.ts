import { fieldDefaults } from "../../../../src/api/dataPlane/fields";
import type { CollectionRecord, FieldRecord } from "../../../../src/dataPlane";
import {
  type CollectionValues,
  collectionSchema,
  type FieldValues,
  fieldAttributes,
} from "../../../../src/provider/resources/collection/schema";
import { nullsOf } from "../../support";

/** A field as it is configured. */
export function field(name: string, type = "string", more: Partial<FieldValues> = {}): FieldValues {
  return { ...nullsOf<FieldValues>(fieldAttributes), name, type, ...more };
}

/** A field as a server of today answers it: with all defaults. */
export function fieldRecord(name: string, type = "string", more: object = {}): FieldRecord {
  const defaults = { ...fieldDefaults({ name, type, ...more }), stem_dictionary: "" };
  // Where it is off, it is not shown.
  return { ...defaults, range_index: null, name, type, ...more };
}

/** A field as the oldest servers answer it. */
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

/** What is configured of a collection, or in its state. */
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

/** A collection with a default sorting field, as it is configured. */
export const SORTED_VALUES = collectionValues({
  field: [field("title"), field("rank", "int32")],
  default_sorting_field: "rank",
});
/** The body that creates it. */
export const SORTED_BODY = {
  name: "products",
  fields: [
    { name: "title", type: "string" },
    { name: "rank", type: "int32" },
  ],
  default_sorting_field: "rank",
};
