import type { ResolveContext } from "../../http/resolve";
import type { NodeCallOptions, Nodes } from "../nodes";
import { PATIENCE_MS } from "./failover";

/** Milliseconds that nodes need to know what another one has taken; on loopback, where the emulator lives, it is less. */
const CATCH_UP_MS = 30_000;
const LOOPBACK_CATCH_UP_MS = 5_000;

/** Milliseconds after which each of these nodes knows what one of them has taken. */
export function catchUpMs(urls: readonly string[]): number {
  // Plain HTTP is for loopback only.
  return urls.every((url) => /^http:/.test(url)) ? LOOPBACK_CATCH_UP_MS : CATCH_UP_MS;
}

/** The least that a request gets, so that a deadline that has just passed is told as what the nodes say. */
const LEAST_MS = 1_000;

/** The times of a call that must not outlive a deadline, in milliseconds of the nodes' clock; undefined: there is none. */
export function withinDeadline(
  { clock }: Pick<Nodes, "clock">,
  deadline: number | undefined,
): Pick<NodeCallOptions, "timeoutMs" | "patienceMs"> {
  if (deadline === undefined) return {};
  const timeoutMs = Math.max(deadline - clock.now(), LEAST_MS);
  return { timeoutMs, patienceMs: Math.min(PATIENCE_MS, timeoutMs) };
}

/** What resolving a lost write needs of some nodes. */
export function resolveContext({ target, clock, random, log }: Nodes): ResolveContext {
  return { clock, random, log, secondReadAfter: catchUpMs(target.urls) };
}
