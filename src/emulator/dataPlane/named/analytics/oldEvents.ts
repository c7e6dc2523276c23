import { isRecord } from "../../../domain/rules/fields";
import { countDocuments, countQuery, type LoggedEvent, logEvent } from "../../../domain/store/analytics";
import type { ClusterData } from "../../../domain/store/data";
import type { AnalyticsRule, JsonObject } from "../../../domain/store/named";
import { refused } from "../../call";
import { isText, partsOf, takenText } from "../../json";
import { documentsOf, momentAfter } from "./events";
import { eventsOf } from "./oldRules";

const TYPES: readonly unknown[] = ["click", "conversion", "visit", "custom", "search"];

/** Takes an event in, as servers up to version 29 do. @throws NodeRefusal 400 in the server's words; HandlerFailure */
export function addOldEvent(data: ClusterData, given: unknown, now: number): void {
  const { type, name, data: event } = partsOf(given);
  if (type === undefined) throw refused("key `type` not found.");
  if (!isText(type)) throw refused("`event_type` value should be string.");
  if (!TYPES.includes(type)) throw refused(`event_type ${type} not found.`);
  if (event === undefined) throw refused("key `data` not found.");
  if (name === undefined) throw refused("key `name` not found.");
  if (!isRecord(event)) throw refused("data is not object.");
  if (type === "search") checkSearch(event);
  else checkDocuments(event);
  const found = eventNamed(data, takenText(name));
  if (found === undefined) throw refused(`No analytics rule defined for event name ${name}`);
  if (found.event.type !== type) throw refused("event_type mismatch in analytic rules.");
  const collection = sourceOf(found.rule, String(name), event.collection);
  const logged = loggedEvent(type, String(name), event, collection, momentAfter(data.analytics, now));
  const { rule } = found;
  if (type === "search") countOldSearch(data, rule, String(name), event);
  if (rule.type === "log" || found.event.log_to_store === true) logEvent(data.analytics, rule.name, logged);
  if (rule.type === "counter") {
    const { doc_id = "", doc_ids } = documentsOf(event);
    const ids = Array.isArray(doc_ids) ? doc_ids : [String(doc_id)];
    countDocuments(data.analytics, rule.name, ids, Number(found.event.weight));
  }
}

function checkSearch({ user_id, q }: JsonObject): void {
  const lacks = (name: string) =>
    refused(`search event json data fields should contain \`${name}\` as string value.`);
  if (!isText(user_id)) throw lacks("user_id");
  if (!isText(q)) throw lacks("q");
}

function checkDocuments({ doc_id, doc_ids, collection, user_id, q }: JsonObject): void {
  if (doc_id === undefined && doc_ids === undefined) {
    throw refused("Event must contain either 'doc_id' or 'doc_ids' field.");
  }
  if (doc_id !== undefined && doc_ids !== undefined) {
    throw refused("Event cannot contain both 'doc_id' and 'doc_ids' fields.");
  }
  if (doc_id !== undefined && !isText(doc_id)) throw refused("Event's 'doc_id' must be a string value.");
  if (doc_ids !== undefined && !Array.isArray(doc_ids)) throw refused("Event's 'doc_ids' must be an array.");
  if (Array.isArray(doc_ids) && !doc_ids.every(isText)) {
    throw refused("All values in 'doc_ids' must be strings.");
  }
  if (collection !== undefined && !isText(collection))
    throw refused("'collection' should be a string value.");
  if (!isText(user_id)) throw refused("event should have 'user_id' as string value.");
  if (q !== undefined && !isText(q)) throw refused("'q' should be a string value.");
}

interface NamedEvent {
  readonly rule: AnalyticsRule;
  readonly event: JsonObject;
}

function eventNamed({ named }: ClusterData, name: string): NamedEvent | undefined {
  const all = [...named.analytics_rules.values()].flatMap((rule) =>
    eventsOf(rule).map((event) => ({ rule, event })),
  );
  return all.find(({ event }) => event.name === name);
}

/** The collection that an event comes from. @throws NodeRefusal 400 */
function sourceOf(rule: AnalyticsRule, name: string, given: unknown): string {
  const { collections } = partsOf(partsOf(rule.params).source);
  const sources: readonly unknown[] = Array.isArray(collections) ? collections : [];
  if (given === undefined) {
    if (sources.length > 1) throw refused("Multiple source collections. 'collection' should be specified");
    // A rule may be of no collection at all.
    if (sources.length === 0) throw refused("Failure in adding an event.");
    return String(sources[0]);
  }
  if (!sources.includes(given)) throw refused(`${takenText(given)} not found in the rule ${name}`);
  return takenText(given);
}

function loggedEvent(
  type: string,
  name: string,
  event: JsonObject,
  collection: string,
  timestamp: number,
): LoggedEvent {
  const { query, user_id, doc_id, doc_ids, ...others } = event;
  const isCustom = type === "custom";
  const texts = isCustom ? Object.entries(others).map(([key, value]) => [key, takenText(value)]) : [];
  const asked = isCustom ? query : event.q;
  return {
    query: asked === undefined ? "" : takenText(asked),
    type,
    timestamp,
    user_id: takenText(user_id).replaceAll("%", ""),
    ...documentsOf({ doc_id, doc_ids }),
    name,
    collection,
    ...Object.fromEntries(texts),
  };
}

function countOldSearch(
  { analytics }: ClusterData,
  rule: AnalyticsRule,
  name: string,
  event: JsonObject,
): void {
  if (rule.type !== "popular_queries" && rule.type !== "nohits_queries") {
    throw refused(`Error in /events endpoint for event ${name}`);
  }
  const text = (value: unknown) => (value === undefined ? "" : takenText(value));
  const { q, filter_by, analytics_tag } = event;
  const query = { q: takenText(q), filter_by: text(filter_by), analytics_tag: text(analytics_tag) };
  countQuery(analytics, rule.name, query, Number(partsOf(rule.params).limit) * 2);
}

/** The events on disk, of whatever user and rule, the last ones in their order. @throws NodeRefusal 400 */
export function lastEvents({ analytics }: ClusterData, most: number): readonly LoggedEvent[] {
  if (most > 1000) throw refused("N cannot be greater than 1000");
  const keys = [...analytics.stored.keys()].sort().reverse().slice(0, most);
  return keys.map((key) => analytics.stored.get(key) as LoggedEvent);
}
