import { isRecord } from "../../domain/rules/fields";
import type { ClusterData, LimitRule } from "../../domain/store/data";
import { HandlerError, NodeRefusalError } from "../call";

type Body = Readonly<Record<string, unknown>>;

const isInteger = (value: unknown) => Number.isInteger(value);
const firstIsText = (value: unknown) => Array.isArray(value) && typeof value[0] === "string";
const sizeOf = (value: unknown) => (Array.isArray(value) ? value.length : 0);
const THROTTLES = "At least  one of `max_requests_1m` or `max_requests_1h` is required.";
const BOTH = "Both `auto_ban_1m_threshold` and `auto_ban_1m_duration_hours`";

/** Problems of a rule, in the server's order. */
const PROBLEMS: readonly (readonly [is: (body: Body) => boolean, words: string])[] = [
  [({ action }) => action === undefined, "Parameter `action` is required."],
  [
    ({ apply_limit_per_entity: one }) => one !== undefined && typeof one !== "boolean",
    "Parameter `apply_limit_per_entity` must be a boolean.",
  ],
  [
    ({ ip_addresses, api_keys }) => ip_addresses === undefined && api_keys === undefined,
    "Parameter `ip_addresses` or `api_keys` is required.",
  ],
  [
    ({ ip_addresses: one }) => one !== undefined && !firstIsText(one),
    "Parameter `ip_addresses` must be an array of strings.",
  ],
  [
    ({ api_keys: one }) => one !== undefined && !firstIsText(one),
    "Parameter `api_keys` must be an array of strings.",
  ],
  [
    ({ ip_addresses, api_keys }) => sizeOf(ip_addresses) > 1 && sizeOf(api_keys) > 1,
    "Many to many rule is not supported.",
  ],
  [({ action }) => typeof action !== "string", "Parameter `action` must be a string."],
  [({ action }) => !["allow", "block", "throttle"].includes(String(action)), "Invalid action."],
];

/** Problems of a throttling rule. */
const THROTTLE_PROBLEMS: typeof PROBLEMS = [
  [({ max_requests_1m: m, max_requests_1h: h }) => m === undefined && h === undefined, THROTTLES],
  [
    ({ max_requests_1m: one }) => one !== undefined && !isInteger(one),
    "Parameter `max_requests_1m` must be an integer.",
  ],
  [
    ({ max_requests_1h: one }) => one !== undefined && !isInteger(one),
    "Parameter `max_requests_1h` must be an integer.",
  ],
  [
    ({ auto_ban_1m_threshold: t, auto_ban_1m_duration_hours: h }) => (t === undefined) !== (h === undefined),
    `${BOTH} are required ifeither is specified.`,
  ],
  [
    ({ auto_ban_1m_threshold: t, auto_ban_1m_duration_hours: h }) =>
      t !== undefined && (!isInteger(t) || !isInteger(h)),
    "Parameters `auto_ban_1m_threshold` and `auto_ban_1m_duration_hours` must be integers.",
  ],
  [
    ({ auto_ban_1m_threshold: t, auto_ban_1m_duration_hours: h }) =>
      t !== undefined && (Number(t) < 0 || Number(h) < 0),
    `${BOTH} must be greater than 0.`,
  ],
];

/** Parses a rule. @throws NodeRefusalError 400 */
export function ruleOf(id: number, given: unknown): LimitRule {
  const body = isRecord(given) ? given : {};
  const problems = body.action === "throttle" ? [...PROBLEMS, ...THROTTLE_PROBLEMS] : PROBLEMS;
  const wrong = problems.find(([is]) => is(body))?.[1];
  if (wrong !== undefined) throw new NodeRefusalError(400, wrong);
  const { priority = 0, auto_ban_1m_threshold, auto_ban_1m_duration_hours } = body;
  const [keys, addresses] = [textsOf(body.api_keys), textsOf(body.ip_addresses)];
  if (typeof priority !== "number") throw new HandlerError("The priority is no number.");
  const [perMinute, perHour] = [thresholdOf(body.max_requests_1m), thresholdOf(body.max_requests_1h)];
  const most = {
    ...(perMinute !== null && { minute_threshold: perMinute }),
    ...(perHour !== null && { hour_threshold: perHour }),
  };
  const action = body.action as LimitRule["action"];
  return {
    ...{ action, priority, keys, addresses, perMinute, perHour },
    perAddress: body.apply_limit_per_entity === true,
    shown: {
      id,
      action,
      priority,
      ...(Object.keys(most).length > 0 && { max_requests: most }),
      ...(auto_ban_1m_threshold !== undefined && { auto_ban_1m_threshold, auto_ban_1m_duration_hours }),
      ...(keys.length > 0 && { api_keys: keys }),
      ...(addresses.length > 0 && { ip_addresses: addresses }),
    },
  };
}

function textsOf(value: unknown): string[] {
  const all: readonly unknown[] = Array.isArray(value) ? value : [];
  if (!all.every((one) => typeof one === "string")) throw new HandlerError("One of them is no text.");
  return [...all] as string[];
}

function thresholdOf(value: unknown): number | null {
  return typeof value === "number" && value >= 0 ? value : null;
}

/** The source address of all requests. */
const ADDRESS = "127.0.0.1";
const ALL = ".*";
const [MINUTE, HOUR] = [60, 3600];

/** True if the rules of a cluster reject a request, which is then counted. The emulator imposes no bans. */
export function isLimited({ limits }: ClusterData, secret: string | null, now: number): boolean {
  const rules = [...limits.rules.values()].filter((rule) => covers(rule, secret ?? ""));
  const rule = rules.sort((left, right) => left.priority - right.priority)[0];
  if (rule === undefined || rule.action === "allow") return false;
  if (rule.action === "block") return true;
  const counter = counterOf(rule, secret ?? "");
  const second = Math.floor(now / 1000);
  const before = (limits.counts.get(counter) ?? []).filter((at) => second - at < HOUR);
  const recent = before.filter((at) => second - at < MINUTE);
  const { perMinute, perHour } = rule;
  if ((perMinute !== null && recent.length >= perMinute) || (perHour !== null && before.length >= perHour)) {
    const known = limits.exceeded.get(counter);
    const id = known?.id ?? limits.nextExceeded++;
    limits.exceeded.set(counter, { id, request_count: (known?.request_count ?? 0) + 1 });
    return true;
  }
  limits.counts.set(counter, [...before, second]);
  limits.exceeded.delete(counter);
  return false;
}

function covers({ keys, addresses }: LimitRule, secret: string): boolean {
  const has = (all: readonly string[], one: string) =>
    all.length === 0 || all.includes(one) || all.includes(ALL);
  return has(keys, secret) && has(addresses, ADDRESS);
}

/** Returns the counter of a request: by key and address, if the rule distinguishes them. */
function counterOf({ keys, addresses, perAddress }: LimitRule, secret: string): string {
  const key = keys.length === 0 || keys.includes(ALL) ? ALL : secret;
  const anywhere = (addresses.length === 0 || addresses.includes(ALL)) && !perAddress;
  return `${key}_${anywhere ? ALL : ADDRESS}`;
}
