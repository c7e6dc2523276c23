import { createHmac } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Emulator, startEmulator } from "../../src/emulator";
import { ADDRESS } from "../../src/provider/address";
import { searchcloud } from "../../src/provider/provider";
import { type Reattached, reattached, type StateJson, Workspace } from "../support/terraform";
import { environmentOf, running, writes } from "./support/account";
import { ROOT } from "./support/project";
import { seedFor } from "./support/seed";

/** Every example of a type or function, run as a module of one configuration: one apply, one plan, one destroy. */
const KINDS = ["resources", "data-sources", "functions"] as const;
const EXAMPLES = KINDS.flatMap((kind) =>
  readdirSync(join(ROOT, "examples", kind)).map((name) => ({
    kind,
    name,
    text: readFileSync(join(ROOT, "examples", kind, name, "main.tf"), "utf8"),
  })),
);
/** A search-only key as the service issues them. */
const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const [REQUIRED_PROVIDERS = ""] =
  /^terraform \{[\s\S]*?^\}\n/m.exec(readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8")) ?? [];
/** The invoice of October, as the emulator numbers it. */
const DUE = "79a7hpr9f3wdrlq4";

jest.setTimeout(120_000);
let emulator: Emulator;
let served: Reattached;
let workspace: Workspace;

beforeAll(async () => {
  // A Friday at midnight. Each request takes half a minute: what is waited for is done in a moment, and no window opens.
  emulator = await startEmulator({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 30_000 },
    seed: { clusters: EXAMPLES.map(({ kind, name }) => seedFor(kind, name)) },
  });
  served = await reattached(
    searchcloud({ ...environmentOf(emulator), SEARCHCLOUD_POLL_INTERVAL: "1ms" }),
    ADDRESS,
  );
  workspace = await Workspace.create(served.env);
  const modules = EXAMPLES.map(({ kind, name, text }) => [
    [`${kind}/${name}/main.tf`, text],
    [`${kind}/${name}/versions.tf`, REQUIRED_PROVIDERS],
  ]);
  await workspace.write({
    ...Object.fromEntries(modules.flat()),
    "main.tf": `${REQUIRED_PROVIDERS}\nprovider "searchcloud" {}\n${EXAMPLES.map(moduleOf).join("\n")}`,
  });
});

afterAll(async () => {
  await workspace?.remove();
  await served?.close();
  await emulator?.close();
});

/** The module block of an example, with a value for each of its variables, and its outputs. */
function moduleOf({ kind, name, text }: (typeof EXAMPLES)[number]): string {
  const values: { readonly [variable: string]: string } = {
    cluster_id: seedFor(kind, name).id,
    search_only_key: PARENT,
  };
  const variables = [...text.matchAll(/^variable "(\w+)"/gm)].map(([, variable = ""]) => variable);
  const lines = variables.map((variable) => `  ${variable} = ${JSON.stringify(values[variable])}`);
  return `module "${name}_${kind}" {
  source = "./${kind}/${name}"
${lines.join("\n")}
}
output "${name}_${kind}" {
  value     = module.${name}_${kind}
  sensitive = true
}`;
}

describe("a life of all of them: apply, nothing to change, destroy", () => {
  let said: StateJson["values"];
  let warnings: string;
  beforeAll(async () => {
    await workspace.validate();
    warnings = (await workspace.apply()).output;
    said = (await workspace.state()).values;
  });

  const OUTPUTS: readonly (readonly [(typeof KINDS)[number], string, unknown])[] = [
    ["resources", "searchcloud_cluster", { endpoint: expect.stringMatching(/\.searchcloud\.example$/) }],
    ["resources", "searchcloud_configuration_change", { begins_at: "2026-11-21T09:30:00Z" }],
    ["resources", "searchcloud_server_parameter", {}],
    [
      "resources",
      "searchcloud_cloning_operation",
      { nodes: [expect.stringMatching(/\.searchcloud\.example$/)] },
    ],
    ["resources", "searchcloud_api_keys", { admin_key: expect.stringMatching(/^\S{20,}$/) }],
    ["data-sources", "searchcloud_account", { capabilities: ["admin"] }],
    ["data-sources", "searchcloud_cluster", { endpoint: expect.stringMatching(/\.searchcloud\.example$/) }],
    ["data-sources", "searchcloud_clusters", { reviews_id: "data-sources-searchcloud-clusters" }],
    ["data-sources", "searchcloud_cluster_metrics", {}],
    ["data-sources", "searchcloud_cluster_options", {}],
    ["data-sources", "searchcloud_configuration_changes", { next_change_at: "2027-01-01T00:00:00Z" }],
    [
      "data-sources",
      "searchcloud_cloning_operations",
      { clones: { "copy-of-yesterday": "2026-11-19T00:00:00Z" } },
    ],
    [
      "data-sources",
      "searchcloud_server_parameters",
      { parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" } },
    ],
    ["data-sources", "searchcloud_invoices", { due_in_cents: 2340 }],
    ["data-sources", "searchcloud_invoice", { bandwidth_in_cents: { [DUE]: 108 } }],
    ["functions", "scoped_search_key", { customer_key: customerKey() }],
  ];

  test("every example is here", () => {
    const named = OUTPUTS.map(([kind, name]) => `${kind}/${name}`);
    expect(named.sort()).toEqual(EXAMPLES.map(({ kind, name }) => `${kind}/${name}`).sort());
  });

  test.each(OUTPUTS)("%s/%s", (kind, name, outputs) => {
    expect(said?.outputs?.[`${name}_${kind}`]?.value).toEqual(outputs);
  });

  test("what they check holds", () => {
    const failing = [...warnings.matchAll(/in check "(\w+)"/g)].map(([, name]) => name);
    // How full the memory of an emulated cluster is, is nobody's choice.
    expect(failing.filter((name) => name !== "memory_is_left")).toEqual([]);
  });

  test("after it, nothing is left to change", async () => {
    await workspace.emptyPlan();
  });

  test("destroyed, they leave what was there before, and nothing that waits", async () => {
    const before = EXAMPLES.map(({ kind, name }) => seedFor(kind, name).name ?? null);
    emulator.clearJournal();
    await workspace.destroy();
    expect(running(emulator)).toEqual(before.sort());
    const kinds = writes(emulator).map((request) => request.replace(/\/[^/]+$/, ""));
    expect(kinds.sort()).toEqual([
      "DELETE /clusters/{id}/server-configuration-parameters",
      "DELETE /clusters/{id}/server-configuration-parameters",
      "PATCH /clusters/{id}/configuration-changes",
      "PATCH /clusters/{id}/configuration-changes",
      "POST /clusters/{id}",
      "POST /clusters/{id}",
    ]);
  });
});

/** The key of the function's example, computed apart from it (open-points.md, section 7). */
function customerKey(): string {
  const parameters = '{"expires_at":1893456000,"filter_by":"customer_id:124"}';
  const digest = createHmac("sha256", PARENT).update(parameters).digest("base64");
  return Buffer.from(`${digest}${PARENT.slice(0, 4)}${parameters}`).toString("base64");
}
