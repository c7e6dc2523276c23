import type { Restart } from "../clusterChange/restart";
import type { ClusterValues, PrivateState } from "./types";

/** The private state of a cluster with nothing in flight. `before` lends it what was configured. */
export function privateStateOf(
  id: string,
  host: string,
  { termination_protection }: Pick<ClusterValues, "termination_protection">,
  before?: Pick<PrivateState, "configured">,
): PrivateState {
  const configured = before?.configured;
  return { id, host, protected: termination_protection === true, ...(configured && { configured }) };
}

export function restartOf(state: PrivateState | undefined): Restart {
  return { due: state?.restart_due === true, by: state?.restart_by };
}

/** The keys that stand for a restart; {@link restartOf} reads them. */
export function restartKeys({ due, by }: Restart): Pick<PrivateState, "restart_due" | "restart_by"> {
  return { ...(due && { restart_due: true }), ...(by !== undefined && { restart_by: by }) };
}
