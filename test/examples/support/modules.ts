import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterSeedBody } from "../../../src/emulator";
import type { NamedKind } from "../../../src/emulator/public";
import { examplePaths, type Kind } from "../../../tools/docs/pages";
import { lacking } from "../../support/features";
import { cleanEnvironment, start } from "../../support/run";
import { DUE_INVOICE } from "./account";
import { ROOT } from "./project";

const KINDS = ["resources", "data-sources", "functions"] as const;
const FORMS = ["hcl", "typescript"] as const;
export type Form = (typeof FORMS)[number];

const textOf = (example: string) => readFileSync(join(ROOT, "examples", example, "main.tf"), "utf8");

/** True if the tool has what an example shows. */
export function isRun(example: string): boolean {
  if (example.startsWith("functions/")) return !lacking("provider functions");
  return !/\bephemeral\b/.test(textOf(example)) || !lacking("write-only arguments");
}

const examplesOf = (kind: Kind) => readdirSync(join(ROOT, "examples", kind)).map((name) => `${kind}/${name}`);

/** The examples of types and functions as `kind/name`; each is written in both forms. */
export const EXAMPLES: readonly string[] = KINDS.flatMap(examplesOf).filter(isRun);

/** Those of ephemeral resources, whose values configure the provider once more: it needs a process for each configuration. */
export const EPHEMERAL_EXAMPLES: readonly string[] = examplesOf("ephemeral-resources");

/** A search-only key as the service issues them. */
export const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";

const QUERIES = {
  name: "product_queries",
  fields: [
    { name: "q", type: "string" },
    { name: "count", type: "int32" },
  ],
};
const CATALOG: ClusterSeedBody["data"] = {
  collections: [
    {
      name: "catalog",
      fields: [
        { name: "title", type: "string" },
        { name: "brand", type: "string", facet: true },
      ],
      documents: [
        { id: "boots", title: "Hiking boots", brand: "Alpina" },
        { id: "tent", title: "Tent", brand: "Alpina" },
      ],
    },
  ],
};

const MODEL = {
  model_name: "openai/gpt-4o",
  api_key: "vendor-0123456789",
  max_bytes: 1,
  history_collection: "x",
};
const RULE = {
  ...{ type: "counter", collection: "catalog", event_type: "click" },
  params: { counter_field: "popularity", weight: 1 },
};

/** Returns a cluster with one named record. */
const named = (kind: NamedKind, body: object): ClusterSeedBody => ({
  data: { named: { [kind]: { main: { ...body } } } },
});

/** The cluster of an example, if it is a special one. */
const SEEDS: { readonly [example: string]: ClusterSeedBody } = {
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
  "data-sources/searchcloud_collection": { data: CATALOG },
  "data-sources/searchcloud_document": { data: CATALOG },
  "data-sources/searchcloud_search": { data: CATALOG },
  "data-sources/searchcloud_collection_aliases": { data: { ...CATALOG, aliases: { shop: "catalog" } } },
  "data-sources/searchcloud_synonym_sets": named("synonym_sets", {
    items: [{ id: "shoes", synonyms: ["boots", "shoes"] }],
  }),
  "data-sources/searchcloud_curation_sets": named("curation_sets", {
    items: [{ id: "sale", rule: { query: "sale", match: "exact" }, filter_by: "price:<10" }],
  }),
  "data-sources/searchcloud_presets": named("presets", { value: { query_by: "title" } }),
  "data-sources/searchcloud_stopwords_sets": named("stopwords", { stopwords: ["the"] }),
  "data-sources/searchcloud_analytics_rules": named("analytics_rules", RULE),
  "data-sources/searchcloud_stemming_dictionaries": named("stemming_dictionaries", {
    words: [{ word: "people", root: "person" }],
  }),
  "data-sources/searchcloud_conversation_models": named("conversation_models", MODEL),
  "data-sources/searchcloud_nl_search_models": named("nl_search_models", MODEL),
  "resources/searchcloud_cloning_operation": { search_server_version: "29.1" },
  "resources/searchcloud_upgrade_rehearsal": { data: CATALOG },
  // A rule's collections must exist.
  "resources/searchcloud_analytics_rule": {
    data: { collections: [{ ...QUERIES, name: "products" }, QUERIES] },
  },
};

