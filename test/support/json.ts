/** The parts of `terraform show -json` that tests read. */

export interface StateJson {
  readonly values?: {
    readonly outputs?: Record<string, { readonly value: unknown; readonly sensitive: boolean }>;
    readonly root_module: { readonly resources?: readonly StateResource[] };
  };
}

export interface StateResource {
  readonly address: string;
  readonly mode: "managed" | "data";
  readonly type: string;
  readonly name: string;
  readonly tainted?: boolean;
  readonly values: Record<string, unknown>;
  /** Since Terraform 1.12. */
  readonly identity?: Record<string, unknown>;
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
    /** True if the value is known only after apply. */
    readonly after_unknown: Record<string, unknown>;
    readonly replace_paths?: readonly (readonly (string | number)[])[];
    readonly importing?: { readonly id: string };
  };
}

/** Converts a state file to its {@link StateJson}. */
interface StateFile {
  readonly outputs?: Record<string, { readonly value: unknown; readonly sensitive?: boolean }>;
  readonly resources?: readonly {
    readonly mode: "managed" | "data";
    readonly type: string;
    readonly name: string;
    readonly module?: string;
    readonly instances: readonly {
      readonly index_key?: string | number;
      readonly status?: "tainted";
      readonly attributes: Record<string, unknown>;
      readonly identity?: Record<string, unknown>;
    }[];
  }[];
}

/**
 * Resources of modules are listed beside those of the root, with their full addresses.
 * @param text the text of a state file; empty if there is none
 */
export function stateJson(text: string): StateJson {
  const { outputs = {}, resources = [] }: StateFile = JSON.parse(text || "{}");
  const shown = resources.flatMap(({ mode, type, name, module, instances }) =>
    instances.map(({ index_key: key, status, attributes, identity }): StateResource => {
      const index = key === undefined ? "" : `[${JSON.stringify(key)}]`;
      const inside = module === undefined ? "" : `${module}.`;
      const address = `${inside}${mode === "data" ? "data." : ""}${type}.${name}${index}`;
      return {
        address,
        mode,
        type,
        name,
        ...(status && { tainted: true }),
        values: mapValues(attributes),
        ...(identity && { identity }),
      };
    }),
  );
  if (shown.length === 0 && Object.keys(outputs).length === 0) return {};
  return {
    values: {
      outputs: Object.fromEntries(
        Object.entries(outputs).map(([name, { value, sensitive = false }]) => [name, { value, sensitive }]),
      ),
      root_module: shown.length === 0 ? {} : { resources: shown },
    },
  };
}

/** Converts a value of a dynamic attribute, which the file stores with its type. */
function mapValues(attributes: Record<string, unknown>): Record<string, unknown> {
  const plain = (value: unknown) =>
    typeof value === "object" && value !== null && "type" in value && "value" in value ? value.value : value;
  return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [name, plain(value)]));
}
