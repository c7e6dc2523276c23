import { RATE_WINDOW_MS } from "../api/limits";
import type { ErrorKind, Failure } from "./attempt";

/** The part of a failure that the rule needs. */
export type Failed = Pick<Failure, "kind" | "sent" | "retryAfterMs">;

/** The call so far. */
export interface Effort {
  readonly write: boolean;
  /** Failed attempts before this one: rejected by the rate limit (429), and others. */
  readonly turnedAway: number;
  readonly failures: number;
  /** Milliseconds spent on failed attempts and the pauses after them; waiting for the gate does not count. */
  readonly spentMs: number;
  /** True if the service has ever answered. */
  readonly reachedBefore: boolean;
  /** The most repetitions that the caller wants; undefined: as many as the rule allows. */
  readonly repeats?: number | undefined;
}

/**
 * - `again`: send it again after the pause.
 * - `queue`: send it again as soon as the gate, which the 429 has closed, opens.
 * - `resolve`: a write whose answer is lost; its outcome must be read before anything is sent again.
 * - `fail`: report it.
 */
export type NextStep =
  | { readonly step: "again"; readonly afterMs: number }
  | { readonly step: "queue" | "resolve" | "fail" };

/** Milliseconds for which a reading call retries (docs/design/laws.md#l8). */
export const PATIENCE_MS = 120_000;
/** The same if nothing has ever answered at this address: then it is most likely wrong. */
export const FIRST_CONTACT_PATIENCE_MS = 5_000;
/** Rejections by the rate limit after which a call gives up; it waits a minute after each. */
export const MAX_TURNED_AWAY = 15;
/** The longest Retry-After that is obeyed. */
export const MAX_RETRY_AFTER_MS = 15 * 60_000;

const BACKOFF_BASE_MS = 1_000;
const BACKOFF_CAP_MS = 30_000;

/** Failures that say nothing about the request itself: it may succeed later. */
const TRANSIENT: ReadonlySet<ErrorKind> = new Set(["network", "timeout", "unavailable", "unreadable"]);

/** True if a failure of this kind may pass by itself; a wait continues through it until its own deadline. */
export function isTransient(kind: ErrorKind): boolean {
  return TRANSIENT.has(kind) || kind === "rate_limit";
}

/**
 * Applies the retry rule (docs/design/laws.md#l8).
 *
 * @param random returns numbers from 0 up to 1
 */
export function nextStep(failed: Failed, effort: Effort, random: () => number): NextStep {
  const mayRepeat = effort.turnedAway + effort.failures < (effort.repeats ?? Number.POSITIVE_INFINITY);
  if (failed.kind === "rate_limit") {
    const waits = mayRepeat && effort.turnedAway + 1 < MAX_TURNED_AWAY && gateClosure(failed) !== null;
    return { step: waits ? "queue" : "fail" };
  }
  const lost = TRANSIENT.has(failed.kind) || failed.kind === "contract";
  if (effort.write && failed.sent && lost) return { step: "resolve" };
  if (!TRANSIENT.has(failed.kind) || !mayRepeat) return { step: "fail" };
  const afterMs = Math.max(backoff(effort.failures, random), failed.retryAfterMs ?? 0);
  const patience = failed.sent || effort.reachedBefore ? PATIENCE_MS : FIRST_CONTACT_PATIENCE_MS;
  if (effort.spentMs + afterMs > patience) return { step: "fail" };
  return { step: "again", afterMs };
}

/**
 * Returns the milliseconds for which a failure closes the gate to every request of the key: only a 429 does. Also null if the
 * service asks for an unreasonably long wait; then each request finds out by itself.
 */
export function gateClosure({ kind, retryAfterMs }: Failed): number | null {
  if (kind !== "rate_limit") return null;
  const ms = retryAfterMs ?? RATE_WINDOW_MS;
  return ms > MAX_RETRY_AFTER_MS ? null : ms;
}

/** Returns the milliseconds before the next attempt: they double from one second to 30, and half of it is random. */
export function backoff(failures: number, random: () => number): number {
  const full = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** failures);
  return Math.round(full / 2 + (full / 2) * random());
}

/**
 * Returns the milliseconds that a Retry-After header asks for: seconds, or an HTTP date relative to the answer's own Date; null
 * if it is absent or invalid.
 */
export function retryAfterMs(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  // Without the name of a month it is not an HTTP date, although Date.parse may accept it.
  const until = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const from = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
