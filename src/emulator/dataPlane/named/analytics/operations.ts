import { forgetRule } from "../../../domain/store/analytics";
import type { ClusterData } from "../../../domain/store/data";

import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import {
  asRefusal,
  FIRST_WITH_SETS,
  HandlerError,
  isAtLeast,
  jsonOf,
  type NodeCall,
  type NodeHandler,
  NodeRefusalError,
  ok,
  refused,
} from "../../call";

import { integerParameter } from "../../json";
import { addEvent, storeEvents, userEvents } from "./events";
import { flushAnalytics } from "./flush";
import { addOldEvent, storedEvents } from "./oldEvents";
import { putOldRule } from "./oldRules";
import { putRule } from "./rules";

/** Chooses the handler by version: servers up to 29 have another form of every analytics operation. */
function byVersion(handler: NodeHandler, old: NodeHandler): NodeHandler {
  return (call) => (isAtLeast(call, FIRST_WITH_SETS) ? handler(call) : old(call));
}

function ruleOf({ data, params: { name = "" } }: NodeCall, missing: NodeRefusalError): AnalyticsRule {
  const found = data.named.analytics_rules.get(name);
  if (found === undefined) throw missing;
  return found;
}

const notFound = () => refused("Rule not found");
const oldNotFound = () => new NodeRefusalError(404, "Rule not found.");

/** Returns the rules, the latest first; rules about documents come before those about searches. */
function rulesOf({ named }: ClusterData): AnalyticsRule[] {
  const all = [...named.analytics_rules.values()].reverse();
  const isOfSearches = ({ event_type }: AnalyticsRule) => event_type === "search";
  return [...all.filter((rule) => !isOfSearches(rule)), ...all.filter(isOfSearches)];
}

/**
 * Returns the body of a rule's PUT with the name of its path.
 * @throws NodeRefusalError 400; HandlerError if it is no object
 */
function namedBody({ body, params: { name } }: NodeCall): JsonRecord {
  const given = jsonOf({ body });
  if (typeof given !== "object" || Array.isArray(given)) throw new HandlerError();
  return { ...given, name };
}

/** Writes one rule, or each rule of a list. */
function createRules(data: ClusterData, given: unknown): unknown {
  const write = { upsert: false, live: true };
  if (!Array.isArray(given)) return putRule(data, given, write);
  return given.map((one) => {
    try {
      return putRule(data, one, write);
    } catch (error) {
      return { error: asRefusal(error).message };
    }
  });
}

function listEvents({ data, query }: NodeCall) {
  const [user = "", name = "", most = ""] = ["user_id", "name", "n"].map((one) => {
    const value = query.get(one);
    if (!value) throw refused(`Missing required parameter '${one}'.`);
    return value;
  });
  // The server reads the number at the start of the parameter. A negative one wraps around, so it is too
  // large.
  const number = /^\s*[+-]?\d+/.exec(most)?.[0];
  if (number === undefined) throw new HandlerError();
  const whole = Number(number) < 0 ? Number.POSITIVE_INFINITY : Number(number);
  return ok({ events: userEvents(data, user, name, whole) });
}

function listOldEvents({ data, query }: NodeCall) {
  const most = integerParameter(query, "n", "Parameter `n` must be a positive integer.") ?? 10;
  return ok({ events: storedEvents(data, most) });
}

function sizeOf(maps: ReadonlyMap<string, { readonly size: number } | readonly unknown[]>): number {
  const sizes = [...maps.values()].map((one) => ("size" in one ? one.size : one.length));
  return sizes.reduce((sum, size) => sum + size, 0);
}

function getStatus({ data: { named, analytics } }: NodeCall) {
  const waiting = (type: string) => analytics.searches.filter((one) => one.type === type).length;
  const isSearchLog = (name: string) => named.analytics_rules.get(name)?.event_type === "search";
  const logs = [...analytics.logs];
  return ok({
    popular_prefix_queries: waiting("popular_queries"),
    nohits_prefix_queries: waiting("nohits_queries"),
    log_prefix_queries: waiting("log"),
    query_log_events: sizeOf(new Map(logs.filter(([name]) => isSearchLog(name)))),
    query_counter_events: sizeOf(analytics.queries),
    doc_log_events: sizeOf(new Map(logs.filter(([name]) => !isSearchLog(name)))),
    doc_counter_events: sizeOf(analytics.counters),
  });
}

export const ANALYTICS_HANDLERS = {
  listAnalyticsRules: byVersion(
    ({ data, query }) => {
      const tag = query.get("rule_tag");
      return ok(rulesOf(data).filter((rule) => !tag || rule.rule_tag === tag));
    },
    ({ data }) => ok({ rules: [...data.named.analytics_rules.values()].reverse() }),
  ),
  getAnalyticsRule: byVersion(
    (call) => ok(ruleOf(call, notFound())),
    (call) => ok(ruleOf(call, oldNotFound())),
  ),
  createAnalyticsRules: byVersion(
    ({ data, body }) => ok(createRules(data, jsonOf({ body }))),
    ({ data, body }) => {
      const given = jsonOf({ body });
      putOldRule(data, given, { upsert: false });
      return { status: 201, json: given };
    },
  ),
  upsertAnalyticsRule: byVersion(
    (call) => ok(putRule(call.data, namedBody(call), { upsert: true, live: true })),
    (call) => {
      const body = namedBody(call);
      putOldRule(call.data, body, { upsert: true });
      return ok(body);
    },
  ),
  deleteAnalyticsRule: byVersion(
    (call) => {
      const rule = ruleOf(call, notFound());
      const answer = call.data.analytics.answers.get(rule.name) ?? rule;
      remove(call.data, rule);
      return ok(answer);
    },
    (call) => {
      const rule = ruleOf(call, oldNotFound());
      remove(call.data, rule);
      return ok({ name: rule.name });
    },
  ),
  createAnalyticsEvent: byVersion(
    ({ data, body, now }) => {
      addEvent(data, jsonOf({ body }), now);
      return ok({ ok: true });
    },
    ({ data, body, now }) => {
      addOldEvent(data, jsonOf({ body }), now);
      return { status: 201, json: { ok: true } };
    },
  ),
  listAnalyticsEvents: byVersion(listEvents, listOldEvents),
  writeAnalytics: ({ data, body }) => {
    storeEvents(data, jsonOf({ body }));
    return ok({ ok: true });
  },
  flushAnalytics: ({ data, now }) => {
    flushAnalytics(data, now);
    return ok({ ok: true });
  },
  getAnalyticsStatus: getStatus,
} satisfies Readonly<Record<string, NodeHandler>>;

function remove({ named, analytics }: ClusterData, { name }: AnalyticsRule): void {
  named.analytics_rules.delete(name);
  forgetRule(analytics, name);
}
