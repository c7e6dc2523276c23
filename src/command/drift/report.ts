/** What a resource, a stack or a whole check is; the worst one counts. */
export const STATUSES = ["in_sync", "scheduled", "not_deployed", "drift", "error"] as const;
export type Status = (typeof STATUSES)[number];

/** What the next deploy does to a resource; `fail` when its plan fails. */
export type NextDeploy =
  | "nothing"
  | "create"
  | "update"
  | "replace"
  | "delete"
  | "forget"
  | "import"
  | "fail";

/** One place in which git and the service differ, or will no longer when a pending change has ended. */
export interface AttributeReport {
  /** As in `server_parameters.max-per-page`. */
  readonly path: string;
  /** What the next deploy would make of it. Null: not set. */
  readonly git: unknown;
  /** What runs now. */
  readonly service: unknown;
  /** What the last deploy left. */
  readonly deployed: unknown;
  /** What the pending change makes of it; null without one. */
  readonly pending: unknown;
  readonly status: Status;
}

/** A configuration change that is pending or in progress. */
export interface PendingChange {
  readonly id: string | null;
  /** `pending` or `in_progress`. */
  readonly status: string;
  /** When it begins, and when it was requested (RFC 3339). */
  readonly perform_change_at: string | null;
  readonly created_at: string | null;
  /** What it changes, by attribute; empty for a restart. */
  readonly settings: { readonly [attribute: string]: unknown };
  /** Whether the last deploy left it in the state. A deploy does not look for others: only its state makes it look. */
  readonly in_state: boolean;
}

export interface Message {
  readonly summary: string;
  readonly detail: string;
  /** The resource or data source it is about. */
  readonly address: string | null;
}

export interface ResourceReport {
  readonly address: string;
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
  readonly status: Status;
  /** Why it has this status, in words. */
  readonly reason: string;
  readonly next_deploy: NextDeploy;
  readonly pending_change: PendingChange | null;
  readonly attributes: readonly AttributeReport[];
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
}

export interface StackReport {
  readonly name: string;
  /** As it was given, or relative to the working directory. */
  readonly directory: string;
  readonly status: Status;
  readonly resources: readonly ResourceReport[];
  /** Those that belong to no resource. */
  readonly errors: readonly Message[];
  readonly warnings: readonly Message[];
}

/** What `--json` prints. Fields may be added; `format_version` changes when one changes its meaning or goes. */
export interface DriftReport {
  readonly format_version: "1";
  readonly status: Status;
  readonly stacks: readonly StackReport[];
}

/** The worst of them. */
export function worstStatus(statuses: readonly Status[]): Status {
  return STATUSES[Math.max(0, ...statuses.map((status) => STATUSES.indexOf(status)))] ?? "error";
}

/** As `terraform plan -detailed-exitcode` has them: 2 when something differs, 1 when the check failed, else 0. */
export function exitCode(status: Status): 0 | 1 | 2 {
  if (status === "error") return 1;
  return status === "drift" || status === "not_deployed" ? 2 : 0;
}
