import type { Assumptions } from "../../assumptions";
import { seconds } from "../../clock";
import { knowsNamed } from "../named/version";
import type { StoredCollection, StoredField } from "../record";

/** A collection as a read answers it (data-plane API, Collection). */
export function answerCollection(collection: StoredCollection, version: string, assumptions: Assumptions) {
  const { name, metadata, synonym_sets, curation_sets } = collection;
  return {
    name,
    num_documents: collection.documents.size,
    created_at: seconds(collection.createdAt),
    default_sorting_field: collection.default_sorting_field,
    enable_nested_fields: collection.enable_nested_fields,
    token_separators: [...collection.token_separators],
    symbols_to_index: [...collection.symbols_to_index],
    ...(knowsNamed(version) ? { synonym_sets, curation_sets } : {}),
    ...(metadata === null ? {} : { metadata }),
    fields: collection.fields.map((field) => answerField(field, assumptions)),
  };
}

/** Properties that are left out while they say nothing. */
const SILENT: Readonly<Record<string, unknown>> = { range_index: false, num_dim: 0, reference: "" };
/** What the oldest servers know of a field. */
const OLDEST: readonly string[] = ["name", "type", "facet"];

function answerField(field: StoredField, { field_defaults_answered: shown }: Assumptions) {
  const entries = Object.entries(field).filter(([name, value]) => {
    if (shown === "usual") return !Object.hasOwn(SILENT, name) || SILENT[name] !== value;
    return shown === "all" || OLDEST.includes(name);
  });
  return Object.fromEntries(entries);
}
