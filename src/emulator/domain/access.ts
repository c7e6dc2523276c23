import * as z from "zod";
import { ADMIN, CAPABILITIES, isPermitted, PRESETS } from "../../api/capabilities";
import type { Operation } from "../../api/operations";
import { RefusalError } from "./rules/refusal";

/** A management key, what it may do, and which clusters it sees. */
export interface ManagementKey {
  readonly name: string;
  /** The key itself. The emulator's keys open nothing else and may be printed. */
  readonly key: string;
  readonly capabilities: readonly string[];
  /** Ids of the clusters that the key sees, or all of them. */
  readonly clusters: "all" | readonly string[];
}

/** A key to add: a preset or its capabilities, and the clusters it sees (default: all). */
export const keyBody = z.strictObject({
  name: z.string().min(1),
  key: z.string().min(1),
  preset: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
  clusters: z.union([z.literal("all"), z.array(z.string())]).optional(),
});
export type KeyBody = z.infer<typeof keyBody>;

/** The account behind all keys. */
export interface Account {
  /** Without a payment method, every paid operation answers 402. */
  payment_method: boolean;
  /** A restricted account answers 403 to everything. */
  restricted: boolean;
}

const KNOWN: readonly string[] = [...CAPABILITIES, ADMIN];

/** Returns the secret of a preset's key. It is easy to recognize in a log that must not contain it. */
export function presetSecret(preset: string): string {
  return `emulator-${preset}-key`;
}

/** One key for each preset (management API, Authentication): `emulator-admin-key`, `emulator-operate-key`, … */
export const PRESET_KEYS: readonly ManagementKey[] = Object.keys(PRESETS).map((preset) =>
  managementKeyOf({ name: preset, key: presetSecret(preset), preset }),
);

/** Returns the key of a request. @throws Error that lists the capabilities or presets */
export function managementKeyOf(request: KeyBody): ManagementKey {
  const { name, key, preset, capabilities, clusters = "all" } = request;
  if ((preset === undefined) === (capabilities === undefined)) {
    throw new Error(`The key "${name}" needs either a preset or capabilities.`);
  }
  const granted = preset === undefined ? (capabilities ?? []) : presetOf(preset);
  const unknown = granted.find((one) => !KNOWN.includes(one));
  if (unknown !== undefined) {
    throw new Error(`Unknown capability "${unknown}". Known capabilities: ${KNOWN.join(", ")}.`);
  }
  return { name, key, capabilities: granted, clusters };
}

function presetOf(preset: string): readonly string[] {
  const found = Object.entries(PRESETS).find(([name]) => name === preset);
  if (found === undefined) {
    throw new Error(`Unknown preset "${preset}". Known presets: ${Object.keys(PRESETS).join(", ")}.`);
  }
  return found[1];
}

/** Returns the key of a request: of the dialect's header, or of `Authorization: Bearer`. */
export function keyInHeaders(headers: Headers, keyHeader: string): string | null {
  const own = headers.get(keyHeader);
  if (own !== null) return own;
  return /^Bearer +(\S+)$/i.exec(headers.get("authorization") ?? "")?.[1] ?? null;
}

/** @throws RefusalError 403 unless the account and the key permit the operation. */
export function checkAccess(key: ManagementKey, account: Account, operation: Operation): void {
  if (account.restricted) throw new RefusalError(403, "The account is restricted");
  const { capability } = operation;
  if (capability !== null && !isPermitted(key.capabilities, capability)) {
    const message = `This management key does not have the capability ${capability}`;
    throw new RefusalError(403, message, { requiredCapability: capability });
  }
}

/** True if a key sees a cluster. A cluster that it does not see answers 404. */
export function sees(key: ManagementKey, clusterId: string): boolean {
  return key.clusters === "all" || key.clusters.includes(clusterId);
}

/** The maximum number of requests of one key in any window of this many seconds of the emulator's clock. */
interface RateLimit {
  readonly requests: number;
  readonly seconds: number;
}

/** Parses `30/60` (requests per seconds) or `off` (null). @throws Error that names both forms */
export function parseRate(value: string): RateLimit | null {
  if (value === "off") return null;
  const [, requests, seconds] = /^([1-9]\d{0,8})\/([1-9]\d{0,8})$/.exec(value) ?? [];
  if (requests === undefined || seconds === undefined) {
    throw new Error(`The rate limit "${value}" is neither "off" nor requests/seconds, such as "30/60".`);
  }
  return { requests: Number(requests), seconds: Number(seconds) };
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/** Creates a limiter with a sliding window per key. `null` admits everything. */
export function createRateLimiter(limit: RateLimit | null) {
  const seen = new Map<string, number[]>();
  return {
    /** Counts one request. Returns 0 if it is within the limit, else the milliseconds until the next one will be. */
    admit(key: string, now: number, refusedCount: boolean): number {
      if (limit === null) return 0;
      const window = limit.seconds * 1000;
      const recent = (seen.get(key) ?? []).filter((at) => at > now - window);
      const refused = recent.length >= limit.requests;
      if (!refused || refusedCount) recent.push(now);
      seen.set(key, recent);
      return refused ? (recent.at(-limit.requests) ?? now) + window - now : 0;
    },
  };
}
