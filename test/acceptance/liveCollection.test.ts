import { testWith } from "../support/features";
import { prepareNodes } from "./everyType/onNodes";
import { importBlock, OPTIONS, oneScene } from "./support";

/** The life of a live collection but for its copies, which test/acceptance/liveCollection has (docs/design/live-collections.md). */
const ADDRESS = "searchcloud_live_collection.catalog";
const on = oneScene(OPTIONS, prepareNodes);

const catalog = (lines = "", more = "") => `resource "searchcloud_live_collection" "catalog" {
  cluster_id       = "shop2"
  name             = "catalog"
  updated_at_field = "updated_at"
  metadata         = jsonencode({ team = "search" })
  query {
    parameters = { q = "yew", query_by = "title" }
  }
  field {
    name = "title"
    type = "string"
  }
  field {
    name = "updated_at"
    type = "int64"
  }
  ${more}
  ${lines}
}`;
const RANK = 'field {\n name = "rank"\n type = "int32"\n optional = true\n}';
const RANKED = catalog("", RANK);
const named = (prefix: string) =>
  on.emulator
    .state()
    .collections.map(({ name }) => name)
    .filter((name) => name.startsWith(prefix));
const live = async () => String((await on.values(ADDRESS)).collection_name);
const target = () => on.emulator.state().aliases.find(({ name }) => name === "catalog")?.collection_name;
const add = (collection: string, count: number) =>
  on.emulator.addDocumentsOutside(
    "shop2",
    collection,
    Array.from({ length: count }, (_, at) => ({ id: `${at}`, title: "Yew", updated_at: 1 })),
  );

describe("the life", () => {
  test("begins with a version and an alias; the next plan is empty, whatever documents come", async () => {
    await on.apply(catalog());
    expect(on.wrote()).toEqual(["createCollection", "upsertAlias"]);
    const [name = ""] = named("catalog_");
    expect(await on.values(ADDRESS)).toMatchObject({
      id: "shop2/catalog",
      collection_name: name,
      metadata: '{"team":"search"}',
      step: "ready",
      versions: [{ name, live: true, documents: 0 }],
    });
    await on.empty();
    add(name, 3);
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
    expect(named("catalog_")).toHaveLength(1);
  });

  test("stays in the state while the cluster is suspended", async () => {
    on.emulator.patchCluster("shop2", { status: "suspended" });
    expect(await on.plan()).toMatch(/Objects on cluster shop2 could not be read/);
    on.emulator.patchCluster("shop2", { status: "in_service" });
    expect(await on.values(ADDRESS)).toMatchObject({ step: "ready" });
  });

  test("goes on with an edit in place: one PATCH, and the same version", async () => {
    const before = await live();
    expect(await on.apply(RANKED)).toContain("0 added, 1 changed, 0 destroyed");
    expect(on.wrote()).toEqual(["updateCollection"]);
    expect(await live()).toBe(before);
    await on.empty();
    await on.apply(RANKED.replace('team = "search"', 'team = "sales"'));
    expect(on.wrote()).toEqual(["updateCollection"]);
    await on.empty();
    await on.apply(RANKED);
    await on.empty();
  });
});

describe("drift", () => {
  test("of an alias that somebody has moved or deleted is mended, also after a -refresh-only", async () => {
    const version = await live();
    on.emulator.createCollectionOutside("shop2", { name: "theirs", fields: [{ name: "a", type: "string" }] });
    on.emulator.putAliasOutside("shop2", "catalog", "theirs");
    on.wrote();
    await on.workspace.apply(["-refresh-only"]);
    expect(await on.values(ADDRESS)).toMatchObject({ step: "detached", collection_name: version });
    expect(await on.plan()).toMatch(/alias/i);
    await on.apply();
    expect([target(), on.wrote()]).toEqual([version, ["upsertAlias"]]);
    await on.empty();
    on.emulator.deleteAliasOutside("shop2", "catalog");
    await on.apply();
    expect(target()).toBe(version);
    await on.empty();
    expect(named("theirs")).toEqual(["theirs"]);
  });

  test("of the schema of the live version is mended as an edit", async () => {
    on.emulator.patchCollectionOutside("shop2", await live(), { fields: [{ name: "rank", drop: true }] });
    on.wrote();
    await on.apply();
    expect(on.wrote()).toEqual(["updateCollection"]);
    await on.empty();
  });

  test("of a live version that was dropped: an empty one takes its place, and the plan begins with that", async () => {
    const before = await live();
    on.emulator.dropCollectionOutside("shop2", before);
    on.wrote();
    expect(await on.plan()).toMatch(/Warning: [^.]*catalog[^.]*(empty|gone)/);
    await on.apply();
    expect(await live()).not.toBe(before);
    expect(target()).toBe(await live());
    expect(named("catalog_")).toEqual([await live()]);
    await on.empty();
  });
});

