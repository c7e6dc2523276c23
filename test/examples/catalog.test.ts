import { Workspace } from "../support/terraform";
import { running, type SteppedAccount, steppedAccount } from "./support/account";
import { Example } from "./support/stacks";

const CATALOG = new Example("catalog");

/** A facet on the tags, and the price as another field. */
const EDITS = {
  "main.ts": [
    'Field.stringArray("tags"), ',
    'Field.stringArray("tags", { facet: true }), Field.float("price"), ',
  ],
  "main.tf": [
    '    type = "string[]"\n',
    '    type = "string[]"\n    facet = true\n  }\n  field {\n    name = "price"\n    type = "float"\n',
  ],
} as const;

function edited(name: keyof typeof EDITS): string {
  const [line, by] = EDITS[name];
  expect(CATALOG.read(name)).toContain(line);
  return CATALOG.read(name).replace(line, by);
}

const MODULES = ["hcl", "typescript"] as const;

jest.setTimeout(120_000);
let account: SteppedAccount;
let workspace: Workspace;
let stacks: Record<"first" | "second" | "reindexed", string>;

beforeAll(async () => {
  const second = edited("main.ts");
  const reindexed = second.replace('addCollection("catalog"', 'addCollection("catalog_v2"');
  stacks = await CATALOG.stacks({ first: CATALOG.read("main.ts"), second, reindexed });
  account = await steppedAccount([]);
  workspace = await Workspace.create(account.env);
  await workspace.write({
    "main.tf": CATALOG.calling(MODULES),
    "hcl/main.tf": CATALOG.module(CATALOG.read("main.tf")),
    "typescript/cdk.tf.json": stacks.first,
  });
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

/** The writes to nodes since the last look, sorted, without their hosts and queries. */
function writes(): string[] {
  const found = account.emulator
    .journal()
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/nodes/"));
  account.emulator.clearJournal();
  return found
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/^\/nodes\/[^/]+|\?.*/g, "").replace(/\d+(?=$|\/)/, "{id}")}`,
    )
    .sort();
}

const twice = (requests: readonly string[]) => [...requests, ...requests].sort();

test("one apply goes from nothing to the first search, in HCL and in TypeScript; nothing is left to do", async () => {
  const { output } = await workspace.apply();
  expect(output).not.toContain("Check block assertion failed");
  expect(writes()).toEqual(
    twice([
      "POST /collections",
      "POST /collections/catalog/documents/import",
      "POST /keys",
      "PUT /aliases/shop",
    ]),
  );
  await workspace.emptyPlan();
});

test("an edit of two fields is one PATCH, and the storefront's key searches by them through the alias", async () => {
  account.emulator.clearJournal();
  await workspace.write({
    "hcl/main.tf": CATALOG.module(edited("main.tf")),
    "typescript/cdk.tf.json": stacks.second,
  });
  await workspace.apply();
  expect(writes()).toEqual(twice(["PATCH /collections/catalog"]));
  await workspace.emptyPlan();
  const { values } = await workspace.state();
  for (const name of MODULES) {
    const output: unknown = values?.outputs?.[name]?.value;
    const { search_key } = output as { search_key: string };
    const cluster = values?.root_module.resources?.find(
      ({ address, type }) => address.startsWith(`module.${name}.`) && type === "searchcloud_cluster",
    );
    const hostnames = cluster?.values.hostnames as { nodes: string[] };
    const node = account.emulator.nodeUrl.replace("{hostname}", hostnames.nodes[0] ?? "");
    const query = new URLSearchParams({
      q: "*",
      filter_by: "price:>300",
      facet_by: "tags",
      query_by: "title",
    });
    const response = await fetch(`${node}/collections/shop/documents/search?${query}`, {
      headers: { "x-search-api-key": search_key },
    });
    const { found, facet_counts, hits } = (await response.json()) as Record<string, never>;
    expect([response.status, found]).toEqual([200, 2]);
    expect(facet_counts).toMatchObject([{ field_name: "tags", counts: expect.anything() }]);
    expect(hits).toMatchObject([{ document: { id: "1" } }, { document: { id: "4" } }]);
  }
});

test("a reindex into another collection leaves the storefront's key alone", async () => {
  account.emulator.clearJournal();
  await workspace.write({ "typescript/cdk.tf.json": stacks.reindexed });
  await workspace.apply();
  expect(writes()).toEqual([
    "DELETE /collections/catalog",
    "POST /collections",
    "POST /collections/catalog_v{id}/documents/import",
    "PUT /aliases/shop",
  ]);
});

test("a destroy names the documents, and leaves nothing", async () => {
  account.emulator.clearJournal();
  const { output } = await workspace.destroy();
  expect(output).toMatch(/is deleted with 5\s+documents/);
  // The same plan deletes the collection and the cluster, so nothing else in it may say that they stay.
  expect(output).not.toMatch(/\bstays? (in|valid)\b/);
  expect(writes()).toEqual(
    [
      ...twice(["DELETE /aliases/shop", "DELETE /keys/{id}"]),
      "DELETE /collections/catalog",
      "DELETE /collections/catalog_v{id}",
    ].sort(),
  );
  expect(running(account.emulator)).toEqual([]);
});
