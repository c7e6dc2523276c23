import { contentsOf } from "../../../src/adoption/collections";
import { writeHcl } from "../../../src/command/adopt/hcl/write";
import { planProject } from "../../../src/command/adopt/project";
import { programOf } from "../../../src/command/adopt/typescript/program";
import type { CollectionRecord } from "../../../src/dataPlane";
import { configurationFor } from "../../../src/provider/resources/cluster/configuration";
import { MARK } from "../../../src/provider/shared/collection/versionMark";

/** Live collections are recognized by the marks of their versions; what was made by hand stays what it is. */
const recordOf = (name: string, alias?: string, metadata: object = {}): CollectionRecord => ({
  name,
  fields: [{ name: "title", type: "string" }] as never,
  default_sorting_field: "",
  enable_nested_fields: false,
  token_separators: [],
  symbols_to_index: [],
  synonym_sets: [],
  curation_sets: [],
  metadata: alias === undefined ? null : { ...metadata, [MARK]: { alias, step: "done", run: "r1" } },
  voice_query_model: null,
  num_documents: 2,
  created_at: 1,
});
const aliasOf = (name: string, collection_name: string) => ({ name, collection_name });

const RECORDS = [
  recordOf("catalog_1a2b3c4d", "catalog", { owner: "shop" }),
  recordOf("catalog_5e6f7g8h", "catalog"),
  recordOf("books_v1"),
  recordOf("lost_1a2b3c4d", "lost"),
  recordOf("taken_1a2b3c4d", "taken"),
];
const ALIASES = [
  aliasOf("catalog", "catalog_5e6f7g8h"),
  aliasOf("books", "books_v1"),
  aliasOf("shop", "catalog_5e6f7g8h"),
  aliasOf("taken", "books_v1"),
];

test("an alias whose collection carries its mark is a live collection, and its versions are no collections", () => {
  const found = contentsOf("c-1", RECORDS, ALIASES);
  expect(found.liveCollections.map(({ name, metadata }) => [name, metadata])).toEqual([["catalog", null]]);
  expect(found.collections.map(({ name }) => name)).toEqual(["books_v1"]);
  expect(found.aliases.map(({ name }) => name)).toEqual(["books", "shop", "taken"]);
  expect(found.leftOut).toEqual([
    {
      type: "collection",
      name: "lost_1a2b3c4d",
      why: expect.stringMatching(
        /a version of the live collection "lost", and no alias "lost" leads to a version/,
      ),
    },
    { type: "collection", name: "taken_1a2b3c4d", why: expect.stringContaining("PUT /aliases/taken") },
  ]);
});

test("the metadata of the user comes along without the mark", () => {
  const { liveCollections } = contentsOf("c-1", RECORDS.slice(0, 1), [
    aliasOf("catalog", "catalog_1a2b3c4d"),
  ]);
  expect(liveCollections).toMatchObject([{ name: "catalog", metadata: '{"owner":"shop"}' }]);
});

test("a plan after the import deletes no version: the code keeps as many as there are", () => {
  const three = ["a", "b", "c"].map((one) => recordOf(`catalog_${one}0000000`, "catalog"));
  const alias = [aliasOf("catalog", "catalog_a0000000")];
  const retained = (count: number) =>
    contentsOf("c-1", three.slice(0, count), alias).liveCollections[0]?.retain;
  expect([1, 2, 3].map(retained)).toEqual([null, null, 2]);
});

test("a collection with the name of the alias hides it", () => {
  const all = [recordOf("catalog"), recordOf("catalog_1a2b3c4d", "catalog")];
  const found = contentsOf("c-1", all, [aliasOf("catalog", "catalog_1a2b3c4d")]);
  expect([found.liveCollections, found.collections.map(({ name }) => name)]).toEqual([[], ["catalog"]]);
});

test("both languages import it by the name of its alias", () => {
  const description = {
    kind: "configurable",
    ...configurationFor({
      name: "shop",
      memory: "8_gb",
      vcpu: "2_vcpus",
      high_availability: false,
      regions: ["oregon"],
      region_node_counts: { oregon: 1 },
      search_delivery_network: "off",
    }),
    nodeCounts: null,
    isWithoutNodes: false,
    notes: [],
    parameters: [],
  };
  const third = recordOf("catalog_9i0j1k2l", "catalog");
  const contents = contentsOf("c-1", [...RECORDS.slice(0, 2), third], ALIASES.slice(0, 1));
  const read = {
    found: { record: { id: "c-1", name: "shop", status: "in_service" } },
    reading: { id: "c-1", description, contents },
  };
  const { project, remarks } = planProject([read as never]);
  expect(remarks).toEqual([]);
  const hcl = writeHcl(project, { library: "cdktf", packageSource: "1" }).get("main.tf");
  expect(hcl).toMatch(
    /import \{\n {2}to = searchcloud_live_collection\.catalog\n {2}id = "c-1\/catalog"\n\}\n\n# Set the field .*\nresource "searchcloud_live_collection" "catalog" \{/,
  );
  expect(hcl).toMatch(/\n {2}retain += 2\n/);
  expect(hcl).not.toMatch(/searchcloud_collection\b|catalog_/);
  const program = programOf(project, "cdktf");
  expect(program).toMatch(
    /\/\/ Set the field [\s\S]*const catalog = shop\.addLiveCollection\("catalog", \{\n {2}fields: \[Field\.string\("title"\)\],\n {2}retain: 2,\n\}\);\ncatalog\.importFrom\(\);/,
  );
});
