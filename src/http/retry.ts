import { RATE_WINDOW_MS } from "../api/limits";
import type { ErrorKind, Failure } from "./attempt";

/** What the rule needs to know of an attempt that failed. */
export type Failed = Pick<Failure, "kind" | "sent" | "retryAfterMs">;

/** What the call has done so far. */
export interface Effort {
  readonly write: boolean;
  /** How many attempts failed before this one, by being turned away (429) and otherwise. */
  readonly turnedAway: number;
  readonly failures: number;
  /** Milliseconds spent on failed attempts and the pauses after them; waiting for the gate does not count. */
  readonly spentMs: number;
  /** Whether the service has answered anything before. */
  readonly reachedBefore: boolean;
  /** How often the caller wants it sent again at most; undefined: as often as the rule allows. */
  readonly repeats?: number | undefined;
}

/**
 * - `again`: after the pause.
 * - `queue`: again as soon as the gate, which the 429 has closed, lets it through.
 * - `resolve`: a write whose answer is lost; its outcome must be read before anything is sent again.
 * - `fail`: report it.
 */
export type NextStep =
  | { readonly step: "again"; readonly afterMs: number }
  | { readonly step: "queue" | "resolve" | "fail" };

/** How long a reading call goes on trying (docs/design/laws.md#l8). */
export const PATIENCE_MS = 120_000;
/** How long when nothing has ever answered at this address: then it is most likely wrong. */
export const FIRST_CONTACT_PATIENCE_MS = 5_000;
/** A call is turned away this often before it gives up; it waits a minute each time. */
export const MAX_TURNED_AWAY = 15;
/** The longest Retry-After that is waited for. */
export const MAX_RETRY_AFTER_MS = 15 * 60_000;

const BACKOFF_BASE_MS = 1_000;
const BACKOFF_CAP_MS = 30_000;

/** Failures that say nothing about the request itself: the same request may succeed later. */
const TRANSIENT: ReadonlySet<ErrorKind> = new Set(["network", "timeout", "unavailable", "unreadable"]);

/** Whether a failure of this kind may pass by itself, a wait goes on through it until its own deadline. */
export function isTransient(kind: ErrorKind): boolean {
  return TRANSIENT.has(kind) || kind === "rate_limit";
}

/** The retry rule (docs/design/laws.md#l8). `random` gives numbers from 0 up to 1. */
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
 * Milliseconds for which a failure closes the gate to every request of the key: only a 429 does. Null also when the
 * service asks for a longer wait than makes sense; then each request learns so by itself.
 */
export function gateClosure({ kind, retryAfterMs }: Failed): number | null {
  if (kind !== "rate_limit") return null;
  const ms = retryAfterMs ?? RATE_WINDOW_MS;
  return ms > MAX_RETRY_AFTER_MS ? null : ms;
}

/** Milliseconds before the next attempt: doubles from one second to 30, half of it by chance. */
export function backoff(failures: number, random: () => number): number {
  const full = Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** failures);
  return Math.round(full / 2 + (full / 2) * random());
}

/**
 * Milliseconds that a Retry-After header asks for: seconds, or an HTTP date counted from the answer's own Date;
 * null when it is absent or says neither.
 */
export function retryAfterMs(
  header: string | undefined,
  dateHeader: string | undefined,
  now: number,
): number | null {
  if (header === undefined) return null;
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  // Without a month's name it is no HTTP date, whatever else Date.parse makes of it.
  const until = /[a-z]{3}/i.test(header) ? Date.parse(header) : Number.NaN;
  if (Number.isNaN(until)) return null;
  const from = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
  return Math.max(0, until - (Number.isNaN(from) ? now : from));
}
