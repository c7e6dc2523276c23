import { execFile, execFileSync } from "node:child_process";
import { promisify } from "node:util";
import { flat } from "../../acceptance/support";
import { testWith } from "../../support/features";
import { blocksOf } from "../support/markdown";
import {
  APPLY,
  blockIn,
  DESTROY,
  EMPTY,
  edited,
  example,
  GUIDE,
  shown,
  VALUES,
  withVersion,
} from "./secrets";
import { Watched } from "./watched";

/** The guide of keys: every command and every snippet of it is run here, or in the test that its line names. */
const MAIN = example("no-secrets/main.tf");
const COMMANDS = blocksOf(GUIDE)
  .filter(({ language }) => language === "sh")
  .flatMap(({ text }) => text.trim().split("\n"));

test("its blocks are those that follow, and parts of the example", () => {
  const marks = blocksOf(GUIDE).map(({ language, mark }) => (language === "sh" ? "sh" : mark));
  const part = "part of examples/no-secrets/main.tf";
  expect(marks).toEqual([
    ...[part, part, part, "sh", "sh", "rotation"],
    "management key", // managementKey.test.ts
    ...["temporary", "scoped", "import"],
  ]);
  for (const { mark, text } of blocksOf(GUIDE)) if (mark === part) expect(MAIN).toContain(text);
  expect(COMMANDS).toEqual([
    "openssl rand -hex 24",
    expect.stringMatching(/^export TF_VAR_admin_key=… TF_VAR_search_key=…$/),
    "terraform apply",
    expect.stringMatching(/^curl -H .* "\$NODE\/keys"$/),
    expect.stringMatching(/^curl -X DELETE .* "\$NODE\/keys\/\$ID"$/),
  ]);
  expect(GUIDE).toContain("   ```sh\n   npx cdktf diff\n   ```"); // examples/quickstart
  // What the command gives is accepted as a value: see the tests of value_wo.
  expect(execFileSync("openssl", ["rand", "-hex", "24"], { encoding: "utf8" })).toMatch(/^[0-9a-f]{48}\n$/);
});

jest.setTimeout(300_000);
let watched: Watched;
let text: string;

/** Begins with an account and the variables of an example. */
async function begin(main: string, log = ""): Promise<void> {
  watched = await Watched.begin({ TF_LOG: log });
  const [admin_key, search_key] = VALUES;
  Object.assign(watched.variables, { admin_key, search_key });
  text = main;
  await watched.workspace.write({ "main.tf": text, "catalog.jsonl": example("catalog/catalog.jsonl") });
  await watched.run(["init", "-input=false"]);
}
afterEach(() => watched?.close());

async function write(next: string): Promise<void> {
  text = next;
  await watched.workspace.write({ "main.tf": text });
}

/** The keys of the nodes, as their descriptions and the beginnings of their values. */
const keys = () =>
  watched.emulator
    .state()
    .node_keys.map(({ description, value_prefix }) => `${description}: ${value_prefix}`)
    .sort();

/** The operations of the requests since the last call. */
function requests(): (string | null)[] {
  const operations = watched.emulator.journal().map(({ operation }) => operation);
  watched.emulator.clearJournal();
  return operations;
}
const writes = () =>
  requests().filter((operation) => /^(create|delete|upsert|issue|alter)/.test(operation ?? ""));

const prefix = (place: number) => VALUES[place]?.slice(0, 4);

