/** The parts of `terraform show -json` that tests look at. */

export interface StateJson {
  readonly values?: {
    readonly outputs?: Record<string, { readonly value: unknown; readonly sensitive: boolean }>;
    readonly root_module: { readonly resources?: readonly StateResource[] };
  };
}

export interface StateResource {
  readonly address: string;
  readonly type: string;
  readonly name: string;
  readonly tainted?: boolean;
  readonly values: Record<string, unknown>;
}

export interface PlanJson {
  readonly resource_changes?: readonly ResourceChange[];
  readonly resource_drift?: readonly ResourceChange[];
  readonly output_changes?: Record<string, unknown>;
}

export type Action = "no-op" | "create" | "read" | "update" | "delete";

export interface ResourceChange {
  readonly address: string;
  readonly change: {
    /** ["delete", "create"] for a replacement. */
    readonly actions: readonly Action[];
    readonly before: Record<string, unknown> | null;
    readonly after: Record<string, unknown> | null;
    /** True where the value is known only after apply. */
    readonly after_unknown: Record<string, unknown>;
    readonly replace_paths?: readonly (readonly (string | number)[])[];
    readonly importing?: { readonly id: string };
  };
}
