import { isObject, parsedJson } from "../../model/jsonText";

/**
 * Analytics rules as servers handle them (docs/design/data-plane.md#named): a PUT of an existing rule merges, so a part that is left out
 * stays. To remove a part, the PUT sends its default.
 */

type Parts = Readonly<Record<string, unknown>>;

/** The kind of a rule, by its type and the event that it counts. */
type RuleKind = "queries" | "search log" | "counter" | "event log";

const QUERIES = ["popular_queries", "nohits_queries"];
const CLICKS = ["click", "conversion", "visit", "custom"];

/** Returns the problem of a part, as the rest of a sentence that begins with its name; undefined: none. */
type Check = (value: unknown) => string | undefined;

/** Servers store numbers in 32 bits without a sign. */
const COUNT: Check = (value) =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 32
    ? undefined
    : "must be a whole number from 1 to 4294967295";
const TEXT: Check = (value) =>
  typeof value === "string" && value !== "" ? undefined : "must be a string that is not empty";
const FLAG: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
const META_FIELDS = ["filter_by", "analytics_tag"];
const META: Check = (value) =>
  Array.isArray(value) &&
  value.every((one) => META_FIELDS.includes(one as string)) &&
  new Set(value).size === value.length
    ? undefined
    : `must be a list of ${META_FIELDS.map((one) => `"${one}"`).join(" and ")}, each once at most`;

const PARAMS: Readonly<Record<string, Check>> = {
  destination_collection: TEXT,
  limit: COUNT,
  expand_query: FLAG,
  capture_search_requests: FLAG,
  meta_fields: META,
  counter_field: TEXT,
  weight: COUNT,
};

/** The required and the optional parameters of each kind, the latter with their defaults, which may depend on the collection. */
const KINDS: Readonly<
  Record<RuleKind, { readonly needs: readonly string[]; readonly may: (collection: unknown) => Parts }>
> = {
  queries: {
    needs: ["destination_collection", "limit"],
    may: () => ({ expand_query: false, capture_search_requests: true, meta_fields: [] }),
  },
  "search log": {
    needs: [],
    may: () => ({ expand_query: false, capture_search_requests: true, meta_fields: [] }),
  },
  counter: {
    needs: ["counter_field", "weight"],
    may: (collection) => ({ destination_collection: collection }),
  },
  "event log": { needs: [], may: () => ({}) },
};

const OWN = ["name", "type", "collection", "event_type", "rule_tag", "params"];

/** The parts that an edit cannot change. */
export const FIXED_IN_RULE = ["type", "collection", "event_type"] as const;

/** Parses the JSON object of a rule, without null properties, which servers reject. Any other string has no properties. */
export function ruleIn(text: unknown): Parts {
  const value = typeof text === "string" ? parsedJson(text) : undefined;
  return withoutNulls(value);
}

function withoutNulls(value: unknown): Parts {
  if (!isObject(value)) return {};
  const named = Object.entries(value).filter(([, part]) => part !== null);
  return Object.fromEntries(named.map(([key, part]) => [key, isObject(part) ? withoutNulls(part) : part]));
}

/** Returns the kind of a rule; undefined: servers of version 30 do not know it. */
function kindOf({ type, event_type: event }: Parts): RuleKind | undefined {
  if (event === "search")
    return QUERIES.includes(type as string) ? "queries" : type === "log" ? "search log" : undefined;
  if (!CLICKS.includes(event as string)) return undefined;
  return type === "counter" ? "counter" : type === "log" ? "event log" : undefined;
}

