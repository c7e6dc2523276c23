import { checks, defineResourceSchema, t, type ValueValidator } from "../../framework";
import { givenText } from "../api/attributes";
import { jsonList, jsonObject, observedJson, parsedJson, sameJson } from "../api/jsonText";
import { type AnyRow, row } from "./row";
import { sameStopwords } from "./stopwords";

const JSON_TEXT = {
  type: t.string,
  mode: "required",
  updatedBy: "write",
  semanticallyEqual: sameJson,
} as const;
const LOCALE = { ...givenText("Language of the words, such as `de`."), mode: "optional" } as const;

/** A text that servers leave out, or answer empty, where there is none. */
const textIn = (value: unknown): string | null => (typeof value === "string" && value !== "" ? value : null);
const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
const recordsIn = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === "object" && one !== null) : [];

/** Properties of an object, but for those that are null. */
const given = (properties: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== null));

function repeated(ids: readonly unknown[]): unknown {
  return ids.find((id, index) => ids.indexOf(id) !== index);
}

const synonymSet = row({
  type: "synonym_set",
  kind: "SynonymSet",
  path: "/synonym_sets/{name}",
  noun: "Synonym set",
  description:
    "A set of synonyms, from server 30 on. It takes effect on the collections that name it in `synonym_sets`, and in searches that do.",
  nameDescription: "Name of the set.",
  fields: defineResourceSchema({
    item: {
      block: "set",
      updatedBy: "write",
      description: "One group of words that mean the same.",
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
            "A word for which the synonyms are found as well, but not the other way round. Without it, each is found for each other.",
          ),
          mode: "optional",
        },
        locale: LOCALE,
        symbols_to_index: {
          type: t.set(t.string),
          mode: "optional",
          description: "Special characters that count in these words, such as `+`. Servers drop all others.",
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
                "A set has each id once: the second would replace the first. Give each item an id of its own.",
            };
      },
    },
  ],
  toBody: ({ item }) => ({
    items: item.map(({ id, synonyms, root, locale, symbols_to_index }) =>
      given({ id, synonyms, root, locale, symbols_to_index }),
    ),
  }),
  fromAnswer: ({ items }) => ({
    item: recordsIn(items).map(({ id, synonyms, root, locale, symbols_to_index: symbols }) => ({
      id: String(id),
      synonyms: textsIn(synonyms),
      root: textIn(root),
      locale: textIn(locale),
      symbols_to_index: textsIn(symbols).length > 0 ? textsIn(symbols) : null,
    })),
  }),
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

const curationSet = row({
  type: "curation_set",
  kind: "CurationSet",
  path: "/curation_sets/{name}",
  noun: "Curation set",
  description:
    "A set of rules that put documents into or out of the results of certain searches, from server 30 on. It takes effect on the collections " +
    "that name it in `curation_sets`, and in searches that do.",
  nameDescription: "Name of the set.",
  fields: defineResourceSchema({
    items: {
      ...JSON_TEXT,
      description:
        "The rules: a JSON list of objects with `id`, `rule` and what the rule does (`includes`, `excludes`, `filter_by`, `sort_by` and so on), " +
        "best written with `jsonencode`. Order and layout do not count, and what the server adds is no drift.",
      validators: [curations],
    },
  }),
  json: "items",
  toBody: ({ items }) => ({ items: JSON.parse(items) }),
  fromAnswer: ({ items }, state) => ({ items: observedJson(state.items ?? null, items ?? []) }),
});

const preset = row({
  type: "preset",
  kind: "Preset",
  path: "/presets/{name}",
  noun: "Preset",
  description:
    "Search parameters under a name: a search with `preset=name` takes them from it. Needs server 30 or later.",
  nameDescription: "Name of the preset.",
  fields: defineResourceSchema({
    value: {
      ...JSON_TEXT,
      description:
        'The search parameters: a JSON object such as `jsonencode({ query_by = "title", per_page = 20 })`, or with a list of `searches` for ' +
        "a search of several collections. Order of keys and layout do not count, and what the server adds is no drift.",
      validators: [jsonObject],
    },
  }),
  json: "value",
  toBody: ({ value }) => ({ value: JSON.parse(value) }),
  fromAnswer: ({ value }, state) => ({ value: observedJson(state.value ?? null, value ?? {}) }),
});

const stopwordsSet = row({
  type: "stopwords_set",
  kind: "StopwordsSet",
  path: "/stopwords/{name}",
  noun: "Stopwords set",
  description:
    "Words that a search leaves out of its query when it names the set in `stopwords`. Documents keep them. Needs server 30 or later.",
  nameDescription: "Name of the set.",
  fields: defineResourceSchema({
    stopwords: {
      type: t.set(t.string),
      mode: "required",
      updatedBy: "write",
      description:
        "The words. Servers store them in lower case, and the words of a phrase one by one: that is no drift.",
      validators: [checks.notEmpty(), checks.each(checks.notEmpty())],
      semanticallyEqual: sameStopwords,
    },
    locale: { ...LOCALE, updatedBy: "write" },
  }),
  toBody: ({ stopwords, locale }) => given({ stopwords, locale }),
  fromAnswer: ({ stopwords, locale }) => ({ stopwords: textsIn(stopwords), locale: textIn(locale) }),
});

/** The properties of the object that a text holds; none for any other text. */
function partsOf(text: unknown): Record<string, unknown> {
  const value = typeof text === "string" ? parsedJson(text) : undefined;
  return typeof value === "object" && value !== null ? { ...value } : {};
}

/** What servers do not let an edit change. */
const FIXED_IN_RULE = ["type", "collection", "event_type"];

const analyticsRule = row({
  type: "analytics_rule",
  kind: "AnalyticsRule",
  path: "/analytics/rules/{name}",
  noun: "Analytics rule",
  description:
    "What the server gathers from searches and events: popular queries, queries without hits, counters and logs, in the form of server 30. A " +
    "destroy ends the gathering; what was gathered stays in its collection.",
  nameDescription: "Name of the rule.",
  fields: defineResourceSchema({
    definition: {
      ...JSON_TEXT,
      description:
        "The rule: a JSON object with `type`, `collection`, `event_type`, and `params` and `rule_tag` where they are needed, best written with " +
        "`jsonencode`. Another `type`, `collection` or `event_type` replaces the rule, because servers refuse such an edit. Order of keys and " +
        "layout do not count, and what the server adds is no drift.",
      validators: [jsonObject],
    },
  }),
  validators: [
    {
      reads: ["name", "definition"],
      check: ({ name, definition }) => {
        const inside = partsOf(definition).name ?? name;
        return inside === name
          ? undefined
          : {
              path: ["definition"],
              summary: "Two names for one analytics rule",
              detail: `name is "${name}", and definition holds the name ${JSON.stringify(inside)}. Leave it out of the definition.`,
            };
      },
    },
  ],
  json: "definition",
  toBody: ({ name, definition }) => ({ ...JSON.parse(definition), name }),
  fromAnswer({ name, ...answer }, state) {
    const before = state.definition ?? null;
    const isNamed = "name" in partsOf(before);
    return { definition: observedJson(before, isNamed ? { name, ...answer } : answer) };
  },
  replaces(prior, planned) {
    const [before, now] = [partsOf(prior.definition), partsOf(planned.definition)];
    return FIXED_IN_RULE.some((part) => part in before && part in now && before[part] !== now[part]);
  },
});

/** The types of {@link namedRecord}. */
export const ROWS: readonly AnyRow[] = [synonymSet, curationSet, preset, stopwordsSet, analyticsRule];
