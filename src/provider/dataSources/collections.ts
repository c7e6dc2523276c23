import { COMPUTED_PROPERTIES, FIELD_FLAGS, type FieldFlag } from "../../api/dataPlane/fields";
import type { CollectionRecord, FieldRecord } from "../../dataPlane";
import { define } from "../../framework";
import { count, flag, text, texts } from "../model/attributes";
import { toInstant } from "../model/convert";
import { sortedJson, withoutRedacted } from "../model/jsonText";
import { nodeAttributes, nodeValidators, onNodes, resolveNodes } from "../shared/dataPlane";
import type { Service } from "../shared/service";
import { byCodeUnit, json, listed, requiredId } from "./listing";

const flags = {
  facet: flag("Whether searches can count and filter by its values."),
  optional: flag("Whether documents may omit it."),
  index: flag("Whether it is indexed."),
  sort: flag("Whether results can be sorted by it."),
  infix: flag("Whether a search finds parts from the middle of words."),
  stem: flag("Whether words are reduced to their stems."),
  store: flag("Whether the value is stored with the document."),
  range_index: flag("Whether there is an index for filters by ranges."),
} satisfies Record<FieldFlag, unknown>;

/** The attributes of a field, as the server shows it, with defaults; null if the server does not show one. */
const fieldAttributes = {
  name: text("Name of the field, or a pattern."),
  type: text("Type of the values, such as `string`, `int32[]` or `auto`."),
  ...flags,
  locale: text("Language whose rules split a text into words; empty for the default."),
  num_dim: count("Number of dimensions of a vector, or 0."),
  reference: text("Field of another collection that this one refers to, or empty."),
  extra: text("Further properties that the server shows: one line of JSON with sorted keys, or null."),
} as const;

const collectionAttributes = {
  field: listed("The fields, including those that the server has found by itself.", fieldAttributes),
  default_sorting_field: text(
    "Name of the field that orders results if a search does not set `sort_by`; empty for none.",
  ),
  enable_nested_fields: flag("Whether fields may be objects, whose parts are indexed too."),
  token_separators: texts("Characters that separate words, besides spaces."),
  symbols_to_index: texts("Characters that are indexed as parts of words."),
  synonym_sets: texts("Names of the synonym sets that its searches use."),
  curation_sets: texts("Names of the curation sets that its searches use."),
  metadata: text(
    "JSON object that the server keeps with the collection: one line with sorted keys, or null.",
  ),
  voice_query_model: text("Name of the model that turns spoken searches into text, or null."),
  num_documents: count("Current number of documents."),
  created_at: text("When the collection was created (RFC 3339)."),
  json: json("The collection"),
} as const;

/** `data.searchcloud_collection`: the current state of a collection. */
export const collectionData = define<Service>().dataSource({
  name: "collection",
  description:
    "The current state of a collection, whether or not Terraform manages it. The data-plane key needs the action `collections:get`.",
  schema: {
    ...nodeAttributes,
    name: requiredId("Name of the collection, or of an alias of it."),
    ...collectionAttributes,
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const { name } = values;
    const nodes = await resolveNodes(call, values, `to read collection "${name}" ${onNodes(values)}`);
    const { signal } = call;
    return collectionValues(await nodes.call("getCollection", { path: { name } }, { signal }));
  },
});

/** `data.searchcloud_collections`: the collections that the key can see. */
export const collectionsData = define<Service>().dataSource({
  name: "collections",
  description:
    "The current collections of a cluster that the key can see. The data-plane key needs the action `collections:list`.",
  schema: {
    ...nodeAttributes,
    collections: listed("The collections, sorted by name.", {
      name: text("Name of the collection."),
      ...collectionAttributes,
    }),
  },
  validators: nodeValidators,
  read: async (call, values) => {
    const nodes = await resolveNodes(call, values, `to list the collections ${onNodes(values)}`);
    const { signal } = call;
    const all = [...(await nodes.call("listCollections", {}, { signal }))];
    const sorted = all.sort((a, b) => byCodeUnit(a.name, b.name));
    return { collections: sorted.map((record) => ({ name: record.name, ...collectionValues(record) })) };
  },
});

/** Converts a record to the values of the data sources. */
export function collectionValues(record: CollectionRecord) {
  const { default_sorting_field, enable_nested_fields, num_documents, created_at, fields } = record;
  const {
    token_separators,
    symbols_to_index,
    synonym_sets,
    curation_sets,
    metadata,
    voice_query_model: voice,
  } = record;
  return {
    field: fields.map(fieldValues),
    default_sorting_field,
    enable_nested_fields,
    token_separators,
    symbols_to_index,
    synonym_sets,
    curation_sets,
    metadata: metadata && sortedJson(metadata),
    voice_query_model: voice?.model_name ?? null,
    num_documents,
    created_at: toInstant(created_at),
    json: sortedJson({ ...sentBy(record), fields: fields.map(shownBy) }),
  };
}

function fieldValues(record: FieldRecord) {
  const { name, type, locale, num_dim, reference } = record;
  const shown = Object.fromEntries(FIELD_FLAGS.map((one) => [one, record[one]])) as Record<
    FieldFlag,
    boolean | null
  >;
  const others = Object.entries(shownBy(record)).filter(
    ([one]) => !(one in fieldAttributes) && !COMPUTED_PROPERTIES.includes(one),
  );
  const extra = others.length > 0 ? sortedJson(Object.fromEntries(others)) : null;
  return { name, type, ...shown, locale, num_dim, reference, extra };
}

/** Returns what a server shows of a field, without the credentials of its model: servers redact them, but not all do. */
function shownBy(record: FieldRecord): object {
  return withoutRedacted(sentBy(record)) as object;
}

/** Returns a record without the properties that the server did not send. */
function sentBy(record: object): object {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
}
