import { isRecord } from "../../../domain/rules/fields";
import { forgetRule } from "../../../domain/store/analytics";
import type { ClusterData, StoredCollection } from "../../../domain/store/data";
import type { AnalyticsRule, JsonRecord } from "../../../domain/store/named";
import { collectionNamed, NodeRefusalError, refused } from "../../call";
import { isString, propertiesOf, requireBoolean, requireString } from "../../json";

/** The types of analytics rules up to version 29, which lead from several collections to one. */
const TYPES: readonly unknown[] = ["popular_queries", "nohits_queries", "counter", "log"];

/** Stores a rule. @throws NodeRefusalError, in the server's order */
export function putOldRule(
  data: ClusterData,
  given: unknown,
  { upsert }: { readonly upsert: boolean },
): void {
  const { type, name, params } = propertiesOf(given);
  if (!isString(type)) throw refused("Request payload contains invalid type.");
  if (!isString(name)) throw refused("Bad or missing name.");
  if (!isRecord(params)) throw refused("Bad or missing params.");
  if (!TYPES.includes(type)) throw refused("Invalid type.");
  const rules = data.named.analytics_rules;
  if (!upsert && rules.has(name)) {
    throw refused(`There's already another configuration with the name \`${name}\`.`);
  }
  const rule = checkedRule(data, { name, type, params }, upsert);
  // An existing rule is deleted before the events are checked, and stays deleted if they are rejected.
  rules.delete(name);
  forgetRule(data.analytics, name);
  checkEvents(data, type, propertiesOf(params.source).events);
  rules.set(name, rule);
  data.analytics.answers.set(name, propertiesOf(given));
}

interface GivenRule {
  readonly name: string;
  readonly type: string;
  readonly params: JsonRecord;
}

function checkedRule(data: ClusterData, { name, type, params }: GivenRule, upsert: boolean): AnalyticsRule {
  if (!isRecord(params.source)) throw refused("Bad or missing source.");
  const { collections, events } = params.source;
  if (!Array.isArray(collections)) throw refused("Must contain a valid list of source collections.");
  if (!collections.every(isString)) throw refused("Source collections value should be a string.");
  const isOfQueries = type === "popular_queries" || type === "nohits_queries";
  const { enable_auto_aggregation: aggregates } = params;
  if (isOfQueries && aggregates !== undefined && typeof aggregates !== "boolean") {
    throw refused("enable_auto_aggregation should be boolean.");
  }
  const hasEvents = isListOfEvents(events);
  if (!hasEvents && !isOfQueries) throw refused("Bad or missing events.");
  if (type === "log" && collections.length !== 1) {
    throw refused("Log type can only be used for a single collection.");
  }
  const destination =
    type === "log" ? { collection: String(collections[0]) } : destinationOf(params.destination);
  const collection = collectionNamed(data, destination.collection);
  checkDestination(data, type, destination, collection, upsert);
  const { limit, expand_query } = params;
  return {
    name,
    type,
    params: {
      limit: Number.isInteger(limit) ? limit : 1000,
      source: { collections, ...(hasEvents && { events }) },
      destination: {
        collection: destination.collection,
        ...(hasEvents && { counter_field: destination.counter_field ?? "" }),
      },
      ...(type === "popular_queries" && { expand_query: expand_query === true }),
    },
  };
}

function isListOfEvents(events: unknown): events is readonly JsonRecord[] {
  return Array.isArray(events) && isRecord(events[0]);
}

interface Destination {
  readonly collection: string;
  readonly counter_field?: string;
}

function destinationOf(given: unknown): Destination {
  if (!isRecord(given)) throw refused("Bad or missing destination.");
  const { collection, counter_field } = given;
  if (!isString(collection)) throw refused("Must contain a valid destination collection.");
  if (counter_field === undefined) return { collection };
  if (!isString(counter_field)) throw refused("Must contain a valid counter_field.");
  return { collection, counter_field };
}

function checkDestination(
  { named }: ClusterData,
  type: string,
  { collection, counter_field = "" }: Destination,
  found: StoredCollection | undefined,
  upsert: boolean,
): void {
  if (type === "log") return;
  const isTaken = [...named.analytics_rules.values()].some(
    (rule) => rule.type === type && destinationNameOf(rule) === collection,
  );
  if (!upsert && isTaken) {
    throw refused("There's already another configuration for this destination collection.");
  }
  if (type !== "counter" || found === undefined) return;
  if (!found.fields.some(({ name }) => name === counter_field)) {
    throw new NodeRefusalError(
      404,
      `counter_field \`${counter_field}\` not found in destination collection.`,
    );
  }
}

export function destinationNameOf({ params }: JsonRecord): string {
  return String(propertiesOf(propertiesOf(params).destination).collection);
}

/** @throws NodeRefusalError 400; HandlerError */
function checkEvents({ named }: ClusterData, type: string, events: unknown): void {
  if (!isListOfEvents(events)) return;
  const names = new Set([...named.analytics_rules.values()].flatMap(eventNamesOf));
  for (const event of events) {
    const { name, weight, log_to_store, type: eventType } = propertiesOf(event);
    if (name === undefined || names.has(requireString(name)))
      throw refused("Events must contain a unique name.");
    if (type === "counter" && typeof weight !== "number") {
      throw refused("Counter events must contain a weight value.");
    }
    if (log_to_store !== undefined) requireBoolean(log_to_store);
    requireString(eventType);
    names.add(requireString(name));
  }
}

export function ruleEvents({ params }: JsonRecord): readonly JsonRecord[] {
  const { events } = propertiesOf(propertiesOf(params).source);
  return isListOfEvents(events) ? events : [];
}

function eventNamesOf(rule: JsonRecord): string[] {
  return ruleEvents(rule).map(({ name }) => String(name));
}
