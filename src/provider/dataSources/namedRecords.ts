import type { NamedKind, OpenNodeRecord } from "../../dataPlane";
import type { t } from "../../framework";
import { count, text, texts } from "../model/attributes";
import { sortedJson } from "../model/jsonText";
import { capitalized } from "../model/words";
import { listActionOf, listRecords } from "../shared/dataPlane";
import { listed } from "./listing";
import { type NodeList, nodeList } from "./nodeLists";
import { listOf, membersOf, stringOf, stringsOf, valuesFrom } from "./openRecords";

/** The data source of one kind of named records. */
interface RecordList<A extends t.NestedAttributes> extends Pick<NodeList<A>, "name" | "noun"> {
  readonly kind: NamedKind;
  /** The first server version that has the list. @default all have it */
  readonly from?: string;
  readonly attributes: A;
  /** Converts a record to the values of its attributes, except the name. @default each attribute from the property of its name */
  readonly values?: (record: OpenNodeRecord) => Omit<t.NestedOf<A>, "name">;
}

function recordList<const A extends t.NestedAttributes>({
  kind,
  attributes,
  values,
  from,
  ...list
}: RecordList<A>) {
  const all = { name: text("Name of the record."), ...attributes };
  return nodeList({
    ...list,
    action: listActionOf(kind),
    description: `The ${list.noun} of a cluster, whether or not Terraform manages them.`,
    attributes: all,
    read: async (nodes, _, options) =>
      (await listRecords(nodes, kind, { what: capitalized(list.noun), from }, options, UPGRADE)).map(
        (record) =>
          ({
            ...(values?.(record) ?? valuesFrom(attributes, record)),
            name: stringOf(record.name ?? record.id),
          }) as unknown as t.NestedOf<typeof all>,
      ),
  });
}

const UPGRADE = "Upgrade the server first, or remove this data source.";

const synonymItem = {
  id: text("Name of the group within the set."),
  synonyms: texts("The words."),
  root: text("The word whose searches also find the others; null: each finds all."),
  locale: text("Language of the words, or null."),
  symbols_to_index: texts("Special characters that are part of the words."),
} as const;

const blankAsNull = (value: unknown) => (value === "" ? null : stringOf(value));

const model = {
  model_name: text("The vendor and its name of the model, such as `openai/gpt-4o`."),
  max_bytes: count("Most bytes of a request or an answer."),
  system_prompt: text("Instructions for the model, or null."),
  account_id: text("Id of the account at Cloudflare, or null."),
} as const;

/** The data sources of all kinds of named records. Those of models have no credential, not even its beginning. */
export const namedRecordsData = [
  recordList({
    name: "synonym_sets",
    noun: "synonym sets",
    kind: "SynonymSet",
    from: "30",
    attributes: { item: listed("The groups of words with the same meaning.", synonymItem) },
    values: ({ items }) => ({
      item: listOf(items).map((item) => {
        const { id, synonyms, root, locale, symbols_to_index: symbols } = membersOf(item);
        return {
          ...{ id: stringOf(id), synonyms: stringsOf(synonyms), symbols_to_index: stringsOf(symbols) },
          ...{ root: blankAsNull(root), locale: blankAsNull(locale) },
        };
      }),
    }),
  }),
  recordList({
    name: "curation_sets",
    noun: "curation sets",
    kind: "CurationSet",
    from: "30",
    attributes: { items: text("The rules: a JSON list with sorted keys. Read it with `jsondecode`.") },
    values: ({ items }) => ({ items: sortedJson(items ?? []) }),
  }),
  recordList({
    name: "presets",
    noun: "presets",
    kind: "Preset",
    from: "0.24",
    attributes: { value: text("The search parameters: JSON with sorted keys. Read it with `jsondecode`.") },
    values: ({ value }) => ({ value: sortedJson(value ?? {}) }),
  }),
  recordList({
    name: "stopwords_sets",
    noun: "stopwords sets",
    kind: "StopwordsSet",
    from: "26",
    attributes: {
      stopwords: texts("The words as the server stores them."),
      locale: text("Language of the words, or null."),
    },
    values: ({ stopwords, locale }) => ({ stopwords: stringsOf(stopwords), locale: blankAsNull(locale) }),
  }),
  recordList({
    name: "analytics_rules",
    noun: "analytics rules",
    kind: "AnalyticsRule",
    attributes: {
      type: text("Type of the rule, such as `popular_queries`."),
      definition: text(
        "The rule in the form of its server's version: a JSON object with sorted keys. Read it with `jsondecode`.",
      ),
    },
    values: ({ name: _, type, ...rule }) => ({
      type: stringOf(type),
      definition: sortedJson({ type, ...rule }),
    }),
  }),
  recordList({
    name: "stemming_dictionaries",
    noun: "stemming dictionaries",
    kind: "StemmingDictionary",
    from: "28",
    attributes: {},
  }),
  recordList({
    name: "conversation_models",
    noun: "conversation models",
    kind: "ConversationModel",
    from: "26",
    attributes: {
      ...model,
      history_collection: text("Collection that keeps the conversations."),
      ttl: count("Seconds after which the server deletes a message of a conversation."),
      vllm_url: text("URL of a vLLM server, or null."),
    },
  }),
  recordList({
    name: "nl_search_models",
    noun: "natural language search models",
    kind: "NlSearchModel",
    from: "29",
    attributes: {
      ...model,
      temperature: count("How much the answers vary, from 0 to 2, or null."),
      top_p: count("Share of the likeliest words among which Google's models choose, from 0 to 1, or null."),
      top_k: count("Number of the likeliest words among which Google's models choose, or null."),
      api_url: text("URL of a vLLM server, or null."),
    },
  }),
] as const;
