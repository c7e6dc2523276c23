import type { Restart } from "../clusterChange/restart";
import type { ClusterValues } from "./schema";

/** What is kept beside a cluster's state (docs/design/architecture.md#resources). */
export interface Kept {
  readonly id: string;
  /** Host of the service that answered with this cluster: a 404 from another host says nothing about it. */
  readonly host: string;
  /** `termination_protection` as last applied: the only trace of it while a successor is planned (L2). */
  readonly protected: boolean;
  /** The configuration change that was last known to be on its way. */
  readonly change?: string;
  /** Server parameters have been written, or may have been, and no change since then restarts the cluster. */
  readonly restart_due?: true;
  /** The configuration change that restarts the cluster for the server parameters written before it. */
  readonly restart_by?: string;
  /** From import until the first read. */
  readonly imported?: true;
}

export function keptOf(
  id: string,
  host: string,
  values: Pick<ClusterValues, "termination_protection">,
): Kept {
  return { id, host, protected: values.termination_protection === true };
}

/** The restart that is kept track of. */
export function restartOf(kept: Kept | undefined): Restart {
  return { due: kept?.restart_due === true, by: kept?.restart_by };
}

/** {@link restartOf}, to be kept. */
export function keptRestart({ due, by }: Restart): Pick<Kept, "restart_due" | "restart_by"> {
  return { ...(due && { restart_due: true }), ...(by !== undefined && { restart_by: by }) };
}
