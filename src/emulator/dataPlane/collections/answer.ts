import type { Assumptions } from "../../domain/assumptions";
import { seconds } from "../../domain/clock";
import type { StoredCollection, StoredField } from "../../domain/store/data";
import { hasSets } from "../call";
import { isEmptyValue } from "../json";
import { withoutSecrets } from "./embed";

/** Returns a collection as a read answers it. */
export function answerCollection(collection: StoredCollection, version: string, assumptions: Assumptions) {
  const { name, metadata, synonym_sets, curation_sets, voice_query_model: voice } = collection;
  const from30 = hasSets(version);
  const fields = collection.fields
    .filter((field) => !field.name.endsWith("_sequence_id"))
    .map((field) => answerField(field, assumptions, from30));
  return {
    name,
    num_documents: collection.documents.size,
    created_at: seconds(collection.createdAt),
    default_sorting_field: collection.default_sorting_field,
    enable_nested_fields: collection.enable_nested_fields,
    token_separators: [...collection.token_separators],
    symbols_to_index: [...collection.symbols_to_index],
    ...(from30 ? { synonym_sets, curation_sets } : {}),
    ...(isEmptyValue(metadata) ? {} : { metadata }),
    ...(voice === null ? {} : { voice_query_model: { model_name: voice } }),
    // The server builds the list while it goes through the fields, so without fields there is no list.
    fields: fields.length === 0 ? null : fields,
  };
}

/** The properties that the server always shows. */
const ALWAYS = [
  ...["name", "type", "facet", "optional", "index", "sort", "infix", "locale", "stem", "store"],
  "stem_dictionary",
];
/** The properties that the oldest servers know. */
const OLDEST = ["name", "type", "facet"];

function answerField(
  field: StoredField,
  { field_defaults_answered: shown }: Assumptions,
  from30: boolean,
): Readonly<Record<string, unknown>> {
  if (shown === "few") return picked(field, OLDEST);
  const { embed, num_dim, range_index, reference, token_separators, symbols_to_index } = field;
  const isVector = typeof num_dim === "number" && num_dim > 0;
  const isReference = typeof reference === "string" && reference !== "";
  const all = shown === "all" ? ["range_index", "num_dim", "reference"] : [];
  return {
    ...picked(field, [...ALWAYS, ...all]),
    ...(range_index === true && { range_index }),
    ...(isVector && picked(field, ["num_dim", "vec_dist", "hnsw_params"])),
    ...(!isEmptyValue(embed) && { embed: withoutSecrets(embed, from30) }),
    ...(isReference && picked(field, ["reference", "async_reference"])),
    ...(!isEmptyValue(token_separators) && { token_separators }),
    ...(!isEmptyValue(symbols_to_index) && { symbols_to_index }),
  };
}

function picked(field: StoredField, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.map((name) => [name, field[name]]));
}
