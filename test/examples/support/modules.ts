import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterSeed } from "../../../src/emulator";
import { ROOT } from "./project";

const KINDS = ["resources", "data-sources", "functions"] as const;
const read = (...path: readonly string[]) => readFileSync(join(ROOT, "examples", ...path), "utf8");

export interface HclExample {
  readonly kind: (typeof KINDS)[number];
  readonly name: string;
  readonly text: string;
}

/** The examples of types and functions in HCL. */
export const EXAMPLES: readonly HclExample[] = KINDS.flatMap((kind) =>
  readdirSync(join(ROOT, "examples", kind)).map((name) => ({
    kind,
    name,
    text: read(kind, name, "main.tf"),
  })),
);

/** A search-only key as the service issues them. */
export const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";

/** What an example finds at the service: a cluster of its own, so that they can all run at once. */
const SEEDS: { readonly [example: string]: ClusterSeed } = {
  "data-sources/searchcloud_cluster": { high_availability: "yes" },
  "data-sources/searchcloud_clusters": { name: "reviews" },
  "data-sources/searchcloud_configuration_changes": {
    changes: [
      { status: "succeeded", new_memory: "0.5_gb" },
      { status: "pending", new_memory: "1_gb", perform_change_at: Date.UTC(2027, 0, 1) / 1000 },
    ],
  },
  "data-sources/searchcloud_cloning_operations": {
    clones: [
      {
        status: "succeeded",
        target_cluster_reference_id: "copy-of-yesterday",
        completed_at: Date.UTC(2026, 10, 19) / 1000,
      },
      { status: "failed" },
    ],
  },
  "data-sources/searchcloud_server_parameters": {
    parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" },
  },
  "resources/searchcloud_cloning_operation": { search_server_version: "29.1" },
};

export function seedFor({
  kind,
  name,
}: Pick<HclExample, "kind" | "name">): ClusterSeed & { readonly id: string } {
  return { id: `${kind}-${name.replaceAll("_", "-")}`, ...SEEDS[`${kind}/${name}`] };
}

/** The name of an example's module, and of the output that holds its outputs. */
export function moduleName({ kind, name }: Pick<HclExample, "kind" | "name">): string {
  return `${name}_${kind}`;
}

/** One configuration of which every example is a module: text by path. */
export function allAsModules(): Record<string, string> {
  const [required = ""] = /^terraform \{[\s\S]*?^\}\n/m.exec(read("hcl", "main.tf")) ?? [];
  const folders = EXAMPLES.flatMap(({ kind, name, text }) => [
    [`${kind}/${name}/main.tf`, text],
    [`${kind}/${name}/versions.tf`, required],
  ]);
  const root = [required, 'provider "searchcloud" {}\n', ...EXAMPLES.map(moduleBlock)].join("\n");
  return { ...Object.fromEntries(folders), "main.tf": root };
}

/** The module block of an example, with a value for each of its variables, and its outputs. */
function moduleBlock(example: HclExample): string {
  const values: { readonly [variable: string]: string } = {
    cluster_id: seedFor(example).id,
    search_only_key: PARENT,
  };
  const variables = [...example.text.matchAll(/^variable "(\w+)"/gm)].map(([, variable = ""]) => variable);
  const lines = variables.map((variable) => `  ${variable} = ${JSON.stringify(values[variable])}\n`);
  const name = moduleName(example);
  return `module "${name}" {
  source = "./${example.kind}/${example.name}"
${lines.join("")}}
output "${name}" {
  value     = module.${name}
  sensitive = true
}
`;
}