testWith("write-only arguments")(
  "a rotation in one deploy, and one in two; a new value needs a new version",
  async () => {
    await begin(MAIN);
    await watched.run(APPLY);
    const [, , third, fourth, fifth] = VALUES;

    watched.variables.admin_key = third;
    const failed = await watched.run(["plan", "-input=false"], 1);
    expect(flat(failed.output)).toContain("The nodes reject data_api_key (401)");
    await write(withVersion(text, "admin_key", 2));
    requests();
    const { output } = await watched.run(APPLY);
    expect(flat(output)).toMatch(/could not be read.*1 added, 0 changed, 1 destroyed/);
    expect(writes()).toEqual(["issueClusterApiKeys", "createKey", "deleteKey", "deleteKey", "deleteKey"]);
    expect(keys()).toEqual([`admin: ${prefix(2)}`, `storefront: ${prefix(1)}`]);

    // Each following apply changes nothing else: the one before has left nothing to do.
    const applied = async () => {
      const found = /(\d+) added, (\d+) changed, (\d+) destroyed/.exec(
        flat((await watched.run(APPLY)).output),
      );
      return found?.slice(1).map(Number);
    };
    watched.variables.search_key_2 = fourth;
    await write(`${text}${shown("rotation")}`);
    expect(await applied()).toEqual([1, 0, 0]);
    const both = [`storefront 2: ${prefix(3)}`, `storefront: ${prefix(1)}`];
    expect(keys()).toEqual([`admin: ${prefix(2)}`, ...both]);
    // The search of the example moves to the new key, and the old one is removed.
    const without = edited(text, blockIn(text, 'resource "searchcloud_key" "storefront" {'), "");
    const moved = edited(without, blockIn(without, 'variable "search_key" {'), "")
      .replace("data_api_key = var.search_key\n", "data_api_key = var.search_key_2\n")
      .replace("searchcloud_key.storefront]", "searchcloud_key.storefront_2]");
    await write(moved);
    expect(await applied()).toEqual([0, 0, 1]);
    expect(keys()).toEqual([`admin: ${prefix(2)}`, `storefront 2: ${prefix(3)}`]);

    // The admin key in the same way: the second deploy moves data_api_key.
    watched.variables.admin_key_2 = fifth;
    const admin = blockIn(text, 'resource "searchcloud_key" "admin" {');
    const second = admin.replaceAll('"admin"', '"admin_2"').replace("var.admin_key", "var.admin_key_2");
    const variable = blockIn(shown("rotation"), "variable").replace("search_key_2", "admin_key_2");
    await write(`${text}${variable}${second}`);
    expect(await applied()).toEqual([1, 0, 0]);
    expect(keys()).toEqual([`admin: ${prefix(2)}`, `admin_2: ${prefix(4)}`, `storefront 2: ${prefix(3)}`]);
    await write(
      edited(text, admin, "")
        .replaceAll("[searchcloud_key.admin]", "[searchcloud_key.admin_2]")
        .replace("data_api_key = var.admin_key\n", "data_api_key = var.admin_key_2\n"),
    );
    const last = await watched.run(APPLY);
    expect(last.output).not.toContain("could not be read");
    expect(keys()).toEqual([`admin_2: ${prefix(4)}`, `storefront 2: ${prefix(3)}`]);
    await watched.run(EMPTY);
    expect(watched.leaks()).toEqual([]);
  },
);

testWith("write-only arguments")(
  "temporary keys and scoped keys: what they cost, and that they are nowhere",
  async () => {
    const onNodes = [
      '"searchcloud_collection" "catalog"',
      '"searchcloud_documents" "seed"',
      '"searchcloud_collection_alias" "shop"',
    ];
    const temporary = onNodes.reduce((all, name) => {
      const block = blockIn(all, `resource ${name}`);
      return edited(all, block, block.replace("= searchcloud.data\n", "= searchcloud.deploy\n"));
    }, MAIN);
    await begin(
      `${temporary}${shown("temporary")}${shown("scoped")}
provider "searchcloud" {
  alias        = "browser"
  data_api_key = local.browser_key
}
data "searchcloud_search" "browser" {
  provider   = searchcloud.browser
  cluster_id = searchcloud_cluster.products.id
  collection = "shop"
  parameters = { q = "*" }
  depends_on = [searchcloud_documents.seed, searchcloud_collection_alias.shop, searchcloud_key.storefront]
}
output "found" {
  value = data.searchcloud_search.browser.found
}
`,
      "TRACE",
    );
    watched.tap.echo = { method: "POST", path: "/collections", status: 401 };
    const failed = await watched.run(APPLY, 1);
    expect(failed.output).toContain("Forbidden: ");
    watched.tap.echo = undefined;
    const { output } = await watched.deploy();
    expect(output).toContain("Apply complete!");
    expect(output).toContain("found = 2");
    const left = [`admin: ${prefix(0)}`, `storefront: ${prefix(1)}`];
    // Terraform has closed none after the failure: it expires, and the server deletes it.
    expect(keys()).toEqual([expect.stringMatching(/^Temporary key of Terraform/), ...left]);
    watched.emulator.advance(2 * 3600);
    requests();
    await watched.run(EMPTY);
    expect(writes()).toEqual(["createKey", "deleteKey"]);
    expect(keys()).toEqual(left);
    await watched.run(DESTROY);
    expect(Object.keys(watched.secrets).length).toBeGreaterThan(7);
    expect(watched.leaks()).toEqual([]);
  },
);

