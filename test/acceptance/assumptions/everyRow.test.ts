import { readFileSync } from "node:fs";
import { join } from "node:path";
import { ASSUMPTIONS, type AssumptionName } from "../../../src/emulator";
import { configuration, type Fleet, fleet } from "../../support/fleet";

/**
 * One story of a cluster and its data, under every alternative of every row: each run takes the next one of each row. The
 * provider works under every answer that the documents leave open (docs/design/laws.md#l10).
 */
jest.setTimeout(120_000);

const ROWS = Object.keys(ASSUMPTIONS) as AssumptionName[];
const MOST = 3;
/** Stories for rows with more alternatives than runs: they set the alternatives that no run takes. The first is the default. */
const STORIES: Readonly<Partial<Record<AssumptionName, string>>> = {
  termination_path: "test/acceptance/protection.test.ts",
  newer_server_differs: "test/provider/resources/upgradeRehearsal/course.test.ts",
};
/** The runs. Rows are shifted against each other. A row with more alternatives than runs has its last ones here. */
const RUNS = Array.from({ length: MOST }, (_, run) =>
  Object.fromEntries(
    ROWS.map((name, place) => {
      const { alternatives } = ASSUMPTIONS[name];
      const at = alternatives.length > MOST ? -1 - run : (run + place) % alternatives.length;
      return [name, alternatives.at(at)];
    }),
  ),
);

test("every alternative of every row occurs in a run, or in the story of its row", () => {
  const unset = ROWS.flatMap((name) => {
    const occurring = new Set<unknown>(RUNS.map((run) => run[name]));
    const story = STORIES[name] ? readFileSync(join(__dirname, "../../..", STORIES[name]), "utf8") : "";
    const { alternatives }: { readonly alternatives: readonly unknown[] } = ASSUMPTIONS[name];
    return alternatives
      .filter(
        (one, at) => !(at === 0 && story) && !occurring.has(one) && !story.includes(JSON.stringify(one)),
      )
      .map((one) => [name, one]);
  });
  expect(unset).toEqual([]);
});

/** Returns the configuration. `fields` is the number of fields of the collection; an edit of it is an alteration. */
const story = (memory: string, parameter: string, fields: number) =>
  configuration(
    `name = "products"
  memory = "${memory}"
  vcpu = "2_vcpus"
  server_parameters = { "max-per-page" = "${parameter}" }
  timeouts {
    create = "24h"
    update = "24h"
  }`,
    `
resource "searchcloud_api_keys" "keys" {
  cluster_id = searchcloud_cluster.it.id
}
locals {
  on = { id = searchcloud_cluster.it.id, key = searchcloud_api_keys.keys.admin_key }
}
resource "searchcloud_collection" "catalog" {
  cluster_id            = local.on.id
  api_key               = local.on.key
  name                  = "catalog"
  default_sorting_field = "rank"
  replacement           = "allow"
  field {
    name = "rank"
    type = "int32"
  }
  field {
    name     = ".*_tags"
    type     = "string[]"
    optional = true
  }
${Array.from({ length: fields }, (_, at) => `  field {\n    name = "title_${at}"\n    type = "string"\n    facet = true\n    optional = true\n  }`).join("\n")}
}
resource "searchcloud_documents" "seed" {
  cluster_id = local.on.id
  api_key    = local.on.key
  collection = searchcloud_collection.catalog.name
  triggers   = { created = searchcloud_collection.catalog.created_at }
  content    = join("\\n", [for rank in [1, 2, 3] : jsonencode({ id = tostring(rank), rank = rank, title_0 = "Oak \${rank}" })])
}
resource "searchcloud_collection_alias" "shop" {
  cluster_id      = local.on.id
  api_key         = local.on.key
  name            = "shop"
  collection_name = searchcloud_collection.catalog.name
}
resource "searchcloud_key" "search" {
  cluster_id  = local.on.id
  api_key     = local.on.key
  description = "search"
  actions     = ["documents:search"]
  collections = ["catalog"]
}
resource "searchcloud_preset" "listing" {
  cluster_id = local.on.id
  api_key    = local.on.key
  name       = "listing"
  value      = jsonencode({ per_page = 20 })
}
data "searchcloud_search" "oak" {
  cluster_id = local.on.id
  api_key    = local.on.key
  collection = searchcloud_documents.seed.collection
  parameters = { q = "oak", query_by = "title_0", filter_by = "title_0:Oak" }
}
output "found" {
  value = data.searchcloud_search.oak.found
}
resource "searchcloud_cloning_operation" "copy" {
  cluster_id                 = local.on.id
  terminate_clone_on_destroy = true
  depends_on                 = [searchcloud_documents.seed, searchcloud_preset.listing, searchcloud_key.search]
  timeouts {
    create = "24h"
  }
}
`,
  );

let on: Fleet | undefined;
afterEach(() => on?.close());

test.each(RUNS.map((assumptions, run) => [run + 1, assumptions] as const))(
  "a cluster with a collection, documents, alias, key, preset and clone is created, resized, altered twice and destroyed: run %i",
  async (_, assumptions) => {
    on = await fleet(
      { assumptions },
      {
        SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
        SEARCHCLOUD_POLL_INTERVAL: "10m",
      },
    );
    const { emulator, workspace } = on;
    const applied = async (text: string) => {
      await workspace.write({ "main.tf": text });
      const { output } = await workspace.apply();
      return output;
    };
    expect(await applied(story("4_gb", "100", 1))).toContain("8 added");
    await applied(story("8_gb", "200", 2));
    await applied(story("8_gb", "200", 3));
    await workspace.emptyPlan();
    const state = () => emulator.state();
    const alive = () => state().clusters.filter(({ status }) => status === "in_service");
    expect(alive().map(({ memory }) => memory)).toContain("8_gb");
    expect(state().collections).toContainEqual(
      expect.objectContaining({ name: "catalog", num_documents: 3 }),
    );
    await workspace.destroy();
    expect(alive()).toEqual([]);
  },
);
