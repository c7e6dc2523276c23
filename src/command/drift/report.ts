/** The status of a resource, of a stack or of the whole check, in ascending severity. */
const STATUSES = ["in_sync", "scheduled", "not_deployed", "drift", "error"] as const;
export type Status = (typeof STATUSES)[number];

/** The effect of the next deploy on a resource; `fail` if its plan failed. */
export type NextDeploy =
  | "nothing"
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "forget"
  | "import"
  | "fail";

/** An attribute that differs between git and the service, now or until a pending change ends. */
export interface AttributeReport {
  /** Such as `server_parameters.max-per-page`. */
  readonly path: string;
  /** The value after the next deploy. Null: not set. */
  readonly git: unknown;
  /** The current value. */
  readonly service: unknown;
  /** The value after the last deploy. */
  readonly deployed: unknown;
  /** The value after the pending change; null without one. */
  readonly pending: unknown;
  readonly status: Status;
}

/** A configuration change that is pending or in progress. */
export interface PendingChange {
  readonly id: string | null;
  /** `pending` or `in_progress`. */
  readonly status: string;
  /** The time at which it begins, and at which it was requested (RFC 3339). */
  readonly perform_change_at: string | null;
  readonly created_at: string | null;
  /** The new values by attribute; empty for a restart. */
  readonly settings: { readonly [attribute: string]: unknown };
  /** True if the state has the change. A deploy does not look for other changes. */
  readonly in_state: boolean;
}

export interface Message {
  readonly summary: string;
  readonly detail: string;
  /** The resource or data source. */
  readonly address: string | null;
}

export interface ResourceReport {
  readonly address: string;
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly status: Status;
  /** The reason for the status, as a sentence. */
  readonly reason: string;
  readonly next_deploy: NextDeploy;
  readonly pending_change: PendingChange | null;
  readonly attributes: readonly AttributeReport[];
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
}

export interface StackReport {
  readonly name: string;
  /** The path relative to the working directory. */
  readonly directory: string;
  readonly status: Status;
  readonly resources: readonly ResourceReport[];
  /** Errors without a resource. */
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
}

/** The output of `--json`. Fields may be added; `format_version` changes if one is removed or changes its meaning. */
export interface DriftReport {
  readonly format_version: "1";
  readonly status: Status;
  readonly stacks: readonly StackReport[];
}

/** Returns the most severe status. */
export function worstStatus(statuses: readonly Status[]): Status {
  return STATUSES[Math.max(0, ...statuses.map((status) => STATUSES.indexOf(status)))] ?? "error";
}

/** Returns the exit code as `terraform plan -detailed-exitcode` does: 2 for differences, 1 for errors, else 0. */
export function exitCode(status: Status): 0 | 1 | 2 {
  if (status === "error") return 1;
  return status === "drift" || status === "not_deployed" ? 2 : 0;
}
