import type { NodeCallOptions, Nodes } from "./nodes";
import { PATIENCE_MS } from "./request/failover";

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
