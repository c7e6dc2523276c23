import type { Change, Diagnostic, PlanJson, ResourceChange } from "../../../src/command/drift/plan";

export const ADDRESS = "searchcloud_cluster.it";

type Values = { readonly [name: string]: unknown };

/** A cluster as the refresh read it. */
export const SERVICE: Values = {
  id: "c-1",
  name: "shop",
  memory: "8_gb",
  high_availability: false,
  server_parameters: { "max-per-page": "500" },
  status: "in_service",
  live: { memory: "8_gb", high_availability: false },
  pending_change: null,
};

/** The same while a change to 16 GB is pending. */
export const PENDING: Values = {
  ...SERVICE,
  memory: "16_gb",
  pending_change: {
    id: "cc-1",
    status: "pending",
    perform_change_at: "2026-12-01T02:00:00Z",
    new_memory: "16_gb",
    new_high_availability: null,
  },
};

export interface Scenario {
  /** @default SERVICE */
  readonly service?: Values | null;
  /** The values that differ in git; null: the resource is not in git. */
  readonly git?: Values | null;
  /** The values that differ in the state of the last deploy; null: the resource was missing. */
  readonly deployed?: Values;
  readonly unknown?: Values;
  readonly sensitive?: Values;
  readonly actions?: readonly string[];
  readonly configured?: Values;
  readonly change?: Partial<Change>;
  readonly resource?: Partial<ResourceChange>;
  readonly plan?: Partial<PlanJson>;
}

/** Returns the plan of one resource. */
export function planOf(told: Scenario): PlanJson {
  const { service = SERVICE, git = {}, deployed, unknown = {}, sensitive = {}, configured } = told;
  const identity = { address: ADDRESS, mode: "managed", type: "searchcloud_cluster", name: "it" };
  const isSame = git !== null && Object.keys({ ...git, ...unknown }).length === 0;
  const drift: ResourceChange[] = deployed
    ? [
        {
          ...identity,
          change: {
            actions: [service === null ? "delete" : "update"],
            before: { ...SERVICE, ...service, ...deployed },
            after: service,
            before_sensitive: sensitive,
            after_sensitive: sensitive,
          },
        },
      ]
    : [];
  const change: Change = {
    actions: told.actions ?? (service === null ? ["create"] : isSame ? ["no-op"] : ["update"]),
    before: service,
    after: git && { ...service, ...git },
    after_unknown: unknown,
    before_sensitive: sensitive,
    after_sensitive: sensitive,
    ...told.change,
  };
  const expressions = Object.fromEntries(
    Object.entries(configured ?? { name: "", memory: "" }).map(([name, value]) => [
      name,
      { constant_value: value },
    ]),
  );
  return {
    resource_drift: drift,
    resource_changes: [{ ...identity, change, ...told.resource }],
    configuration: { root_module: { resources: [{ ...identity, expressions }] } },
    ...told.plan,
  };
}

export const failure = (summary: string, address?: string): Diagnostic => ({
  ...{ severity: "error", summary, detail: "What to do." },
  ...(address !== undefined && { address }),
});
