import { App, TerraformOutput, TerraformStack } from "cdktf";
import {
  Cluster,
  DayOfWeek,
  Field,
  MaintenanceWindow,
  SearchCloudProvider,
  Topology,
} from "cdktf-provider-searchcloud";

const app = new App();
const stack = new TerraformStack(app, "search");
new SearchCloudProvider(stack, "searchcloud");
// Without searchServerVersion: the cluster keeps its current version, which only the upgrade below edits.
const products = new Cluster(stack, "products", {
  clusterName: "products",
  memory: "8_gb",
  vcpu: "2_vcpus",
  topology: Topology.singleNode("oregon"),
});
const keys = products.issueApiKeys("keys");
const catalog = products.addCollection("catalog", {
  keys,
  fields: [
    Field.string("title"),
    Field.stringArray("tags", { facet: true }),
    Field.int32("rank"),
    Field.float("price"),
  ],
  defaultSortingField: "rank",
});
catalog.importDocuments("seed", { file: "catalog.jsonl" });

// The search results of a clone at the new version must match. The clone is billed meanwhile, and terminated at the end.
// Then the change is scheduled.
const oakUnder400 = { q: "*", filter_by: "tags:=oak && price:<400", sort_by: "price:asc", facet_by: "tags" };
const upgrade = products.upgradeTo("v31", {
  searchServerVersion: "31.0",
  keys,
  queries: [
    // The most frequent searches, and the allowed search time.
    {
      name: "bookcase",
      collection: catalog,
      parameters: { q: "bookcase", query_by: "title" },
      maxSlowdown: 3,
    },
    { name: "with a typo", collection: catalog, parameters: { q: "bokcase", query_by: "title" } },
    { name: "oak under 400", collection: catalog, parameters: oakUnder400 },
  ],
  maintenanceWindow: MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich"),
});
new TerraformOutput(stack, "upgrade_begins_at", { value: upgrade.change.performChangeAt });
app.synth();
