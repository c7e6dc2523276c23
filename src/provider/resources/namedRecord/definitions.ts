import { checks, defineResourceSchema, t, type ValueValidator } from "../../../framework";
import { givenText } from "../../model/attributes";
import { jsonList, jsonObject, observedJson, parsedJson } from "../../model/jsonText";
import { analyticsRule } from "./analyticsRule";
import {
  type AnyRecordDefinition,
  coversJson,
  defineRecord,
  JSON_STRING,
  LOCALE,
  nonNull,
  recordsIn,
  repeated,
  stringIn,
  stringsIn,
} from "./definition";
import { conversationModel, nlSearchModel } from "./models";
import { stemmingDictionary } from "./stemmingDictionary";
import { stopwordsSet } from "./stopwordsSet";

const synonymSet = defineRecord({
  type: "synonym_set",
  movedFrom: [["typesense_synonym_set", "name", "fluent"]],
  kind: "SynonymSet",
  path: "/synonym_sets/{name}",
  noun: "Synonym set",
  description:
    "A set of synonyms. It applies to collections and searches that name it in `synonym_sets`. Needs server version 30 or later.",
  nameDescription: "Name of the set.",
  servers: {
    from: "30",
    otherwise:
      "Older servers keep synonyms with each collection (/collections/…/synonyms), which this provider does not manage. An upgrade to 30 converts them " +
      "to a set, COLLECTION_synonyms_index, which can be imported.",
  },
  fields: defineResourceSchema({
    item: {
      block: "set",
      updatedBy: "write",
      description: "A group of words with the same meaning.",
      fields: {
        id: { ...givenText("Name of the group within the set."), mode: "required" },
        synonyms: {
          type: t.set(t.string),
          mode: "required",
          description: "The words.",
          validators: [checks.notEmpty()],
        },
        root: {
          ...givenText(
            "A word whose searches also find the synonyms, but not the other way round. Without it, the synonyms apply in both directions.",
          ),
          mode: "optional",
        },
        locale: LOCALE,
        symbols_to_index: {
          type: t.set(t.string),
          mode: "optional",
          description:
            "Special characters that are part of these words, such as `+`. Servers drop all others.",
          validators: [checks.notEmpty(), checks.each(checks.matching(/^.$/u, "one character"))],
        },
      },
    },
  }),
  validators: [
    {
      reads: ["item"],
      check: ({ item }) => {
        const twice = repeated(item.map(({ id }) => id));
        return twice === undefined
          ? undefined
          : {
              path: ["item"],
              summary: `Two items have the id "${twice}"`,
              detail:
                "The ids of a set are unique: the second item would replace the first. Give each item its own id.",
            };
      },
    },
  ],
  toBody: ({ item }) => ({
    items: item.map(({ id, synonyms, root, locale, symbols_to_index }) =>
      nonNull({ id, synonyms, root, locale, symbols_to_index }),
    ),
  }),
  fromAnswer: ({ items }) => ({
    item: recordsIn(items).map(({ id, synonyms, root, locale, symbols_to_index: symbols }) => ({
      id: String(id),
      synonyms: stringsIn(synonyms),
      root: stringIn(root),
      locale: stringIn(locale),
      symbols_to_index: stringsIn(symbols).length > 0 ? stringsIn(symbols) : null,
    })),
  }),
});

const preset = defineRecord({
  type: "preset",
  movedFrom: [["typesense_preset", "name", "fluent", "alan"]],
  kind: "Preset",
  path: "/presets/{name}",
  noun: "Preset",
  description:
    "Search parameters with a name, which a search uses with `preset=name`. Needs server version 0.24 or later.",
  nameDescription: "Name of the preset.",
  servers: { from: "0.24" },
  fields: defineResourceSchema({
    value: {
      ...JSON_STRING,
      description:
        'The search parameters: a JSON object such as `jsonencode({ query_by = "title", per_page = 20 })`, or with a list of `searches` for ' +
        "a search of several collections. The order of keys and the layout do not matter, and parts that the server adds are no drift.",
      validators: [jsonObject],
    },
  }),
  compared: { attribute: "value", covers: coversJson },
  collectionsIn: ({ value }) => {
    const { collection, searches } = parsedJson(value) as { collection?: unknown; searches?: unknown };
    const each = Array.isArray(searches) ? searches : [];
    return [collection, ...each.map((one) => (one as { collection?: unknown } | null)?.collection)];
  },
  toBody: ({ value }) => ({ value: JSON.parse(value) }),
  fromAnswer: ({ value }, state) => ({ value: observedJson(state.value ?? null, value ?? {}) }),
});

/** Every item has an id of its own. */
const curations: ValueValidator<string> = (text) => {
  const problem = jsonList(text);
  if (problem !== undefined) return problem;
  const items: unknown = JSON.parse(text);
  const ids = (items as unknown[]).map((item) =>
    typeof item === "object" && item !== null && "id" in item ? item.id : undefined,
  );
  const missing = ids.findIndex((id) => typeof id !== "string" || id === "");
  if (missing >= 0) return `must be a list of objects with an "id" each: item ${missing + 1} has none`;
  const twice = repeated(ids);
  return twice === undefined ? undefined : `holds the id ${JSON.stringify(twice)} twice`;
};

const curationSet = defineRecord({
  type: "curation_set",
  movedFrom: [["typesense_curation_set", "name", "fluent"]],
  kind: "CurationSet",
  path: "/curation_sets/{name}",
  noun: "Curation set",
  description:
    "A set of rules that include documents in, or exclude them from, the results of certain searches. It applies to collections " +
    "and searches that name it in `curation_sets`. Needs server version 30 or later.",
  nameDescription: "Name of the set.",
  servers: {
    from: "30",
    otherwise:
      "Older servers keep curations with each collection (/collections/…/overrides), which this provider does not manage. An upgrade to 30 converts them " +
      "to a set, COLLECTION_curations_index, which can be imported.",
  },
  fields: defineResourceSchema({
    items: {
      ...JSON_STRING,
      description:
        "The rules: a JSON list of objects with `id`, `rule` and the effects of the rule (`includes`, `excludes`, `filter_by`, `sort_by` and so on), " +
        "best written with `jsonencode`. Order and layout do not matter, and parts that the server adds are no drift.",
      validators: [curations],
    },
  }),
  compared: { attribute: "items", covers: coversJson },
  toBody: ({ items }) => ({ items: JSON.parse(items) }),
  fromAnswer: ({ items }, state) => ({ items: observedJson(state.items ?? null, items ?? []) }),
});

/** The definitions of all types of {@link namedRecord}. */
export const RECORD_DEFINITIONS: readonly AnyRecordDefinition[] = [
  synonymSet,
  curationSet,
  preset,
  stopwordsSet,
  analyticsRule,
  stemmingDictionary,
  conversationModel,
  nlSearchModel,
];
