import type { Capacity } from "../../model/sizing";
import type { Restart } from "../../shared/changes/restart";

/** The private state of a cluster, which Terraform stores beside its state (docs/design/architecture.md#private-state). */
export interface PrivateState {
  readonly id: string;
  /** Host of the service that has this cluster. A 404 from another host proves nothing. */
  readonly host: string;
  /** The last applied `termination_protection`, which nothing else shows while a successor is planned (docs/design/laws.md#l2). */
  readonly protected: boolean;
  /** The configuration change that was last known to be in flight. */
  readonly change?: string;
  /** Set if server parameters have been written, or may have been, and no change since then restarts the cluster. */
  readonly restart_due?: true;
  /** The configuration change that restarts the cluster for the server parameters written before it. */
  readonly restart_by?: string;
  /** From import until the first read. */
  readonly imported?: true;
  /** The pair that was last configured with `auto_upgrade_capacity`. It distinguishes an edit from changes by others. */
  readonly configured?: Capacity;
  /** The last refresh that read the server parameters; only with `server_parameters_max_age`. */
  readonly parameters_read?: ParametersRead;
  /** The pair in the state before a larger one was found; until the next refresh or apply. */
  readonly raised_from?: Capacity;
}

export interface ParametersRead {
  /** Epoch seconds, by the service's clock. */
  readonly at: number;
  readonly provisioned_at: number | null;
  readonly search_server_version: string | null;
}

/** Returns the private state of a cluster with nothing in flight. Keeps `configured`. */
export function privateStateOf(
  host: string,
  cluster: { readonly id: string | null; readonly termination_protection: boolean | null },
  { configured }: Pick<PrivateState, "configured"> = {},
): PrivateState {
  const isProtected = cluster.termination_protection === true;
  return { id: cluster.id ?? "", host, protected: isProtected, ...(configured && { configured }) };
}

export function restartOf(state: PrivateState | undefined): Restart {
  return { due: state?.restart_due === true, by: state?.restart_by };
}

/** Returns the keys for a restart, which {@link restartOf} reads. */
export function restartKeys({ due, by }: Restart): Pick<PrivateState, "restart_due" | "restart_by"> {
  return { ...(due && { restart_due: true }), ...(by !== undefined && { restart_by: by }) };
}
