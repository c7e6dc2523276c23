import { testWith } from "../support/features";
import { prepareNodes } from "./everyType/onNodes";
import { importBlock, OPTIONS, oneScene } from "./support";

/** The life of a live collection but for its copies, which test/acceptance/liveCollection has (docs/design/live-collections.md). */
const ADDRESS = "searchcloud_live_collection.catalog";
const on = oneScene(OPTIONS, prepareNodes);

const FIELDS = `
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "updated_at"
    type = "int64"
  }`;
const catalog = (lines = "", name = "catalog") => `resource "searchcloud_live_collection" "catalog" {
  cluster_id       = "shop2"
  name             = "${name}"
  updated_at_field = "updated_at"
  metadata         = jsonencode({ team = "search" })
  query {
    parameters = { q = "yew", query_by = "title" }
  }
  ${FIELDS}
  ${lines}
}`;
const versions = () =>
  on.emulator
    .state()
    .collections.map(({ name }) => name)
    .filter((name) => name.startsWith("catalog_"));
const add = (count: number, from = 0) =>
  on.emulator.addDocumentsOutside(
    "shop2",
    versions()[0] ?? "",
    Array.from({ length: count }, (_, at) => ({ id: `${from + at}`, title: "Yew", updated_at: 1 })),
  );

describe("the life", () => {
  test("begins with a version and an alias; the next plan is empty, whatever documents come", async () => {
    await on.apply(catalog());
    expect(on.wrote()).toEqual(["createCollection", "upsertAlias"]);
    const [name] = versions();
    expect(await on.values(ADDRESS)).toMatchObject({
      id: "shop2/catalog",
      collection_name: name,
      metadata: '{"team":"search"}',
      step: "ready",
      versions: [{ name, live: true, documents: 0 }],
    });
    await on.empty();
    add(3);
    await on.empty();
    await on.workspace.apply(["-refresh-only"]);
    expect((await on.values(ADDRESS)).versions).toMatchObject([{ documents: 3 }]);
    await on.empty();
    expect(on.wrote()).toEqual([]);
  });

  test("of the same name a second time is refused", async () => {
    const twice = `${catalog()}\n${catalog().replace('"catalog" {', '"again" {')}`;
    expect(await on.apply(twice, 1)).toMatch(/Alias "catalog" of cluster shop2 already exists/);
    await on.empty(catalog());
    expect(versions()).toHaveLength(1);
  });

  test("stays in the state while the cluster is suspended", async () => {
    on.emulator.patchCluster("shop2", { status: "suspended" });
    expect(await on.plan()).toMatch(/Objects on cluster shop2 could not be read/);
    on.emulator.patchCluster("shop2", { status: "in_service" });
    expect(await on.values(ADDRESS)).toMatchObject({ step: "ready" });
  });
});

describe("an import", () => {
  testWith("generated configuration")(
    "writes a configuration that plans empty, without a write",
    async () => {
      await on.workspace.terraform(["state", "rm", ADDRESS]);
      on.wrote();
      await on.write(importBlock("shop2/catalog", ADDRESS));
      const text = await on.generated();
      expect(text.match(/metadata = jsonencode\(\{[^}]*\}\)/)?.[0].replace(/\s+/g, " ")).toBe(
        'metadata = jsonencode({ team = "search" })',
      );
      await on.apply();
      await on.empty();
      expect(on.wrote()).toEqual([]);
    },
  );
});
