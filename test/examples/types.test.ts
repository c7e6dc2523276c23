import { createHmac } from "node:crypto";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { wholeProvider } from "../../src/provider/whole";
import { lacking, testWith } from "../support/features";
import { type StateJson, Workspace } from "../support/terraform";
import { DUE_INVOICE, running, type SteppedAccount, steppedAccount, writes } from "./support/account";
import {
  CLUSTERS,
  EPHEMERAL_EXAMPLES,
  EXAMPLES,
  type Form,
  hclModules,
  isRun,
  moduleName,
  NODE_KEY,
  PARENT,
  typescriptModules,
} from "./support/modules";
import { ROOT } from "./support/project";

/**
 * Every example of a type or function, in HCL and in TypeScript, is a module of one configuration: one apply, one plan and
 * one destroy for all.
 */
jest.setTimeout(120_000);
const provider = wholeProvider();
let account: SteppedAccount;
let workspace: Workspace;
let output: string;
let state: StateJson["values"];

beforeAll(async () => {
  account = await steppedAccount([...CLUSTERS], { SEARCHCLOUD_DATA_API_KEY: NODE_KEY });
  workspace = await Workspace.create(account.env);
  await workspace.write({ ...hclModules(), ...(await typescriptModules(workspace.directory)) });
  output = (await workspace.apply()).output;
  state = (await workspace.state()).values;
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

const HOSTNAME = expect.stringMatching(/\.searchcloud\.example$/);
const MAIN = expect.objectContaining({ name: "main" });
const LINES = [expect.anything(), expect.objectContaining({ price_cents: 108 })];

/** The outputs of each example in HCL, and those in TypeScript where they differ. */
const OUTPUTS: { readonly [example: string]: readonly [hcl: object, typescript?: object] } = {
  "resources/searchcloud_cluster": [{ endpoint: HOSTNAME }],
  "resources/searchcloud_configuration_change": [
    { begins_at: "2026-11-21T09:30:00Z" },
    { begins_at: "2026-11-22T09:30:00Z" },
  ],
  "resources/searchcloud_server_parameter": [{}],
  "resources/searchcloud_cloning_operation": [{ nodes: [HOSTNAME] }, { endpoint: HOSTNAME }],
  "resources/searchcloud_api_keys": [{ admin_key: expect.stringMatching(/^\S{20,}$/) }],
  "resources/searchcloud_collection": [
    { collection: expect.stringMatching(/^\S+\/products$/) },
    { collection: "products" },
  ],
  "resources/searchcloud_collection_alias": [{}],
  "resources/searchcloud_live_collection": [{ live_version: expect.stringMatching(/^catalog_[a-z0-9]{8}$/) }],
  "resources/searchcloud_documents": [{ copied: 2 }],
  "resources/searchcloud_key": [{ search_key: expect.stringMatching(/^\S{20,}$/) }],
  "resources/searchcloud_synonym_set": [{}],
  "resources/searchcloud_curation_set": [{}],
  "resources/searchcloud_preset": [{}],
  "resources/searchcloud_stopwords_set": [{}],
  "resources/searchcloud_analytics_rule": [{}],
  "resources/searchcloud_stemming_dictionary": [{}],
  "resources/searchcloud_conversation_model": [{}],
  "resources/searchcloud_nl_search_model": [{}],
  "resources/searchcloud_upgrade_rehearsal": [{ verified: "31.0" }],
  "data-sources/searchcloud_collection": [{ documents: 2 }],
  "data-sources/searchcloud_collections": [{ documents: {} }, { collections: [] }],
  "data-sources/searchcloud_document": [{ title: "Hiking boots" }],
  "data-sources/searchcloud_search": [{ boots_by_brand: { Alpina: 1 } }, { found: 1 }],
  "data-sources/searchcloud_account": [{ capabilities: ["admin"] }],
  "data-sources/searchcloud_cluster": [{ endpoint: HOSTNAME }],
  "data-sources/searchcloud_clusters": [{ reviews_id: "data-sources-searchcloud-clusters" }],
  "data-sources/searchcloud_cluster_metrics": [{}, { series: expect.anything() }],
  "data-sources/searchcloud_cluster_options": [{}, { zurich_is_offered: true }],
  "data-sources/searchcloud_configuration_changes": [{ next_change_at: "2027-01-01T00:00:00Z" }],
  "data-sources/searchcloud_cloning_operations": [
    { clones: { "copy-of-yesterday": "2026-11-19T00:00:00Z" } },
    { clones: ["copy-of-yesterday"] },
  ],
  "data-sources/searchcloud_server_parameters": [
    { parameters: { "max-per-page": "500", "cors-domains": "https://shop.example" } },
    { max_per_page: "500" },
  ],
  "data-sources/searchcloud_invoices": [{ due_in_cents: 2340 }],
  "data-sources/searchcloud_invoice": [
    { bandwidth_in_cents: { [DUE_INVOICE]: 108 } },
    { amount_in_cents: 2340, lines: LINES },
  ],
  "data-sources/searchcloud_nodes": [
    { versions: [expect.stringMatching(/^\d+\.\d+$/)] },
    { leader: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/nodes\/data-sources-searchcloud-nodes/) },
  ],
  "data-sources/searchcloud_node_metrics": [
    { memory_used: expect.anything() },
    { nodes: [expect.objectContaining({ error: null })] },
  ],
  "data-sources/searchcloud_collection_aliases": [
    { aliases: { shop: "catalog" } },
    { collection_aliases: [{ name: "shop", collection_name: "catalog" }] },
  ],
  "data-sources/searchcloud_keys": [
    { expiring: [] },
    { keys: [expect.objectContaining({ description: "examples", value_prefix: "exam" })] },
  ],
  "data-sources/searchcloud_synonym_sets": [{ synonyms: { main: 1 } }, { synonym_sets: [MAIN] }],
  "data-sources/searchcloud_curation_sets": [{ rules: { main: ["sale"] } }, { curation_sets: [MAIN] }],
  "data-sources/searchcloud_presets": [{ presets: { main: { query_by: "title" } } }, { presets: [MAIN] }],
  "data-sources/searchcloud_stopwords_sets": [{ stopwords: { main: ["the"] } }, { stopwords_sets: [MAIN] }],
  "data-sources/searchcloud_analytics_rules": [{ rules: { main: "counter" } }, { analytics_rules: [MAIN] }],
  "data-sources/searchcloud_stemming_dictionaries": [
    { dictionaries: ["main"] },
    { stemming_dictionaries: [MAIN] },
  ],
  "data-sources/searchcloud_conversation_models": [
    { models: { main: "openai/gpt-4o" } },
    { conversation_models: [MAIN] },
  ],
  "data-sources/searchcloud_nl_search_models": [
    { models: { main: "openai/gpt-4o" } },
    { nl_search_models: [MAIN] },
  ],
  "functions/scoped_search_key": [{ customer_key: expect.any(String) }],
};

const REHEARSAL = "resources/searchcloud_upgrade_rehearsal";

const outputsOf = (form: Form, example: string) => state?.outputs?.[moduleName(form, example)]?.value;

describe("applied", () => {
  test("every example is checked, and no program is left over", () => {
    const all = Object.keys(OUTPUTS);
    expect(all.filter(isRun).sort()).toEqual([...EXAMPLES].sort());
    const programs = readdirSync(join(ROOT, "examples/constructs"), { recursive: true, encoding: "utf8" });
    const others = EPHEMERAL_EXAMPLES.length;
    expect(programs.filter((path) => path.endsWith(".ts"))).toHaveLength(all.length + others);
  });

  const ran = Object.entries(OUTPUTS).filter(([example]) => isRun(example));
  test.each(ran)("the outputs of %s", (example, [hcl, typescript = hcl]) => {
    expect(outputsOf("hcl", example)).toEqual(hcl);
    expect(outputsOf("typescript", example)).toEqual(typescript);
  });

  testWith("provider functions")(
    "a scoped key is derived from its parent (docs/design/api-assumptions.md#keys)",
    () => {
      const issued = managed().find(({ address }) =>
        address.startsWith(`module.${moduleName("typescript", "functions/scoped_search_key")}.`),
      );
      for (const [form, parent] of [
        ["hcl", PARENT],
        ["typescript", String(issued?.values.search_only_key)],
      ] as const) {
        const parameters = '{"expires_at":1893456000,"filter_by":"customer_id:124"}';
        const digest = createHmac("sha256", parent).update(parameters).digest("base64");
        const key = Buffer.from(`${digest}${parent.slice(0, 4)}${parameters}`).toString("base64");
        expect(outputsOf(form, "functions/scoped_search_key")).toEqual({ customer_key: key });
      }
    },
  );

  testWith("checks in modules")("what is checked holds", () => {
    const failing = [...output.matchAll(/in check "(\w+)"/g)].map(([, name]) => name);
    // The emulator chooses the memory usage of a cluster.
    expect(failing.filter((name) => name !== "memory_is_left")).toEqual([]);
  });

  test("the next plan is empty", async () => {
    const { resource_changes = [], output_changes = {} } = await workspace.planJson();
    expect(resource_changes.flatMap(({ change }) => change.actions).filter((act) => act !== "no-op")).toEqual(
      [],
    );
    const changed = Object.entries(output_changes).filter(
      ([, change]) => (change as { actions: readonly string[] }).actions.join() !== "no-op",
    );
    // Metrics change between two plans.
    expect(changed.map(([name]) => name)).toEqual([
      moduleName("typescript", "data-sources/searchcloud_cluster_metrics"),
    ]);
  });
});

/** Returns the forms of import ids of a type, without those of a server of one's own, which no example has. */
function formsOf(type: string): string[] {
  const { importIds = [] } = provider.resources.find(({ name }) => name === type) ?? {};
  return importIds.map(({ form }) => form).filter((form) => !form.startsWith("node url"));
}

describe("imported into an empty state", () => {
  /** Each resource of the examples by an id of a form that the docs name; two of one type take two forms. */
  const wanted = () =>
    managed()
      .filter(({ address }) => address.startsWith("module.hcl-"))
      // A rehearsal cannot be imported, and its dependents are planned again with it.
      .filter(({ address }) => !address.startsWith(`module.${moduleName("hcl", REHEARSAL)}.`))
      .flatMap(({ address, type, values }, index) => {
        const forms = formsOf(type.replace("searchcloud_", ""));
        const form = forms[index % Math.max(forms.length, 1)];
        if (form === undefined) return [];
        const parts = form.split("/").map((attribute) => values[attribute]);
        // The number of a key appears only in its id.
        const id = parts.includes(undefined) ? String(values.id) : parts.join("/");
        return [{ address, form: `${type} by ${form}`, id }];
      });

  test("every form of id finds the resources of the examples, which stay unchanged", async () => {
    const forms = provider.resources
      .filter(({ name }) => EXAMPLES.includes(`resources/searchcloud_${name}`))
      .flatMap(({ name }) => formsOf(name).map((form) => `searchcloud_${name} by ${form}`));
    expect([...new Set(wanted().map(({ form }) => form))].sort()).toEqual(forms.sort());
    const empty = await Workspace.create(account.env);
    try {
      const blocks = wanted().map(({ address, id }) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`);
      await empty.write({ ...hclModules(), "imports.tf": blocks.join("") });
      const { resource_changes = [] } = await empty.planJson();
      const found = resource_changes.filter(({ change }) => change.importing !== undefined);
      const ids = found.map(({ address, change }) => `${address} ${change.importing?.id}`);
      expect(ids.sort()).toEqual(
        wanted()
          .map(({ address, id }) => `${address} ${id}`)
          .sort(),
      );
      const actions = found.flatMap(({ change }) => change.actions);
      expect(actions.filter((action) => action !== "no-op" && action !== "update")).toEqual([]);
    } finally {
      await empty.remove();
    }
  });
});

test("destroyed, they leave only what existed before, and nothing pending", async () => {
  const { emulator } = account;
  emulator.clearJournal();
  await workspace.destroy();
  expect(running(emulator)).toEqual(CLUSTERS.map(({ name }) => name ?? null).sort());
  const requests = writes(emulator).map((request) =>
    request.replace(/\/[^/]+$/, "").replace(/\/nodes\/[^/]+/, "/nodes/{hostname}"),
  );
  const once = [
    "DELETE /clusters/{id}/server-configuration-parameters",
    "DELETE /clusters/{id}/server-configuration-parameters",
    "PATCH /clusters/{id}/configuration-changes",
    "PATCH /clusters/{id}/configuration-changes",
    "PATCH /clusters/{id}/configuration-changes",
    "POST /clusters/{id}",
    "POST /clusters/{id}",
    ...["aliases", "aliases", "analytics/rules", "collections", "collections", "collections", "collections"]
      .concat(["collections", "curation_sets"])
      .concat(["keys", "presets", "stemming/dictionaries", "stopwords", "synonym_sets"])
      .concat(
        lacking("write-only arguments") ? [] : ["collections", "conversations/models", "nl_search_models"],
      )
      .map((kind) => `DELETE /nodes/{hostname}/${kind}`),
  ];
  expect(requests.sort()).toEqual([...once, ...once].sort());
});

/** Returns the managed resources of the examples, in the order of their addresses. */
function managed() {
  const all = state?.root_module.resources ?? [];
  return all.filter(({ mode }) => mode === "managed").sort((a, b) => (a.address < b.address ? -1 : 1));
}
