import { isRecord } from "../../../domain/rules/fields";
import {
  type Analytics,
  countDocuments,
  countQuery,
  type LoggedEvent,
  logEvent,
  type QueryCount,
} from "../../../domain/store/analytics";
import type { ClusterData } from "../../../domain/store/data";
import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import { refused } from "../../call";
import { isString, propertiesOf, requireInteger, requireString, requireStrings } from "../../json";

/** Adds an event, as servers from version 30 on do. @throws NodeRefusalError 400; HandlerError */
export function addEvent(data: ClusterData, given: unknown, now: number): void {
  const { name, data: event } = propertiesOf(given);
  if (!isString(name)) throw refused("name is required");
  if (!isRecord(event)) throw refused("data is required");
  if (event.user_id !== undefined && !isString(event.user_id)) throw refused("user_id should be a string");
  const rule = data.named.analytics_rules.get(name);
  if (rule === undefined) throw refused("Rule not found");
  const moment = nextTimestamp(data.analytics, now);
  if (rule.event_type === "search") addSearchEvent(data.analytics, rule, event, moment);
  else addDocumentEvent(data.analytics, rule, event, moment);
}

/** Returns a time in epoch microseconds that is later than every event so far, so that each event has its own. */
export function nextTimestamp({ logs, stored }: Analytics, now: number): number {
  const known = [...[...logs.values()].flat(), ...stored.values()].map(({ timestamp }) => timestamp);
  return known.reduce((latest, one) => Math.max(latest, one + 1), now * 1000);
}

function addDocumentEvent(analytics: Analytics, rule: AnalyticsRule, event: JsonRecord, now: number): void {
  const { doc_id, doc_ids } = event;
  if (doc_ids !== undefined && doc_id !== undefined)
    throw refused("doc_ids and doc_id cannot both be present");
  if (doc_ids === undefined && doc_id === undefined) throw refused("doc_ids or doc_id is required");
  if (doc_ids !== undefined && !Array.isArray(doc_ids)) throw refused("doc_ids should be an array");
  if (doc_id !== undefined && !isString(doc_id)) throw refused("doc_id should be a string");
  if (rule.type === "counter") {
    const ids = doc_ids === undefined ? [requireString(doc_id)] : requireStrings(doc_ids);
    countDocuments(analytics, rule.name, ids, Number(propertiesOf(rule.params).weight));
    return;
  }
  const isCustom = rule.event_type === "custom";
  const texts = isCustom ? Object.entries(event).map(([key, value]) => [key, requireString(value)]) : [];
  logEvent(analytics, rule.name, {
    query: event.query === undefined ? "" : requireString(event.query),
    event_type: rule.event_type,
    timestamp: now,
    user_id: requireString(event.user_id),
    ...eventDocuments(event),
    name: rule.name,
    collection: rule.collection,
    ...Object.fromEntries(texts),
  });
}

/** Returns `doc_id` or `doc_ids` of an event as they are answered; neither if they are empty. */
export function eventDocuments({ doc_id, doc_ids }: JsonRecord): JsonRecord {
  const ids = doc_ids === undefined ? [] : requireStrings(doc_ids);
  if (ids.length > 0) return { doc_ids: ids };
  return doc_id === undefined || doc_id === "" ? {} : { doc_id: requireString(doc_id) };
}

function addSearchEvent(analytics: Analytics, rule: AnalyticsRule, event: JsonRecord, now: number): void {
  const { q, filter_by, analytics_tag } = event;
  if (!isString(q)) throw refused("'q' should be a string and is required");
  if (filter_by !== undefined && !isString(filter_by)) throw refused("'filter_by' should be a string");
  if (analytics_tag !== undefined && !isString(analytics_tag))
    throw refused("'analytics_tag' should be a string");
  const timestamp = event.timestamp === undefined ? now : requireInteger(event.timestamp);
  const user = requireString(event.user_id);
  const query = { q, filter_by: filter_by ?? "", analytics_tag: analytics_tag ?? "" };
  countSearch(analytics, rule, { ...query, user_id: user, timestamp });
}

/** Counts or logs a search for a rule. */
export function countSearch(
  analytics: Analytics,
  rule: AnalyticsRule,
  search: Omit<QueryCount, "count"> & Pick<LoggedEvent, "user_id" | "timestamp">,
): void {
  const { q, filter_by, analytics_tag, user_id, timestamp } = search;
  const { limit, meta_fields } = propertiesOf(rule.params);
  if (rule.type !== "log") {
    countQuery(analytics, rule.name, { q, filter_by, analytics_tag }, Number(limit) * 2);
    return;
  }
  const shown = Array.isArray(meta_fields) ? meta_fields : [];
  logEvent(analytics, rule.name, {
    query: q,
    event_type: "search",
    timestamp,
    user_id,
    ...(shown.includes("filter_by") && filter_by !== "" && { filter_by }),
    ...(shown.includes("analytics_tag") && analytics_tag !== "" && { analytics_tag }),
    collection: rule.collection,
    name: rule.name,
  });
}

/** Returns the last events of a user that a rule has logged, the latest first. @throws NodeRefusalError 400 */
export function userEvents(
  { named, analytics }: ClusterData,
  user: string,
  name: string,
  most: number,
): readonly LoggedEvent[] {
  if (most > 1000) throw refused("N cannot be greater than 1000");
  if (!named.analytics_rules.has(name)) throw refused("Rule not found");
  const waiting = (analytics.logs.get(name) ?? []).filter((one) => one.user_id === user);
  // On disk, user ids lack the `%` that separates the parts of a key.
  const prefix = `${storedUser(user)}%${name}`;
  const stored = [...analytics.stored].flatMap(([key, one]) => (key.startsWith(prefix) ? [one] : []));
  return [...waiting, ...stored].toSorted((one, other) => other.timestamp - one.timestamp).slice(0, most);
}

function storedUser(user: string): string {
  return user.replaceAll("%", "");
}

/** Writes events to disk (`POST /analytics/aggregate_events`). @throws HandlerError for an invalid event */
export function storeEvents({ analytics }: ClusterData, given: unknown): void {
  for (const one of given === null ? [] : itemsOf(given)) {
    const { user_id, name, timestamp, ...rest } = propertiesOf(one);
    const known = {
      user_id: requireString(user_id),
      name: requireString(name),
      timestamp: requireInteger(timestamp),
    };
    const key = `${storedUser(known.user_id)}%${known.name}%${String(known.timestamp).padStart(20, "0")}`;
    analytics.stored.set(key, { ...rest, ...known });
  }
}

/** Returns what the server iterates over: a list, the values of an object, or the single value. */
function itemsOf(given: unknown): readonly unknown[] {
  if (Array.isArray(given)) return given;
  return isRecord(given) ? Object.values(given) : [given];
}
