import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterSeed } from "../../src/emulator";
import { cleanEnvironment, start } from "../support/run";
import { type StateJson, Workspace } from "../support/terraform";
import { running, writes } from "./support/account";
import { ROOT } from "./support/project";
import { DUE_INVOICE, type SteppedAccount, steppedAccount } from "./support/stepped";

/**
 * Every example in TypeScript is run (one process for all, the sources under the name of the package), and every stack that
 * they write is a module of one configuration: one apply, one plan, one destroy for all.
 */
jest.setTimeout(120_000);
const FOLDER = join(ROOT, "examples/constructs");
const PROGRAMS = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((path) =>
  path.endsWith(".ts"),
);

/** What a stack finds at the service: a cluster of its own. */
const SEEDS: { readonly [stack: string]: ClusterSeed } = {
  "cluster-data": { high_availability: "yes" },
  clusters: { name: "reviews" },
  "configuration-changes": {
    changes: [{ status: "pending", new_memory: "1_gb", perform_change_at: Date.UTC(2027, 0, 1) / 1000 }],
  },
  "cloning-operations": {
    clones: [{ status: "succeeded", target_cluster_reference_id: "copy-of-yesterday" }],
  },
  "cloning-operation": { search_server_version: "29.1" },
  "server-parameters": { parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" } },
};

let account: SteppedAccount;
let workspace: Workspace;
let stacks: readonly string[];
let state: StateJson["values"];

beforeAll(async () => {
  workspace = await Workspace.create();
  await synthesize();
  stacks = readdirSync(join(workspace.directory, "stacks"));
  account = await steppedAccount(stacks.map((id) => ({ id, ...SEEDS[id] })));
  await workspace.write({ "main.tf": stacks.map(moduleBlock).join("\n") });
  await workspace.apply([], account);
  state = (await workspace.state()).values;
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

/** Runs the programs, which all write into the folder of the workspace. */
async function synthesize(): Promise<void> {
  const all = PROGRAMS.map((path) => `require(${JSON.stringify(join(FOLDER, path))});`);
  const tsx = join(ROOT, "node_modules/tsx/dist/loader.mjs");
  const env = cleanEnvironment({
    CDKTF_OUTDIR: workspace.directory,
    TSX_TSCONFIG_PATH: join(ROOT, "tsconfig.json"),
  });
  const { finished } = start(
    process.execPath,
    ["--import", tsx, "-e", all.join("")],
    workspace.directory,
    env,
  );
  const { code, output } = await finished;
  if (code !== 0) throw new Error(output);
}

const stackFile = (stack: string) =>
  readFileSync(join(workspace.directory, "stacks", stack, "cdk.tf.json"), "utf8");

/** A stack as a module, with a value for each of its variables, and its outputs. */
function moduleBlock(stack: string): string {
  const values: { readonly [variable: string]: string } = { cluster_id: stack, invoice_id: DUE_INVOICE };
  const variables = Object.keys(JSON.parse(stackFile(stack)).variable ?? {});
  const lines = variables.map((variable) => `  ${variable} = ${JSON.stringify(values[variable])}\n`);
  return `module "${stack}" {
  source = "./stacks/${stack}"
${lines.join("")}}
output "${stack}" {
  value     = ${stack === VOLATILE ? "null" : `module.${stack}`}
  sensitive = true
}
`;
}

/** Metrics go on between two plans, and an output of them changes with each. */
const VOLATILE = "cluster-metrics";

const HOSTNAME = expect.stringMatching(/\.searchcloud\.example$/);
/** What each stack tells the one who deploys it. */
const OUTPUTS: readonly (readonly [string, unknown])[] = [
  ["account", { capabilities: ["admin"] }],
  ["api-keys", { admin_key: expect.stringMatching(/^\S{20,}$/) }],
  ["cloning-operation", { endpoint: HOSTNAME }],
  ["cloning-operations", { clones: ["copy-of-yesterday"] }],
  ["cluster", { endpoint: HOSTNAME }],
  ["cluster-data", { endpoint: HOSTNAME }],
  ["cluster-metrics", null],
  ["cluster-options", { zurich_is_offered: true }],
  ["clusters", { reviews_id: "clusters" }],
  ["configuration-change", { begins_at: "2026-11-22T09:30:00Z" }],
  ["configuration-changes", { next_change_at: "2027-01-01T00:00:00Z" }],
  [
    "invoice",
    { amount_in_cents: 2340, lines: [expect.anything(), expect.objectContaining({ price_cents: 108 })] },
  ],
  ["invoices", { due_in_cents: 2340 }],
  ["scoped-search-key", { customer_key: expect.any(String) }],
  ["server-parameter", {}],
  ["server-parameters", { max_per_page: "500" }],
];

test("each program writes one stack, and every stack is looked at", () => {
  expect(stacks).toHaveLength(PROGRAMS.length);
  expect(OUTPUTS.map(([stack]) => stack)).toEqual([...stacks].sort());
});

test.each(OUTPUTS)("%s says what it is to say", (stack, outputs) => {
  expect(state?.outputs?.[stack]?.value ?? null).toEqual(outputs);
});

test("the scoped key is the one that the issued key gives (docs/design/api-assumptions.md#keys)", () => {
  const outputs: unknown = state?.outputs?.["scoped-search-key"]?.value;
  const { customer_key } = outputs as { customer_key: string };
  const parent = searchOnlyKeyOf("scoped-search-key");
  const parameters = '{"expires_at":1893456000,"filter_by":"customer_id:124"}';
  const digest = createHmac("sha256", parent).update(parameters).digest("base64");
  expect(Buffer.from(customer_key, "base64").toString()).toBe(`${digest}${parent.slice(0, 4)}${parameters}`);
});

test("nothing is left to change", async () => {
  await workspace.emptyPlan([], account);
});

test("destroyed, they leave what was there before, and nothing that waits", async () => {
  const { emulator } = account;
  emulator.clearJournal();
  await workspace.destroy([], account);
  expect(running(emulator)).toEqual(stacks.map((stack) => SEEDS[stack]?.name ?? null).sort());
  const requests = writes(emulator).map((request) => request.replace(/\/[^/]+$/, ""));
  expect(requests.sort()).toEqual([
    "DELETE /clusters/{id}/server-configuration-parameters",
    "DELETE /clusters/{id}/server-configuration-parameters",
    "PATCH /clusters/{id}/configuration-changes",
    "PATCH /clusters/{id}/configuration-changes",
    "POST /clusters/{id}",
    "POST /clusters/{id}",
  ]);
});

/** The key that a stack has in its state. */
function searchOnlyKeyOf(stack: string): string {
  const keys = state?.root_module.resources?.find(({ address }) =>
    address.startsWith(`module.${stack}.searchcloud_api_keys.`),
  );
  return String(keys?.values.search_only_key);
}
