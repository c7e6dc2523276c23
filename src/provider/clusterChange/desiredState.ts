import type { Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import type { Sizing } from "../api/sizing";
import type { Schedule } from "../schedule/moment";
import type { Refused } from "./request";
import type { Restart } from "./restart";

/** What an apply wants of a cluster's size. */
export interface DesiredState {
  readonly clusterId: string;
  /** The planned values. */
  readonly planned: Sizing;
  /** Those that this apply itself changes: they win over what others have asked for. */
  readonly edited: readonly (keyof Sizing)[];
  readonly schedule: Schedule;
  /** Whether the schedule is edited by this apply. */
  readonly rescheduled: boolean;
  readonly notificationEmailAddresses: readonly string[] | null;
  readonly autoUpgrade: boolean;
  /** The change that an earlier apply has made, if one is known. */
  readonly ownChange: string | undefined;
  /** The restart that written server parameters wait for: one change brings it and the size. */
  readonly restart: Restart;
}

/** Where it led: the change that brings the desired about (null when all runs already), and the cluster as last seen. */
export interface Outcome {
  readonly change: ConfigurationChangeRecord | null;
  readonly cluster: ClusterRecord;
  readonly target: Sizing;
}

export interface ActContext {
  readonly client: Client;
  readonly signal: AbortSignal;
  readonly deadline: number;
  warn(summary: string, detail: string): void;
  /** Told of each change that is ours from now on (null when there is none any more), and what then is left of the restart. */
  ours(change: ConfigurationChangeRecord | null, target: Sizing, restart: Restart): void;
}

/** How far an apply has come. */
export interface Progress {
  carried: Partial<Sizing>;
  ownChange: string | undefined;
  restart: Restart;
  /** The refusal of the round before. */
  refused: Refused | undefined;
  /** Whether a moment that was over has been chosen once more. */
  chosenAgain: boolean;
  /** Changes that were cancelled for one that is still to be made. */
  cancelled: ConfigurationChangeRecord[];
  /** Whether the size as it is is sent along (docs/design/api-assumptions.md#changes). */
  withSizes: boolean;
}
