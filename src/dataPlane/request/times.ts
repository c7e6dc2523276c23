import type { ResolveContext } from "../../http/resolve";
import type { NodeCallOptions, Nodes } from "../nodes";
import { PATIENCE_MS } from "./failover";

/** Milliseconds that nodes need to learn about a write at another one; less on loopback, where the emulator runs. */
const CATCH_UP_MS = 30_000;
const LOOPBACK_CATCH_UP_MS = 5_000;

/** Returns the milliseconds after which each of these nodes knows a write at one of them. */
export function catchUpMs(urls: readonly string[]): number {
  // Plain HTTP is for loopback only.
  return urls.every((url) => /^http:/.test(url)) ? LOOPBACK_CATCH_UP_MS : CATCH_UP_MS;
}

/** The shortest timeout of a request, so that a deadline that has just passed is reported with the nodes' answers. */
const LEAST_MS = 1_000;

/**
 * Returns the times of a call that must not exceed a deadline, in milliseconds of the nodes' clock; undefined: there is none.
 */
export function withinDeadline(
  { clock }: Pick<Nodes, "clock">,
  deadline: number | undefined,
): Pick<NodeCallOptions, "timeoutMs" | "patienceMs"> {
  if (deadline === undefined) return {};
  const timeoutMs = Math.max(deadline - clock.now(), LEAST_MS);
  return { timeoutMs, patienceMs: Math.min(PATIENCE_MS, timeoutMs) };
}

/** Returns what resolving a lost write needs. */
export function resolveContext({ target, clock, random, log }: Nodes): ResolveContext {
  return { clock, random, log, secondReadAfter: catchUpMs(target.urls) };
}
