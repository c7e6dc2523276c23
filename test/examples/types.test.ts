import { createHmac } from "node:crypto";
import { searchcloud } from "../../src/provider/provider";
import { type StateJson, type StateResource, Workspace } from "../support/terraform";
import { running, writes } from "./support/account";
import { allAsModules, EXAMPLES, type HclExample, moduleName, PARENT, seedFor } from "./support/modules";
import { DUE_INVOICE, type SteppedAccount, steppedAccount } from "./support/stepped";

/** Every example of a type or function is a module of one configuration: one apply, one plan, one destroy for all. */
jest.setTimeout(120_000);
const provider = searchcloud({});
let account: SteppedAccount;
let workspace: Workspace;
let output: string;
let state: StateJson["values"];

beforeAll(async () => {
  account = await steppedAccount(EXAMPLES.map(seedFor));
  workspace = await Workspace.create(account.env);
  await workspace.write(allAsModules());
  await workspace.validate();
  output = (await workspace.apply()).output;
  state = (await workspace.state()).values;
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

const HOSTNAME = expect.stringMatching(/\.searchcloud\.example$/);

/** What each example tells the one who applied it. */
const OUTPUTS: readonly (readonly [HclExample["kind"], string, unknown])[] = [
  ["resources", "searchcloud_cluster", { endpoint: HOSTNAME }],
  ["resources", "searchcloud_configuration_change", { begins_at: "2026-11-21T09:30:00Z" }],
  ["resources", "searchcloud_server_parameter", {}],
  ["resources", "searchcloud_cloning_operation", { nodes: [HOSTNAME] }],
  ["resources", "searchcloud_api_keys", { admin_key: expect.stringMatching(/^\S{20,}$/) }],
  ["data-sources", "searchcloud_account", { capabilities: ["admin"] }],
  ["data-sources", "searchcloud_cluster", { endpoint: HOSTNAME }],
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
  ["data-sources", "searchcloud_invoice", { bandwidth_in_cents: { [DUE_INVOICE]: 108 } }],
  ["functions", "scoped_search_key", { customer_key: customerKey() }],
];

/** The key of the function's example, computed apart from it (docs/design/api-assumptions.md#keys). */
function customerKey(): string {
  const parameters = '{"expires_at":1893456000,"filter_by":"customer_id:124"}';
  const digest = createHmac("sha256", PARENT).update(parameters).digest("base64");
  return Buffer.from(`${digest}${PARENT.slice(0, 4)}${parameters}`).toString("base64");
}

describe("applied", () => {
  test("every example is looked at", () => {
    const named = OUTPUTS.map(([kind, name]) => `${kind}/${name}`);
    expect(named.sort()).toEqual(EXAMPLES.map(({ kind, name }) => `${kind}/${name}`).sort());
  });

  test.each(OUTPUTS)("%s/%s says what it is to say", (kind, name, outputs) => {
    expect(state?.outputs?.[moduleName({ kind, name })]?.value).toEqual(outputs);
  });

  test("what is checked holds", () => {
    const failing = [...output.matchAll(/in check "(\w+)"/g)].map(([, name]) => name);
    // How full the memory of an emulated cluster is, is nobody's choice.
    expect(failing.filter((name) => name !== "memory_is_left")).toEqual([]);
  });

  test("nothing is left to change", async () => {
    await workspace.emptyPlan();
  });
});

describe("imported into an empty state", () => {
  /** Each resource of the examples by an id of a form that the docs name; two of one type take two forms. */
  const wanted = () =>
    managed().flatMap(({ address, type, values }, index) => {
      const { importIds = [] } = provider.resources.find(({ name }) => type === `searchcloud_${name}`) ?? {};
      const form = importIds[index % Math.max(importIds.length, 1)]?.form;
      if (form === undefined) return [];
      const parts = form.split("/").map((attribute) => values[attribute]);
      return [{ address, form: `${type} by ${form}`, id: parts.join("/") }];
    });

  test("every form of id is tried", () => {
    const forms = provider.resources.flatMap(({ name, importIds = [] }) =>
      importIds.map(({ form }) => `searchcloud_${name} by ${form}`),
    );
    expect([...new Set(wanted().map(({ form }) => form))].sort()).toEqual(forms.sort());
  });

  test("what the examples made is found, and stays as it is", async () => {
    const empty = await Workspace.create(account.env);
    try {
      const blocks = wanted().map(({ address, id }) => `import {\n  to = ${address}\n  id = "${id}"\n}\n`);
      await empty.write({ ...allAsModules(), "imports.tf": blocks.join("") });
      const { resource_changes = [] } = await empty.planJson();
      const found = resource_changes.filter(({ change }) => change.importing !== undefined);
      expect(found.map(({ address, change }) => [address, change.importing?.id]).sort()).toEqual(
        wanted()
          .map(({ address, id }) => [address, id])
          .sort(),
      );
      const actions = found.flatMap(({ change }) => change.actions);
      expect(actions.filter((action) => action !== "no-op" && action !== "update")).toEqual([]);
    } finally {
      await empty.remove();
    }
  });
});

test("destroyed, they leave what was there before, and nothing that waits", async () => {
  const { emulator } = account;
  emulator.clearJournal();
  await workspace.destroy();
  expect(running(emulator)).toEqual(EXAMPLES.map((example) => seedFor(example).name ?? null).sort());
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

/** What the examples made, in the order of its addresses. */
function managed(): readonly StateResource[] {
  const all = state?.root_module.resources ?? [];
  return all.filter(({ mode }) => mode === "managed").sort((a, b) => (a.address < b.address ? -1 : 1));
}