describe("an import", () => {
  beforeAll(() => on.workspace.terraform(["state", "rm", ADDRESS]));

  testWith("generated configuration")(
    "writes a configuration that plans empty, without a write",
    async () => {
      on.wrote();
      await on.write(importBlock("shop2/catalog", ADDRESS));
      const text = await on.generated();
      expect(text.match(/metadata = jsonencode\(\{[^}]*\}\)/)?.[0].replace(/\s+/g, " ")).toBe(
        'metadata = jsonencode({ team = "search" })',
      );
      await on.apply();
      await on.empty();
      expect(on.wrote()).toEqual([]);
      await on.workspace.terraform(["state", "rm", ADDRESS]);
      await on.workspace.write({ "generated.tf": "" });
    },
  );

  test("of an alias that was made by hand takes its collection as the live version, without a write", async () => {
    on.emulator.createCollectionOutside("shop1", {
      name: "brands_2026",
      fields: [{ name: "title", type: "string" }],
    });
    on.emulator.putAliasOutside("shop1", "brands", "brands_2026");
    on.wrote();
    const brands = `resource "searchcloud_live_collection" "brands" {
  node_urls = ["node://shop1"]
  name      = "brands"
  field {
    name = "title"
    type = "string"
  }
}`;
    const url = "node://shop1";
    const imported = `${brands}\n${importBlock(`${url}/brands`, "searchcloud_live_collection.brands")}`;
    expect(await on.apply(imported)).toContain("1 imported, 0 added, 0 changed, 0 destroyed");
    await on.empty();
    expect(await on.values("searchcloud_live_collection.brands")).toMatchObject({
      collection_name: "brands_2026",
      versions: [{ name: "brands_2026", live: true }],
    });
    expect(on.wrote()).toEqual([]);
    await on.workspace.terraform(["state", "rm", "searchcloud_live_collection.brands"]);
  });

  test("of a collection says so", async () => {
    on.emulator.createCollectionOutside("shop2", { name: "plain", fields: [{ name: "a", type: "string" }] });
    const text = `${catalog()}\n${importBlock("shop2/plain", ADDRESS)}`;
    expect(await on.plan(text, 1)).toMatch(/Cannot import "plain" as a live collection: it is a collection/);
  });
});

describe("the end", () => {
  test("is refused while the live collection is protected, and names the documents that go", async () => {
    await on.apply(
      `${catalog("deletion_protection = true", RANK)}\n${importBlock("shop2/catalog", ADDRESS)}`,
    );
    add(await live(), 3);
    expect(await on.destroy(1)).toMatch(/is protected against deletion/);
    await on.apply(RANKED);
    on.wrote();
    expect(await on.destroy()).toMatch(/Warning: .*3 documents/);
    expect(on.wrote()).toEqual(["deleteAlias", "deleteCollection"]);
    expect(named("catalog_")).toEqual([]);
    expect(target()).toBeUndefined();
  });

  test("of documents that came after the plan of a destroy of an empty one is refused", async () => {
    await on.apply(catalog());
    await on.workspace.plan(["-destroy", "-out=destroy.out"]);
    add(await live(), 1);
    on.wrote();
    const { output } = await on.workspace.apply(["destroy.out"], { expect: 1 });
    expect(output).toMatch(/holds 1 document/);
    expect(on.wrote()).toEqual([]);
    await on.destroy();
  });
});
