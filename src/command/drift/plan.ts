/** The fields of `terraform show -json` and `tofu show -json` of a plan file that are read here. */
export interface PlanJson {
  readonly resource_drift?: readonly ResourceChange[];
  readonly resource_changes?: readonly ResourceChange[];
  readonly output_changes?: { readonly [name: string]: Change };
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly configuration?: { readonly root_module?: ConfigurationModule };
  /** True if planning failed. The other fields then have what was planned before the failure. */
  readonly errored?: boolean;
}

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly module_address?: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  /** Set for an object that a replacement has left behind. */
  readonly deposed?: string;
  readonly action_reason?: string;
  readonly change: Change;
}

export interface Change {
  readonly actions: readonly string[];
  readonly before: unknown;
  readonly after?: unknown;
  /** True in place of values that are known after apply; the next two, of sensitive values. */
  readonly after_unknown?: unknown;
  readonly before_sensitive?: unknown;
  readonly after_sensitive?: unknown;
  readonly importing?: object;
}

interface StateModule {
  readonly resources?: readonly StateResource[];
  readonly child_modules?: readonly StateModule[];
}

interface StateResource {
  readonly address: string;
  readonly values?: Values;
  readonly sensitive_values?: unknown;
}

interface ConfigurationModule {
  readonly resources?: readonly {
    readonly mode: string;
    readonly type: string;
    readonly name: string;
    readonly expressions?: Expressions;
  }[];
  readonly module_calls?: { readonly [name: string]: { readonly module?: ConfigurationModule } };
}

/** The configuration of a resource by attribute, with constant values only. */
export type Expressions = { readonly [attribute: string]: unknown };

export type Values = { readonly [attribute: string]: unknown };

/** A diagnostic of `terraform plan -json`. */
export interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail?: string;
  readonly address?: string;
}

/** Returns the configuration of a resource; empty if it was removed from git. */
export function expressionsOf(
  plan: PlanJson,
  { module_address = "", type, name }: Pick<ResourceChange, "module_address" | "type" | "name">,
): Expressions {
  const calls = [...module_address.matchAll(/module\.([^.[\]]+)(?:\[(?:"(?:[^"\\]|\\.)*"|\d+)\])?/g)];
  const module = calls.reduce<ConfigurationModule | undefined>(
    (within, [, call = ""]) => within?.module_calls?.[call]?.module,
    plan.configuration?.root_module,
  );
  const found = module?.resources?.find(
    (one) => one.mode === "managed" && one.type === type && one.name === name,
  );
  return found?.expressions ?? {};
}

/** Returns the resource after the refresh of this plan. */
export function refreshedResource(plan: PlanJson, address: string): StateResource | undefined {
  const within = ({ resources = [], child_modules = [] }: StateModule): readonly StateResource[] => [
    ...resources,
    ...child_modules.flatMap(within),
  ];
  return within(plan.prior_state?.values?.root_module ?? {}).find((one) => one.address === address);
}

/** Returns the diagnostics in the output of `terraform plan -json`. */
export function diagnosticsIn(lines: string): Diagnostic[] {
  return lines.split("\n").flatMap((line) => {
    try {
      const { type, diagnostic } = JSON.parse(line);
      return type === "diagnostic" ? [diagnostic as Diagnostic] : [];
    } catch {
      // Not a line of the plan, such as the output of a wrapper around terraform.
      return [];
    }
  });
}
