import type { ClusterData } from "./data";
import type { Settings } from "./settings";
import type { StoredWorkflow } from "./workflow";

/** A cloning operation as the emulator stores it. */
export interface StoredClone extends StoredWorkflow {
  /** What the request named. */
  readonly requested: CloneRequest;
  readonly source_region: string;
  readonly target_region: string;
  readonly copy: Copy;
  readonly requested_by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key that requested it, or null. */
  readonly key: string | null;
  /** What ran on the source when the clone began; null until then. */
  data: ClusterData | null;
  /** Id of the new cluster; null until there is one. */
  target: string | null;
}

export interface CloneRequest {
  readonly target_region?: string | undefined;
  readonly search_server_version?: string | undefined;
}

/** The new cluster: the source as it was when the clone was requested, with the requested region and version. */
export interface Copy extends Settings {
  readonly name: string | null;
  readonly auto_upgrade_capacity: boolean | null;
  /** The server version that the source was created with. */
  readonly firstVersion: string;
  /** Server parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
}
