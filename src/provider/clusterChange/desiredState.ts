import type { Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import type { Sizing } from "../api/sizing";
import type { Waiting } from "./inFlight";
import type { ChangeRequest } from "./request";
import type { Restart } from "./restart";

/** The size that an apply has to bring a cluster to. */
export interface DesiredState extends ChangeRequest {
  /** The planned values. */
  readonly planned: Sizing;
  /** Those that this apply itself edits: they win over what others have requested. */
  readonly edited: readonly (keyof Sizing)[];
  /** Whether the schedule is edited by this apply. */
  readonly rescheduled: boolean;
  readonly autoUpgrade: boolean;
  /** The change that an earlier apply has requested, if one is known. */
  readonly ownChange: string | undefined;
  /** The restart that written server parameters wait for: one change brings it and the size. */
  readonly restart: Restart;
}

/** The change that leads to the desired state (null when all of it runs already), and the cluster as last read. */
export interface Outcome {
  readonly change: ConfigurationChangeRecord | null;
  readonly cluster: ClusterRecord;
  readonly target: Sizing;
}

export interface ChangeContext extends Waiting {
  readonly client: Client;
  warn(summary: string, detail: string): void;
  /** Notified of each change that is ours from now on (null when there is none any more), and what then is left of the restart. */
  onChange(change: ConfigurationChangeRecord | null, target: Sizing, restart: Restart): void;
}
