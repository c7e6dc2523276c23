/** What is read of `terraform show -json` of a plan file; OpenTofu writes the same. */
export interface PlanJson {
  readonly resource_drift?: readonly ResourceChange[];
  readonly resource_changes?: readonly ResourceChange[];
  readonly output_changes?: { readonly [name: string]: Change };
  readonly prior_state?: { readonly values?: { readonly root_module?: StateModule } };
  readonly configuration?: { readonly root_module?: ConfigurationModule };
  /** Whether planning failed; the rest is then what came before the failure. */
  readonly errored?: boolean;
}

export interface ResourceChange {
  readonly address: string;
  readonly previous_address?: string;
  readonly module_address?: string;
  readonly mode: string;
  readonly type: string;
  readonly name: string;
  /** Of an object that a replacement has left behind. */
  readonly deposed?: string;
  readonly action_reason?: string;
  readonly change: Change;
}

export interface Change {
  readonly actions: readonly string[];
  readonly before: unknown;
  readonly after?: unknown;
  /** True in the places of what is known after apply; so are these two for what is sensitive. */
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

/** What git says of a resource, by attribute; values that are no constants are left out of theirs. */
export type Expressions = { readonly [attribute: string]: unknown };

export type Values = { readonly [attribute: string]: unknown };

/** A message of the plan (`terraform plan -json`). */
export interface Diagnostic {
  readonly severity: string;
  readonly summary: string;
  readonly detail?: string;
  readonly address?: string;
}

/** The resource's part of the configuration; nothing is configured in one that git no longer has. */
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

/** The resource as the refresh of this plan has found it. */
export function refreshedResource(plan: PlanJson, address: string): StateResource | undefined {
  const within = ({ resources = [], child_modules = [] }: StateModule): readonly StateResource[] => [
    ...resources,
    ...child_modules.flatMap(within),
  ];
  return within(plan.prior_state?.values?.root_module ?? {}).find((one) => one.address === address);
}

/** The messages among the lines of `terraform plan -json`. */
export function diagnosticsIn(lines: string): Diagnostic[] {
  return lines.split("\n").flatMap((line) => {
    try {
      const { type, diagnostic } = JSON.parse(line);
      return type === "diagnostic" ? [diagnostic as Diagnostic] : [];
    } catch {
      // What is no line of the plan, such as the words of a wrapper around terraform.
      return [];
    }
  });
}