/** Returns the reason why a server would reject a rule or misinterpret it, as sentences; undefined: none. */
export function ruleProblem(rule: Parts): string | undefined {
  const { params = {} } = rule;
  if (!isObject(params)) return "params must be an object.";
  if ("source" in params || "destination" in params)
    return (
      "params.source and params.destination are the form of servers before 30. Write the searched collection as collection and " +
      "params.destination.collection as params.destination_collection, and give the rule an event_type."
    );
  for (const part of FIXED_IN_RULE) {
    const problem = TEXT(rule[part]);
    if (problem !== undefined) return `${part} ${rule[part] === undefined ? "is missing" : problem}.`;
  }
  if ("rule_tag" in rule && typeof rule.rule_tag !== "string") return "rule_tag must be a string.";
  const kind = kindOf(rule);
  if (kind === undefined)
    return (
      `There is no rule of the type ${JSON.stringify(rule.type)} for the event_type ${JSON.stringify(rule.event_type)}. ` +
      `The types ${QUERIES.join(" and ")} are for the event_type search, counter is for ${listed(CLICKS)}, and log for all of them.`
    );
  const missing = KINDS[kind].needs.find((name) => params[name] === undefined);
  if (missing !== undefined)
    return `params.${missing} is missing: a rule of the type ${rule.type} needs ${listed(KINDS[kind].needs, "and")}.`;
  for (const [name, check] of Object.entries(PARAMS)) {
    const problem = params[name] === undefined ? undefined : check(params[name]);
    if (problem !== undefined) return `params.${name} ${problem}, not ${JSON.stringify(params[name])}.`;
  }
  return undefined;
}

function listed(names: readonly string[], word = "or"): string {
  return `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
}

/** Returns the parts of a rule that servers of version 30 silently drop: "params.colour". */
export function droppedParts(rule: Parts): readonly string[] {
  const kind = kindOf(rule);
  const kept = kind === undefined ? Object.keys(PARAMS) : Object.keys(keptBy(kind, rule));
  const own = Object.keys(rule).filter((name) => !OWN.includes(name));
  const params = Object.keys(isObject(rule.params) ? rule.params : {}).filter((name) => !kept.includes(name));
  return [...own, ...params.map((name) => `params.${name}`)];
}

/** Returns the parameters that a kind has, with their defaults. */
function keptBy(kind: RuleKind, { collection }: Parts): Parts {
  const { needs, may } = KINDS[kind];
  return { ...Object.fromEntries(needs.map((name) => [name, undefined])), ...may(collection) };
}

/** Returns the body of an edit: with the defaults of all parts that are not configured, so that no former part stays. */
export function wholeRule(rule: Parts): Parts {
  const kind = kindOf(rule);
  if (kind === undefined) return rule;
  const params = { ...KINDS[kind].may(rule.collection), ...(isObject(rule.params) ? rule.params : {}) };
  return {
    rule_tag: "",
    ...rule,
    ...(Object.keys(params).length > 0 && { params }),
  };
}

/** Returns the parts that a server keeps of a rule, with defaults, for a comparison. */
export function keptOf(rule: Parts): Parts {
  const whole = wholeRule(rule);
  const kind = kindOf(rule);
  const params = isObject(whole.params) ? whole.params : {};
  const names = kind === undefined ? Object.keys(params) : Object.keys(keptBy(kind, rule));
  const shown = Object.fromEntries(FIXED_IN_RULE.map((part) => [part, whole[part]]));
  return {
    ...shown,
    rule_tag: whole.rule_tag,
    params: Object.fromEntries(names.map((name) => [name, params[name]])),
  };
}

/**
 * Completes the rule of a server for a comparison with a configuration: with defaults, which servers do not show, and with the configured
 * parts that servers silently drop, because their absence is no drift.
 */
export function completed(configured: Parts, answer: Parts): Parts {
  const kind = kindOf(answer);
  const dropped = droppedParts(configured);
  const lost = (parts: unknown, prefix: string) =>
    Object.entries(isObject(parts) ? parts : {}).filter(([name]) => dropped.includes(`${prefix}${name}`));
  return {
    rule_tag: "",
    ...Object.fromEntries(lost(configured, "")),
    ...answer,
    params: {
      ...(kind && KINDS[kind].may(answer.collection)),
      ...Object.fromEntries(lost(configured.params, "params.")),
      ...(isObject(answer.params) ? answer.params : {}),
    },
  };
}