testWith("write-only arguments")(
  "an existing key is imported, and storing its version sends nothing",
  async () => {
    await begin(MAIN);
    await watched.run(APPLY);
    await watched.run(["state", "rm", "searchcloud_key.admin"]);
    const [cluster] = watched.emulator.state().clusters;
    const [admin] = watched.emulator.state().node_keys.filter(({ description }) => description === "admin");
    await write(`${text}${shown("import").replace(/"\w+\/\d+"/, `"${cluster?.id}/${admin?.id}"`)}`);
    requests();
    const { output } = await watched.run(APPLY);
    expect(output).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
    expect(writes()).toEqual([]);
    await watched.run(EMPTY);
    expect(watched.leaks()).toEqual([]);
  },
);

testWith("write-only arguments")(
  "from an issued pair in the state to a key without secrets, without downtime",
  async () => {
    await begin(example("catalog/main.tf"));
    await watched.run(APPLY);
    const pair = keys().filter((one) => !one.startsWith("storefront"));
    requests();
    const parts = ['variable "admin_key" {', 'resource "searchcloud_key" "admin" {'].map((one) =>
      blockIn(MAIN, one),
    );
    const alias = MAIN.split(/^(?=provider )/m).find((one) => one.includes('"data"')) ?? "";
    const waiting = edited(
      text,
      '  default_sorting_field = "rank"\n',
      '  default_sorting_field = "rank"\n  depends_on = [searchcloud_key.admin]\n',
    );
    const moved = waiting.replaceAll(/api_key +(?== searchcloud_api_keys\.admin\.admin_key)/g, "provider ");
    await write(
      `${moved.replaceAll("searchcloud_api_keys.admin.admin_key", "searchcloud.data")}${blockIn(alias, "provider")}${parts.join("")}`,
    );
    const { output } = await watched.run(APPLY);
    expect(output).toContain("1 added, 4 changed, 0 destroyed");
    const named = /have keys that look like issued pairs: (\d+) \(\w{4}…\), (\d+) \(\w{4}…\)/.exec(
      flat(output),
    );
    expect(named).not.toBeNull();
    expect(writes()).toEqual(["issueClusterApiKeys", "createKey", "deleteKey", "deleteKey"]);
    await write(edited(text, blockIn(text, 'resource "searchcloud_api_keys" "admin" {'), ""));
    // Nothing else was left to do.
    expect(flat((await watched.run(APPLY)).output)).toContain("0 added, 0 changed, 1 destroyed");
    expect(writes()).toEqual([]);
    expect(keys()).toEqual(expect.arrayContaining(pair));

    const [list = "", revoke = ""] = COMMANDS.filter((line) => line.startsWith("curl"));
    const [hostname = ""] = watched.emulator.state().clusters[0]?.hostnames?.nodes ?? [];
    const NODE = watched.emulator.nodeUrl.replace("{hostname}", hostname);
    const shell = async (line: string, more: NodeJS.ProcessEnv = {}) => {
      const env = { ...process.env, TF_VAR_admin_key: VALUES[0], NODE, ...more };
      return (await promisify(execFile)("sh", ["-c", `${line} --silent`], { env })).stdout;
    };
    const listed = JSON.parse(await shell(list)).keys.map(({ id }: { readonly id: number }) => `${id}`);
    expect(listed).toEqual(expect.arrayContaining(named?.slice(1) ?? []));
    for (const ID of named?.slice(1) ?? []) await shell(revoke, { ID });
    expect(keys()).toEqual([`admin: ${prefix(0)}`, expect.stringMatching(/^storefront: /)]);
    await watched.run(EMPTY);
  },
);
