import { cluster, eachScene, importBlock, NODE_KEY, OPTIONS, PRODUCTS, SHOP } from "../support";

const on = eachScene(OPTIONS, (emulator) => {
  const size = { memory: "8_gb", vcpu: "2_vcpus" };
  emulator.seed({ clusters: [{ id: SHOP, name: "products", search_server_version: "29.0", ...size }] });
  const all = { description: "test", actions: ["*"], collections: ["*"] };
  emulator.createNodeKeyOutside(SHOP, { value: NODE_KEY, ...all });
});

const SET = `resource "searchcloud_synonym_set" "it" {
  cluster_id = ${PRODUCTS}.id
  name       = "words"
  item {
    id       = "a"
    synonyms = ["desk", "table"]
  }
}`;

test("values that the same plan makes possible first are accepted: a set for the newer server, a name that another cluster gives up", async () => {
  const version = (text: string) => `search_server_version = "${text}"`;
  const seeded = cluster(`name = "products"\nmemory = "8_gb"\nvcpu = "2_vcpus"\n${version("29.0")}`);
  await on.apply([seeded, importBlock(SHOP)].join("\n"));
  expect(await on.plan([seeded, SET].join("\n"), 1)).toContain(
    "Synonym sets need server version 30 or later",
  );

  const upgraded = seeded
    .replace(version("29.0"), version("30.2"))
    .replace('"products"\nmemory', '"old"\nmemory');
  const next = cluster(`name = "products"\ndepends_on = [${PRODUCTS}]`, "next");
  const all = [upgraded, SET, next].join("\n");
  expect(await on.plan(all)).toContain("Plan: 2 to add, 1 to change");
  await on.apply(all);
  await on.empty();
});
