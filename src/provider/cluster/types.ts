import type { Call, Planning, ValuesOf } from "../../framework";
import type { Capacity } from "../api/capacity";
import type { Service } from "../service";
import type { schema } from "./schema";

/** A cluster's values as the resource sees them. */
export type ClusterValues = ValuesOf<typeof schema>;
export type ClusterName = keyof ClusterValues & string;
export type ClusterCall = Call<ClusterValues, Service, PrivateState>;
export type ClusterPlanning = Planning<ClusterValues, Service, PrivateState>;

/** What Terraform stores beside a cluster's state (docs/design/architecture.md#resources). */
export interface PrivateState {
  readonly id: string;
  /** Host of the service that answered with this cluster: a 404 from another host says nothing about it. */
  readonly host: string;
  /** `termination_protection` as last applied: the only trace of it while a successor is planned (docs/design/laws.md#l2). */
  readonly protected: boolean;
  /** The configuration change that was last known to be in flight. */
  readonly change?: string;
  /** Server parameters have been written, or may have been, and no change since then restarts the cluster. */
  readonly restart_due?: true;
  /** The configuration change that restarts the cluster for the server parameters written before it. */
  readonly restart_by?: string;
  /** From import until the first read. */
  readonly imported?: true;
  /** The pair that was last configured with `auto_upgrade_capacity`: tells an edit from what others have changed. */
  readonly configured?: Capacity;
  /** The pair in state before the cluster was found with a larger one; until the next refresh or apply. */
  readonly raised_from?: Capacity;
}
