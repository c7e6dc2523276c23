import type { JsonRecord } from "./named";

/** The analytics data of a server, besides the rules. */
export interface Analytics {
  /** The response of the last write of a rule, which its DELETE repeats. By the name of the rule. */
  readonly answers: Map<string, JsonRecord>;
  /** Pending increments of documents, by rule. */
  readonly counters: Map<string, ReadonlyMap<string, number>>;
  /** The count of each query, by rule. */
  readonly queries: Map<string, readonly QueryCount[]>;
  /** Events of rules that log them, in the form of responses, the oldest first, by rule. */
  readonly logs: Map<string, readonly LoggedEvent[]>;
  /** Searches that are not counted yet, because the next one of the same user may extend the same query. */
  searches: readonly CapturedSearch[];
  /** Logged events on disk, by user, rule and time. */
  readonly stored: Map<string, LoggedEvent>;
  /** Epoch milliseconds of the last write of counts and events. */
  flushedAt: number;
}

export type LoggedEvent = JsonRecord & {
  readonly name: string;
  readonly user_id: string;
  /** Epoch microseconds. */
  readonly timestamp: number;
};

export interface QueryCount {
  readonly q: string;
  readonly filter_by: string;
  readonly analytics_tag: string;
  readonly count: number;
}

/** A search that rules capture. */
export interface CapturedSearch {
  /** The type of the rules that capture it. */
  readonly type: "popular_queries" | "nohits_queries" | "log";
  readonly collection: string;
  readonly user_id: string;
  readonly q: string;
  readonly filter_by: string;
  readonly analytics_tag: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export function noAnalytics(): Analytics {
  return {
    answers: new Map(),
    counters: new Map(),
    queries: new Map(),
    logs: new Map(),
    searches: [],
    stored: new Map(),
    flushedAt: 0,
  };
}

/** Returns the part in a snapshot, without counts and events that are not on disk. */
export function copyOfAnalytics({ answers, stored, flushedAt }: Analytics): Analytics {
  return { ...noAnalytics(), answers: new Map(answers), stored: new Map(stored), flushedAt };
}

/** Removes the counts and logs of a rule. */
export function forgetRule({ answers, counters, queries, logs }: Analytics, name: string): void {
  for (const map of [answers, counters, queries, logs]) map.delete(name);
}

/** Increments the counters of documents of a rule. */
export function countDocuments(
  { counters }: Analytics,
  rule: string,
  ids: readonly string[],
  by: number,
): void {
  const counts = new Map(counters.get(rule));
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + by);
  counters.set(rule, counts);
}

/** Counts a query. At most `most` different queries are counted. */
export function countQuery(
  { queries }: Analytics,
  rule: string,
  query: Omit<QueryCount, "count">,
  most: number,
): void {
  const counts = queries.get(rule) ?? [];
  const isSame = (one: QueryCount) =>
    one.q === query.q && one.filter_by === query.filter_by && one.analytics_tag === query.analytics_tag;
  if (counts.some(isSame)) {
    const counted = counts.map((one) => (isSame(one) ? { ...one, count: one.count + 1 } : one));
    queries.set(rule, counted);
  } else if (counts.length < most) queries.set(rule, [...counts, { ...query, count: 1 }]);
}

export function logEvent({ logs }: Analytics, rule: string, event: LoggedEvent): void {
  logs.set(rule, [...(logs.get(rule) ?? []), event]);
}