/** Opens the nodes of all these clusters. */
export const NODE_KEY = "examples-data-key-0123456789";
const KEY = { value: NODE_KEY, description: "examples", actions: ["*"], collections: ["*"] };

/** Resources have a cluster of their own for each form; both forms of a data source read the same one. */
export function clusterId(form: Form, example: string): string {
  return (example.startsWith("data-sources/") ? example : `${form}/${example}`).replace(/[/_]/g, "-");
}

/** The clusters that the examples find at the service. */
export const CLUSTERS: readonly (ClusterSeedBody & { readonly id: string })[] = [
  ...new Map(
    FORMS.flatMap((form) =>
      [...EXAMPLES, ...EPHEMERAL_EXAMPLES].map(
        (example) => [clusterId(form, example), SEEDS[example] ?? {}] as const,
      ),
    ),
  ),
].map(([id, seed]) => ({ id, ...seed, data: { ...seed.data, keys: [KEY] } }));

/** The name of an example's module, and of the output that holds its outputs. */
export function moduleName(form: Form, example: string): string {
  return `${form}-${example.replace("/", "-")}`;
}

export const CHECK = /^check "[\s\S]*?^\}\n/gm;

/** Returns a configuration with examples in HCL, each as a module: content by path. */
export function hclModules(examples = EXAMPLES): Record<string, string> {
  const [required = ""] = /^terraform \{[\s\S]*?^\}\n/m.exec(textOf("hcl")) ?? [];
  const files: Record<string, string> = { "main.tf": `${required}\nprovider "searchcloud" {}\n` };
  for (const example of examples) {
    const text = lacking("checks in modules") ? textOf(example).replaceAll(CHECK, "") : textOf(example);
    const variables = [...text.matchAll(/^variable "(\w+)"/gm)].map(([, variable = ""]) => variable);
    files[`${example}/main.tf`] = text;
    files[`${example}/versions.tf`] = required;
    files["main.tf"] += moduleBlock("hcl", example, `./${example}`, variables);
  }
  return files;
}

/**
 * Runs programs in TypeScript (one process for all, the sources under the name of the package) with its output in a
 * folder. Returns a module for each stack that they write: content by path.
 */
export async function typescriptModules(
  folder: string,
  examples = EXAMPLES,
): Promise<Record<string, string>> {
  const script = examples.map((example) => `require(${JSON.stringify(programOf(example))});`).join("");
  const tsx = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  const env = cleanEnvironment({ CDKTF_OUTDIR: folder, TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json") });
  const { code, output } = await start(process.execPath, ["--import", tsx, "-e", script], folder, env)
    .finished;
  if (code !== 0) throw new Error(output);
  const blocks = examples.map((example) => {
    const [, stack = ""] =
      /new TerraformStack\(app, "(.+)"\)/.exec(readFileSync(programOf(example), "utf8")) ?? [];
    const { variable = {} } = JSON.parse(readFileSync(join(folder, `stacks/${stack}/cdk.tf.json`), "utf8"));
    return moduleBlock("typescript", example, `./stacks/${stack}`, Object.keys(variable));
  });
  return { "typescript.tf": blocks.join("") };
}

function programOf(example: string): string {
  const [kind = "", name = ""] = example.split("/");
  const { typescript = "" } = examplePaths(kind as Kind, name.replace(/^searchcloud_/, ""));
  return join(ROOT, typescript);
}

/** The module block of an example, with a value for each of its variables, and its outputs. */
function moduleBlock(form: Form, example: string, source: string, variables: readonly string[]): string {
  const values: { readonly [variable: string]: string } = {
    cluster_id: clusterId(form, example),
    search_only_key: PARENT,
    invoice_id: DUE_INVOICE,
    openai_api_key: "openai-credential-0123456789",
  };
  const lines = variables.map((variable) => `  ${variable} = ${JSON.stringify(values[variable])}\n`);
  const name = moduleName(form, example);
  return `module "${name}" {
  source = "${source}"
${lines.join("")}}
output "${name}" {
  value     = module.${name}
  sensitive = true
}
`;
}
