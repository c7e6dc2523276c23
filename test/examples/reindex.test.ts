import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Workspace } from "../support/terraform";
import { type SteppedAccount, steppedAccount } from "./support/account";
import { blocksOf } from "./support/markdown";
import { ROOT } from "./support/project";

const GUIDE = blocksOf(readFileSync(join(ROOT, "docs/guides/reindex.md"), "utf8"));
const shown = (mark: string) => GUIDE.find((block) => block.mark === mark)?.text ?? "";

/** The resources of an example that others build upon. */
const CATALOG = readFileSync(join(ROOT, "examples/catalog/main.tf"), "utf8");
const BASE = CATALOG.slice(0, CATALOG.indexOf('resource "searchcloud_collection"'));
const SEED = `
resource "searchcloud_documents" "seed" {
  cluster_id = searchcloud_cluster.products.id
  api_key    = searchcloud_api_keys.admin.admin_key
  collection = searchcloud_collection.catalog.name
  content    = <<-EOT
    {"id": "1", "title": "Oak", "rank": 1, "price": 10.5}
    {"id": "2", "title": "Pine", "rank": 2, "price": 8.5}
  EOT
}
`;

/** The state after the guide's last step: the old collection and the copy are removed. */
function withoutTheOldOne(text: string): string {
  const blocks = text.split(/^(?=resource|data)/m);
  const gone = ['"searchcloud_collection" "catalog"', '"searchcloud_documents" "copy"'];
  const kept = blocks.filter((block) => !gone.some((name) => block.startsWith(`resource ${name}`)));
  return kept.join("").replace("[searchcloud_documents.copy]", "[searchcloud_collection.catalog_2]");
}

jest.setTimeout(120_000);
let account: SteppedAccount;
let workspace: Workspace;

beforeAll(async () => {
  account = await steppedAccount([]);
  workspace = await Workspace.create(account.env);
});
afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

const deploy = async (text: string, expected = 0) => {
  await workspace.write({ "main.tf": `${BASE}${text}` });
  return (await workspace.apply([], { expect: expected })).output;
};

/** The collection that the alias leads to. */
async function aliased(): Promise<unknown> {
  const { values } = await workspace.state();
  const resources = values?.root_module?.resources ?? [];
  return resources.find(({ type }) => type === "searchcloud_collection_alias")?.values.collection_name;
}

test("a search that finds too little leaves the alias where it was", async () => {
  await deploy(`${shown("before")}${SEED}`);
  const strict = shown("after").replace("self.found >= 2", "self.found >= 3");
  expect(await deploy(`${strict}${SEED}`, 1)).toContain("catalog-2 has 2 documents");
  expect(await aliased()).toBe("catalog-1");
});

test("the edit moves the alias to the filled collection, and the next plan is empty", async () => {
  await deploy(`${shown("after")}${SEED}`);
  expect(await aliased()).toBe("catalog-2");
  await workspace.emptyPlan();
});

test("removing the old collection is a plan that names its documents", async () => {
  expect(await deploy(withoutTheOldOne(shown("after")))).toContain("2 documents");
  expect(await aliased()).toBe("catalog-2");
});
