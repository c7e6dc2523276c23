import type { ClusterData } from "../../../domain/store/data";
import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import { collectionNamed, refused } from "../../call";
import {
  isString,
  isUnsigned,
  propertiesOf,
  requireBoolean,
  requireString,
  requireStrings,
  requireUint32,
} from "../../json";

interface RuleWrite {
  /** True if the rule may exist; it is then merged with the body. */
  readonly upsert: boolean;
  /** True if its collections must exist. */
  readonly live: boolean;
}

/** @throws NodeRefusalError 400, in the server's order */
export function putRule(data: ClusterData, given: unknown, { upsert, live }: RuleWrite): JsonRecord {
  const body = propertiesOf(given);
  const { name } = body;
  if (!isString(name) || name === "") throw refused("Name is required when creating an analytics rule");
  const before = data.named.analytics_rules.get(name);
  if (before !== undefined && !upsert) throw refused("Rule already exists");
  const payload = before === undefined ? checkedNew(data, body, live) : merged(data, before, body);
  const isSearch = payload.event_type === "search";
  const [rule, answer] = isSearch ? searchRule(data, payload, live) : documentRule(data, payload, live);
  data.named.analytics_rules.set(name, { ...rule, name, type: String(payload.type) });
  data.analytics.answers.set(name, answer);
  return answer;
}

const DOCUMENT_EVENTS: readonly unknown[] = ["click", "conversion", "visit", "custom"];
const DOCUMENT_TYPES: readonly unknown[] = ["counter", "log"];
const SEARCH_TYPES: readonly unknown[] = ["log", "nohits_queries", "popular_queries"];

function checkedNew(data: ClusterData, body: JsonRecord, live: boolean): JsonRecord {
  const { event_type, type, collection, rule_tag } = body;
  const required = (word: string) => refused(`${word} is required when creating a new analytics rule`);
  if (!isString(event_type)) throw required("Event type");
  if (!isString(type)) throw required("Type");
  if (!isString(collection)) throw required("Collection");
  if (live && collectionNamed(data, collection) === undefined) {
    throw refused(`Collection ${collection} does not exist`);
  }
  checkTag(rule_tag);
  const known =
    event_type === "search"
      ? SEARCH_TYPES.includes(type)
      : DOCUMENT_EVENTS.includes(event_type) && DOCUMENT_TYPES.includes(type);
  if (!known) throw refused("Event type or type is invalid (or) combination of both is invalid");
  return body;
}

function checkTag(tag: unknown): void {
  if (tag !== undefined && !isString(tag)) throw refused("Rule tag should be a string");
}

/** Properties that cannot change, with their names in the server's message. */
const FIXED = { type: "type", collection: "collection", event_type: "event type" };
/** The parts of `params` that an update can change, and how each is read. */
const SEARCH_PARTS = {
  limit: requireUint32,
  destination_collection: requireString,
  expand_query: requireBoolean,
  capture_search_requests: requireBoolean,
  meta_fields: inOrder,
};
const DOCUMENT_PARTS = {
  counter_field: requireString,
  destination_collection: requireString,
  weight: requireUint32,
};

/** Returns a stored rule with the changes of a body. */
function merged({ analytics }: ClusterData, before: AnalyticsRule, body: JsonRecord): JsonRecord {
  const last = analytics.answers.get(before.name) ?? before;
  for (const [name, word] of Object.entries(FIXED)) {
    if (body[name] !== undefined && requireString(body[name]) !== last[name]) {
      throw refused(`Rule ${word} cannot be changed`);
    }
  }
  checkTag(body.rule_tag);
  const given = propertiesOf(body.params);
  const parts: readonly (readonly [string, (value: unknown) => unknown])[] = Object.entries(
    before.event_type === "search" ? SEARCH_PARTS : DOCUMENT_PARTS,
  );
  const changed = parts.flatMap(([name, take]) =>
    given[name] === undefined ? [] : [[name, take(given[name])]],
  );
  const params = { ...propertiesOf(before.params), ...Object.fromEntries(changed) };
  return {
    ...before,
    ...(body.rule_tag !== undefined && { rule_tag: body.rule_tag }),
    ...(Object.keys(params).length > 0 && { params }),
  };
}

function inOrder(given: unknown): readonly string[] {
  return [...new Set(requireStrings(given))].sort();
}

type Written = readonly [rule: JsonRecord, answer: JsonRecord];

function documentRule(data: ClusterData, payload: JsonRecord, live: boolean): Written {
  const { type, collection, event_type, rule_tag = "" } = payload;
  const rule = { type, collection, event_type, rule_tag };
  if (type === "log") return [rule, payload];
  const params = propertiesOf(payload.params);
  const { counter_field, destination_collection = collection, weight } = params;
  if (!isString(counter_field) || counter_field === "") {
    throw refused("Counter field is required when creating a counter type rule");
  }
  if (!isString(destination_collection) || destination_collection === "") {
    throw refused("Destination collection should be a string");
  }
  if (!isUnsigned(weight) || weight === 0) throw refused("Weight should be a number greater than 0");
  if (params.destination_collection !== undefined) checkDestination(data, destination_collection, live);
  return [{ ...rule, params: { counter_field, destination_collection, weight } }, payload];
}

function checkDestination(data: ClusterData, name: string, live: boolean): void {
  if (live && collectionNamed(data, name) === undefined) {
    throw refused("Destination collection does not exist");
  }
}

function searchRule(data: ClusterData, payload: JsonRecord, live: boolean): Written {
  const { type, collection, event_type, rule_tag = "" } = payload;
  const params = propertiesOf(payload.params);
  checkCapture(params);
  const { expand_query = false, capture_search_requests = true, meta_fields = [] } = params;
  const rule = { type, collection, event_type, rule_tag };
  const metaFields = inOrder(meta_fields);
  const capture = {
    expand_query,
    capture_search_requests,
    ...(metaFields.length > 0 && { meta_fields: metaFields }),
  };
  // The server accesses `params`, which creates it.
  if (type === "log")
    return [
      { ...rule, params: capture },
      { ...payload, params: payload.params ?? null },
    ];
  const { destination_collection, limit } = params;
  if (!isString(destination_collection) || destination_collection === "") {
    throw refused(
      "Destination collection is required when creating a no hit queries or popular queries type rule",
    );
  }
  checkDestination(data, destination_collection, live);
  if (!isUnsigned(limit) || limit === 0) throw refused("Limit should be a number greater than 0");
  return [{ ...rule, params: { limit, destination_collection, ...capture } }, payload];
}

/** Checks what both types of search rules share. @throws NodeRefusalError 400 */
function checkCapture({ expand_query, capture_search_requests, meta_fields }: JsonRecord): void {
  const isFlag = (value: unknown) => value === undefined || typeof value === "boolean";
  if (!isFlag(expand_query)) throw refused("Expand query should be a boolean");
  if (!isFlag(capture_search_requests)) throw refused("Capture search requests should be a boolean");
  if (meta_fields === undefined) return;
  if (!Array.isArray(meta_fields)) throw refused("Meta fields should be an array of strings");
  for (const field of meta_fields) {
    if (!isString(field) || field === "") throw refused("Meta field should a non-empty string");
    if (field !== "filter_by" && field !== "analytics_tag") {
      throw refused("Meta field should be either filter_by or analytics_tag");
    }
  }
}
