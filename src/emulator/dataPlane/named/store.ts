import type { ClusterData, StoredCollection } from "../../domain/store/data";
import type {
  AnalyticsRule,
  JsonRecord,
  NamedRecordKind,
  StemmingDictionary,
} from "../../domain/store/named";
import { asRefusal, HandlerError, hasSets, refused } from "../call";
import { isString, propertiesOf } from "../json";
import { putOldRule } from "./analytics/oldRules";
import { putRule } from "./analytics/rules";
import { answerModel, type ModelKind, putModel } from "./models/operations";
import { putPreset } from "./operations";
import { putCurationSet, putSynonymSet } from "./sets/operations";
import { answerDictionary, putStemmingDictionary } from "./stemming";
import { putStopwordsSet } from "./stopwords";

const PUTS: { readonly [Kind in Exclude<NamedRecordKind, "analytics_rules" | ModelKind>]: Put } = {
  synonym_sets: putSynonymSet,
  curation_sets: putCurationSet,
  presets: putPreset,
  stopwords: putStopwordsSet,
  stemming_dictionaries: putStemmingDictionary,
};
type Put = (data: ClusterData, name: string, body: JsonRecord) => unknown;

/**
 * Stores a record as the server of a version does, even if the collections that it names are missing.
 * @throws NodeRefusalError
 */
export function putNamedRecord(
  data: ClusterData,
  version: string,
  kind: NamedRecordKind,
  name: string,
  body: JsonRecord,
): void {
  try {
    if (isModel(kind)) putModel({ data, version, live: false }, kind, name, body);
    else if (kind !== "analytics_rules") PUTS[kind](data, name, body);
    else if (hasSets(version)) putRule(data, { ...body, name }, { upsert: true, live: false });
    else putOldRule(data, { ...body, name }, { upsert: true });
  } catch (error) {
    if (!(error instanceof HandlerError)) throw error;
    throw refused("Bad request.");
  }
}

/** Returns a stored record as a server answers it, without its credentials. */
export function answerNamed(kind: NamedRecordKind, record: JsonRecord): JsonRecord {
  if (kind === "stemming_dictionaries") return answerDictionary(record as StemmingDictionary);
  return isModel(kind) ? answerModel(kind, record) : record;
}

function isModel(kind: NamedRecordKind): kind is ModelKind {
  return kind === "conversation_models" || kind === "nl_search_models";
}

/** Converts the records of a server before 30, as a server of 30 or later does at its first start. */
export function upgradeRecords(data: ClusterData, from: string, to: string): void {
  if (hasSets(from) || !hasSets(to)) return;
  for (const collection of data.collections.values()) upgradeSets(data, collection);
  const rules = [...data.named.analytics_rules.values()];
  data.named.analytics_rules.clear();
  data.analytics.answers.clear();
  for (const rule of rules) {
    for (const one of newRules(rule)) put(data, one);
  }
}

/** Converts synonyms and overrides into sets that are named after their collection. */
function upgradeSets(data: ClusterData, collection: StoredCollection): void {
  const { name, synonyms, overrides } = collection;
  const [synonymSet, curationSet] = [`${name}_synonyms_index`, `${name}_curations_index`];
  if (synonyms.size > 0) {
    putSynonymSet(data, synonymSet, { items: [...synonyms.values()] });
    collection.synonym_sets = [synonymSet];
    synonyms.clear();
  }
  if (overrides.size > 0) {
    putCurationSet(data, curationSet, { items: [...overrides.values()] });
    collection.curation_sets = [curationSet];
    overrides.clear();
  }
}

/** Splits a rule into one for each collection or event. Rules that log are dropped. */
function newRules({ name, type, params: given }: AnalyticsRule): JsonRecord[] {
  const { source, destination, limit, expand_query } = propertiesOf(given);
  const { collection: destination_collection, counter_field } = propertiesOf(destination);
  const { collections, events } = propertiesOf(source);
  const sources = Array.isArray(collections) ? collections.filter(isString) : [];
  const all = Array.isArray(events) ? events.map(propertiesOf) : [];
  const called = (one: unknown, collection: string) =>
    sources.length === 1 ? one : `${String(one)}_${collection}`;
  if (type === "counter") {
    return all.flatMap(({ name: event, type: event_type, weight }) =>
      sources.map((collection) => ({
        ...{ name: called(event, collection), type, collection, event_type, rule_tag: name },
        params: { destination_collection, counter_field, weight },
      })),
    );
  }
  if (type === "log" || all.length > 1) return [];
  const event = all[0]?.name ?? name;
  return sources.map((collection) => ({
    ...{ name: called(event, collection), type, collection, event_type: "search", rule_tag: name },
    params: { destination_collection, limit, expand_query: expand_query === true },
  }));
}

/** Stores a rule; one that the newer server rejects is lost. */
function put(data: ClusterData, rule: JsonRecord): void {
  try {
    putRule(data, rule, { upsert: false, live: true });
  } catch (error) {
    asRefusal(error);
  }
}
