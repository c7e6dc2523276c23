import type { CapturedSearch, QueryCount } from "../../../domain/store/analytics";
import type { ClusterData, StoredCollection, StoredDocument } from "../../../domain/store/data";
import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import { asRefusal, collectionNamed, jsonOf, type NodeCall, type NodeHandler } from "../../call";
import { writeDocument } from "../../documents/write";
import { hashOf } from "../../hash";
import { isString, propertiesOf } from "../../json";
import type { NodeRouteId } from "../../routes";
import { countSearch, storeEvents } from "./events";
import { destinationNameOf } from "./oldRules";

/** The milliseconds between two flushes that nobody requested. */
const FLUSH_INTERVAL = 3_600_000;
/** The pause of a user after a complete query, in milliseconds. */
const PAUSE = 4000;
/** The number of searches of one user in one collection that are kept until the next flush. */
const MOST_SEARCHES = 100;
/** Longer queries, in bytes, are not counted. */
const LONGEST_QUERY = 1024;

/** A search that has been answered. */
interface AnsweredSearch {
  readonly collection: string;
  readonly q: string;
  readonly filter_by: string;
  readonly analytics_tag: string;
  /** The `x-typesense-user-id`, or the address of the client. */
  readonly user_id: string;
  readonly found: number;
}

/** Keeps a search for the rules of its collection, if there are any. */
function captureSearch({ named, analytics }: ClusterData, search: AnsweredSearch, now: number): void {
  const { found, q: asked, ...rest } = search;
  const q = asked.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  if (Buffer.byteLength(q) > LONGEST_QUERY) return;
  const types = ["log", found > 0 ? "popular_queries" : "nohits_queries"] as const;
  const rules = [...named.analytics_rules.values()];
  for (const type of types) {
    const captures = rules.some((rule) => rule.type === type && isCapturing(rule, search.collection));
    const kept = analytics.searches.filter(
      (one) => one.type === type && one.user_id === rest.user_id && one.collection === rest.collection,
    );
    if (!captures || kept.length >= MOST_SEARCHES) continue;
    analytics.searches = [...analytics.searches, { ...rest, q, type, at: now }];
  }
}

/** True if a rule of either form captures the searches of a collection. */
function isCapturing({ collection, event_type, params }: AnalyticsRule, searched: string): boolean {
  const { capture_search_requests, source } = propertiesOf(params);
  const { collections, enable_auto_aggregation } = propertiesOf(source);
  if (Array.isArray(collections)) return collections.includes(searched) && enable_auto_aggregation !== false;
  return event_type === "search" && collection === searched && capture_search_requests !== false;
}

/** Flushes analytics if an hour has passed since the last flush. */
export function flushWhenDue(data: ClusterData, now: number): void {
  if (data.analytics.flushedAt === 0) data.analytics.flushedAt = now;
  if (now - data.analytics.flushedAt >= FLUSH_INTERVAL) flushAnalytics(data, now);
}

/** Writes counts to the destination collections, and logged events to disk. */
export function flushAnalytics(data: ClusterData, now: number): void {
  const { named, analytics } = data;
  analytics.flushedAt = now;
  countSearches(data);
  for (const events of analytics.logs.values()) storeEvents(data, events);
  analytics.logs.clear();
  for (const [name, counts] of analytics.counters) {
    const [field, collection] = destinationOf(data, named.analytics_rules.get(name));
    for (const [id, count] of counts) {
      increase({ data, collection }, { id, ...increment(field, count) }, "update");
    }
  }
  analytics.counters.clear();
  for (const [name, queries] of analytics.queries) {
    const rule = named.analytics_rules.get(name);
    const [, collection] = destinationOf(data, rule);
    writeQueries({ data, collection }, propertiesOf(rule?.params), queries);
  }
  analytics.queries.clear();
}

/** Counts the captured searches. Of queries that a user typed without a pause, only the last one counts. */
function countSearches({ named, analytics }: ClusterData): void {
  const { searches } = analytics;
  analytics.searches = [];
  for (const [place, search] of searches.entries()) {
    const isOfSame = (one: CapturedSearch) =>
      one.type === search.type && one.user_id === search.user_id && one.collection === search.collection;
    const next = searches.slice(place + 1).find(isOfSame);
    if (next !== undefined && next.at - search.at <= PAUSE) continue;
    for (const rule of named.analytics_rules.values()) {
      if (rule.type !== search.type || !isCapturing(rule, search.collection)) continue;
      countSearch(analytics, rule, { ...search, timestamp: search.at * 1000 });
    }
  }
}

