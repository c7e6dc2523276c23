import type { ClusterData, LimitRule } from "../../domain/store/data";

/** Where every request comes from. */
const ADDRESS = "127.0.0.1";
const ALL = ".*";
const [MINUTE, HOUR] = [60, 3600];

/** Whether the rules of a cluster refuse a request, which is then counted. Bans that follow from many refusals are not imitated. */
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

/** Requests are counted by key and address, as far as the rule tells them apart. */
function counterOf({ keys, addresses, perAddress }: LimitRule, secret: string): string {
  const key = keys.length === 0 || keys.includes(ALL) ? ALL : secret;
  const anywhere = (addresses.length === 0 || addresses.includes(ALL)) && !perAddress;
  return `${key}_${anywhere ? ALL : ADDRESS}`;
}
