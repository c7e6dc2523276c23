import { isRecord } from "../../../domain/rules/fields";
import { countDocuments, countQuery, type LoggedEvent, logEvent } from "../../../domain/store/analytics";
import type { ClusterData } from "../../../domain/store/data";
import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import { refused } from "../../call";
import { isString, propertiesOf, requireString } from "../../json";
import { eventDocuments, nextTimestamp } from "./events";
import { ruleEvents } from "./oldRules";

const TYPES: readonly unknown[] = ["click", "conversion", "visit", "custom", "search"];

/** Adds an event, as servers up to version 29 do. @throws NodeRefusalError 400; HandlerError */
export function addOldEvent(data: ClusterData, given: unknown, now: number): void {
  const { type, name, data: event } = propertiesOf(given);
  if (type === undefined) throw refused("key `type` not found.");
  if (!isString(type)) throw refused("`event_type` value should be string.");
  if (!TYPES.includes(type)) throw refused(`event_type ${type} not found.`);
  if (event === undefined) throw refused("key `data` not found.");
  if (name === undefined) throw refused("key `name` not found.");
  if (!isRecord(event)) throw refused("data is not object.");
  if (type === "search") checkSearch(event);
  else checkDocuments(event);
  const found = eventNamed(data, requireString(name));
  if (found === undefined) throw refused(`No analytics rule defined for event name ${name}`);
  if (found.event.type !== type) throw refused("event_type mismatch in analytic rules.");
  const collection = sourceOf(found.rule, String(name), event.collection);
  const logged = loggedEvent(type, String(name), event, collection, nextTimestamp(data.analytics, now));
  const { rule } = found;
  if (type === "search") countOldSearch(data, rule, String(name), event);
  if (rule.type === "log" || found.event.log_to_store === true) logEvent(data.analytics, rule.name, logged);
  if (rule.type === "counter") {
    const { doc_id = "", doc_ids } = eventDocuments(event);
    const ids = Array.isArray(doc_ids) ? doc_ids : [String(doc_id)];
    countDocuments(data.analytics, rule.name, ids, Number(found.event.weight));
  }
}

function checkSearch({ user_id, q }: JsonRecord): void {
  const lacks = (name: string) =>
    refused(`search event json data fields should contain \`${name}\` as string value.`);
  if (!isString(user_id)) throw lacks("user_id");
  if (!isString(q)) throw lacks("q");
}

function checkDocuments({ doc_id, doc_ids, collection, user_id, q }: JsonRecord): void {
  if (doc_id === undefined && doc_ids === undefined) {
    throw refused("Event must contain either 'doc_id' or 'doc_ids' field.");
  }
  if (doc_id !== undefined && doc_ids !== undefined) {
    throw refused("Event cannot contain both 'doc_id' and 'doc_ids' fields.");
  }
  if (doc_id !== undefined && !isString(doc_id)) throw refused("Event's 'doc_id' must be a string value.");
  if (doc_ids !== undefined && !Array.isArray(doc_ids)) throw refused("Event's 'doc_ids' must be an array.");
  if (Array.isArray(doc_ids) && !doc_ids.every(isString)) {
    throw refused("All values in 'doc_ids' must be strings.");
  }
  if (collection !== undefined && !isString(collection))
    throw refused("'collection' should be a string value.");
  if (!isString(user_id)) throw refused("event should have 'user_id' as string value.");
  if (q !== undefined && !isString(q)) throw refused("'q' should be a string value.");
}

interface NamedEvent {
  readonly rule: AnalyticsRule;
  readonly event: JsonRecord;
}

function eventNamed({ named }: ClusterData, name: string): NamedEvent | undefined {
  const all = [...named.analytics_rules.values()].flatMap((rule) =>
    ruleEvents(rule).map((event) => ({ rule, event })),
  );
  return all.find(({ event }) => event.name === name);
}

/** Returns the collection that an event comes from. @throws NodeRefusalError 400 */
function sourceOf(rule: AnalyticsRule, name: string, given: unknown): string {
  const { collections } = propertiesOf(propertiesOf(rule.params).source);
  const sources: readonly unknown[] = Array.isArray(collections) ? collections : [];
  if (given === undefined) {
    if (sources.length > 1) throw refused("Multiple source collections. 'collection' should be specified");
    // A rule can have no collection at all.
    if (sources.length === 0) throw refused("Failure in adding an event.");
    return String(sources[0]);
  }
  if (!sources.includes(given)) throw refused(`${requireString(given)} not found in the rule ${name}`);
  return requireString(given);
}

function loggedEvent(
  type: string,
  name: string,
  event: JsonRecord,
  collection: string,
  timestamp: number,
): LoggedEvent {
  const { query, user_id, doc_id, doc_ids, ...others } = event;
  const isCustom = type === "custom";
  const texts = isCustom ? Object.entries(others).map(([key, value]) => [key, requireString(value)]) : [];
  const asked = isCustom ? query : event.q;
  return {
    query: asked === undefined ? "" : requireString(asked),
    type,
    timestamp,
    user_id: requireString(user_id).replaceAll("%", ""),
    ...eventDocuments({ doc_id, doc_ids }),
    name,
    collection,
    ...Object.fromEntries(texts),
  };
}

function countOldSearch(
  { analytics }: ClusterData,
  rule: AnalyticsRule,
  name: string,
  event: JsonRecord,
): void {
  if (rule.type !== "popular_queries" && rule.type !== "nohits_queries") {
    throw refused(`Error in /events endpoint for event ${name}`);
  }
  const text = (value: unknown) => (value === undefined ? "" : requireString(value));
  const { q, filter_by, analytics_tag } = event;
  const query = { q: requireString(q), filter_by: text(filter_by), analytics_tag: text(analytics_tag) };
  countQuery(analytics, rule.name, query, Number(propertiesOf(rule.params).limit) * 2);
}

/** Returns the last events on disk, of any user and rule, in the order of their keys. @throws NodeRefusalError 400 */
export function storedEvents({ analytics }: ClusterData, most: number): readonly LoggedEvent[] {
  if (most > 1000) throw refused("N cannot be greater than 1000");
  const keys = [...analytics.stored.keys()].sort().reverse().slice(0, most);
  return keys.map((key) => analytics.stored.get(key) as LoggedEvent);
}