/** Returns the field that a rule counts in, and the collection if it exists. */
function destinationOf(
  data: ClusterData,
  rule: AnalyticsRule | undefined,
): readonly [field: string, collection: StoredCollection | undefined] {
  const { destination, destination_collection, counter_field } = propertiesOf(rule?.params);
  const field = isString(counter_field) ? counter_field : String(propertiesOf(destination).counter_field);
  const name = isString(destination_collection) ? destination_collection : destinationNameOf(rule ?? {});
  return [field, collectionNamed(data, name)];
}

/** A collection of a cluster; undefined if it does not exist. */
interface Destination {
  readonly data: ClusterData;
  readonly collection: StoredCollection | undefined;
}

function writeQueries(
  to: Destination,
  { meta_fields, limit }: JsonRecord,
  queries: readonly QueryCount[],
): void {
  const shown = Array.isArray(meta_fields) ? meta_fields : [];
  for (const { q, filter_by, analytics_tag, count } of queries) {
    const document = {
      id: String(hashOf(q)),
      q,
      ...(shown.includes("filter_by") && filter_by !== "" && { filter_by }),
      ...(shown.includes("analytics_tag") && analytics_tag !== "" && { analytics_tag }),
    };
    increase(to, { ...document, ...increment("count", count) }, "emplace");
  }
  const { collection } = to;
  if (collection === undefined) return;
  const byCount = [...collection.documents.values()].toSorted((one, other) => countOf(other) - countOf(one));
  for (const { id } of byCount.slice(Number(limit))) collection.documents.delete(String(id));
}

function countOf({ count }: StoredDocument): number {
  return typeof count === "number" ? count : 0;
}

function increment(field: string, by: number) {
  return { $operations: { increment: { [field]: by } } };
}

/**
 * Increases the count of a document. A document that does not fit the collection is dropped, as a line of an import is.
 */
function increase(
  { data, collection }: Destination,
  draft: Record<string, unknown>,
  action: "update" | "emplace",
): void {
  if (collection === undefined) return;
  try {
    const given = { draft, hasFloats: false };
    writeDocument({ data, collection }, given, { action, dirty: "coerce_or_reject" });
  } catch (error) {
    asRefusal(error);
  }
}

/** A search without a user id counts for the address of the client. All clients of the emulator share one. */
const NOBODY = "127.0.0.1";

/** Wraps a handler so that the searches that it answers are captured for analytics rules. */
export function withSearchCapture(id: NodeRouteId, handler: NodeHandler): NodeHandler {
  if (id !== "searchDocuments" && id !== "multiSearch") return handler;
  return async (call) => {
    const reply = await handler(call);
    if (call.data.named.analytics_rules.size === 0 || !("json" in reply)) return reply;
    const shared = Object.fromEntries(call.query);
    const searches =
      id === "searchDocuments" ? [shared] : searchesOf(call).map((one) => ({ ...one, ...shared }));
    const { results } = propertiesOf(reply.json);
    const answers: readonly unknown[] = Array.isArray(results) ? results : [reply.json];
    for (const [place, given] of searches.entries()) {
      const search = answered({ collection: call.params.name, ...given }, propertiesOf(answers[place]));
      if (search !== null) captureSearch(call.data, search, call.now);
    }
    return reply;
  };
}

function searchesOf({ body }: NodeCall): readonly JsonRecord[] {
  const { searches } = propertiesOf(jsonOf({ body }));
  return Array.isArray(searches) ? searches.map(propertiesOf) : [];
}

/** Returns a search that counts; null if it failed or turns analytics off. */
function answered(given: JsonRecord, answer: JsonRecord): AnsweredSearch | null {
  const { found } = answer;
  if (typeof found !== "number" || String(given.enable_analytics) === "false") return null;
  const text = (name: string) => (isString(given[name]) ? given[name] : "");
  return {
    collection: text("collection"),
    q: text("q"),
    filter_by: text("filter_by"),
    analytics_tag: text("analytics_tag"),
    user_id: text("x-typesense-user-id") || NOBODY,
    found,
  };
}
