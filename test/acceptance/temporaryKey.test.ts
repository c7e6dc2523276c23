import { join } from "node:path";
import type { FaultMatchBody } from "../../src/emulator";
import { testWith, testWithout } from "../support/features";
import { leaksBelow, leaksIn } from "../support/secretScan";
import { type Wiretap, wiretap } from "../support/wiretap";
import { prepareNodes } from "./everyType/onNodes";
import { Shipped } from "./faults/shipped";
import { APPLY, DESTROY, eachScene, flat, OPTIONS } from "./support";

/**
 * `ephemeral "searchcloud_key"` with the real terraform (docs/design/data-plane.md#temporary, docs/design/protocol.md#ephemeral). `shop2` has
 * one node.
 */
jest.setTimeout(180_000);
const on = eachScene(OPTIONS, prepareNodes);
const test = testWith("ephemeral resources");
/** Between the provider and the nodes. */
let tap: Wiretap;
beforeEach(async () => {
  tap = await wiretap(on.emulator.nodeUrl);
  on.environment.SEARCHCLOUD_NODE_URL = tap.through(on.emulator.nodeUrl);
});
afterEach(() => tap.close());
/** The shipped provider, for tests with several configurations of it: a reattached one has one process, and one configuration, for all. */
let shipped: Shipped;
beforeAll(async () => {
  shipped = await Shipped.install();
});
afterAll(() => shipped.workspace.remove());

const temporary = (more = "", allowed = '["*"]') => `ephemeral "searchcloud_key" "deploy" {
  cluster_id  = "shop2"
  actions     = ${allowed}
  collections = ["*"]
${more}
}`;
/** A provider with the temporary key, and what is made with it. */
const CATALOG = `provider "searchcloud" {
  alias        = "data"
  data_api_key = ephemeral.searchcloud_key.deploy.value
}
resource "searchcloud_collection" "books" {
  provider   = searchcloud.data
  cluster_id = "shop2"
  name       = "books"
  field {
    name = "title"
    type = "string"
  }
}
resource "searchcloud_documents" "books" {
  provider   = searchcloud.data
  cluster_id = "shop2"
  collection = searchcloud_collection.books.name
  content    = jsonencode({ id = "1", title = "Walden" })
}`;

/** The temporary keys of the emulator. */
const left = () =>
  on.emulator.state().node_keys.filter(({ description }) => description.startsWith("Temporary key"));
/** The requests to nodes since the last call that concern keys, each with the name of the key that was used. */
function keyRequests(): string[] {
  const all = on.emulator.journal().filter(({ operation }) => /Keys?$/.test(operation ?? ""));
  on.emulator.clearJournal();
  return all.map(({ operation, key }) => `${operation} by ${key}`);
}
const opened = () => keyRequests().filter((line) => line.startsWith("createKey")).length;
/** A run of terraform, whatever its end. */
async function run(args: readonly string[]) {
  const { code, output } = await on.workspace.terraform([...args, "-no-color"], { expect: "any" });
  return { code, output: flat(output) };
}
/** Writes a configuration for {@link ship}. */
async function begin(text: string): Promise<void> {
  await shipped.begin(on, text);
  await shipped.workspace.init();
}
/** Runs terraform with the shipped provider, which has a process for each configuration. */
async function ship(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const PROVIDER_PID_FILE = join(shipped.workspace.directory, "provider.pid");
  const given = { env: { ...on.environment, PROVIDER_PID_FILE, ...env }, expect: "any" } as const;
  const { code, output } = await shipped.workspace.terraform([...args, "-no-color"], given);
  return { code, output: flat(output), whole: output };
}
const EMPTY = ["plan", "-detailed-exitcode"];

test("a collection and its documents are made with a temporary key: two requests for it, and its value is in no file and no log", async () => {
  await begin(`${temporary()}\n${CATALOG}`);
  const env = { TF_LOG: "TRACE" };
  const runs = [await ship(["plan", "-out=plan.out"], env)];
  expect(keyRequests()).toEqual(["createKey by key 0", "deleteKey by key 2"]);
  runs.push(await ship(["apply", "plan.out"], env));
  expect(keyRequests()).toEqual(["createKey by key 0", "deleteKey by key 3"]);
  runs.push(await ship(EMPTY, env), await ship(["show", "-json", "plan.out"], env));
  expect([left(), on.emulator.state().collections.length]).toEqual([[], 1]);
  const secrets = tap.secrets();
  // The key of the provider, and three temporary ones.
  expect(Object.keys(secrets).length).toBe(4);
  expect(runs.map(({ code }) => code)).toEqual([0, 0, 0, 0]);
  expect(runs.flatMap(({ whole }) => leaksIn("output", whole, secrets))).toEqual([]);
  expect(runs.map(({ whole }) => whole).join("\n")).toContain("CloseEphemeralResource");
  expect(leaksBelow(shipped.workspace.directory, secrets)).toEqual([]);
  expect((await ship(DESTROY)).code).toBe(0);
  expect([left(), on.emulator.state().collections]).toEqual([[], []]);
});

test("each plan and each apply opens one; an apply without a saved plan two, a destroy three", async () => {
  await on.write(`${temporary()}\n${CATALOG}`);
  await on.workspace.validate();
  expect(opened()).toBe(0);
  await on.apply();
  expect(opened()).toBe(2);
  await on.apply();
  expect(opened()).toBe(2);
  await run(["plan", "-refresh-only"]);
  await run(["plan", "-refresh=false"]);
  expect(opened()).toBe(2);
  await run(DESTROY);
  expect(opened()).toBe(3);
  await run(DESTROY);
  expect([opened(), left()]).toEqual([0, []]);
});

describe("requests of Open and Close go wrong, and a key remains in no case", () => {
  const FAULTS = [
    ["lost before", { kind: "reset" }],
    ["lost after", { kind: "reset", when: "after" }],
    ["500", { kind: "status", status: 500, message: "Internal" }],
    ["500 after the work", { kind: "status", status: 500, message: "Internal", when: "after" }],
  ] as const;
  const CASES = (["createKey", "deleteKey"] as const).flatMap((operation) =>
    FAULTS.map(([name, effect]) => ({ operation, name, effect })),
  );
  for (const allowed of ['["*"]', '["collections:*", "aliases:*", "documents:*"]'])
    for (const { operation, name, effect } of CASES)
      test(`${operation} ${name}, for a key with ${allowed}`, async () => {
        await on.write(`${temporary("", allowed)}\n${CATALOG}`);
        on.emulator.addFault({ match: { operation }, effect });
        // The second is that of the apply.
        on.emulator.addFault({ match: { operation, nth: 3 }, effect });
        const { code, output } = await run(APPLY);
        expect([code, output.includes("Warning"), left()]).toEqual([0, false, []]);
        expect(on.emulator.state().collections).toHaveLength(1);
      });
});

/** Expects the one key that a run has left to open nothing after its time, and to be gone an hour later. */
async function expectToExpire(): Promise<void> {
  const [key, ...others] = left();
  expect([others, key?.expires_at]).toEqual([[], expect.any(Number)]);
  const value = Object.values(tap.secrets()).find((one) => one.startsWith(key?.value_prefix ?? "?")) ?? "";
  const ask = async () => (await fetch(`${NODE()}/keys`, { headers: { "x-search-api-key": value } })).status;
  expect(await ask()).toBe(200);
  on.emulator.advance((key?.expires_at ?? 0) - Math.floor(Date.parse(on.emulator.state().now) / 1000) + 1);
  expect(await ask()).toBe(401);
  on.emulator.advance(3600);
  await ask();
  expect(left()).toEqual([]);
}
const NODE = () => {
  const [hostname = ""] =
    on.emulator.state().clusters.find(({ id }) => id === "shop2")?.hostnames?.nodes ?? [];
  return on.emulator.nodeUrl.replace("{hostname}", hostname);
};
describe("Terraform closes nothing after a failure: the key expires", () => {
  test("after an apply that fails", async () => {
    await on.write(`${temporary()}\n${CATALOG}`);
    const effect = { kind: "status", status: 400, message: "bad" } as const;
    on.emulator.addFault({ match: { operation: "createCollection" }, effect });
    expect((await run(APPLY)).code).toBe(1);
    await expectToExpire();
    await on.apply();
    expect(left()).toEqual([]);
  });

  test("after a plan that fails", async () => {
    await on.write(`${temporary('ttl = "90s"')}\n${CATALOG}`);
    on.emulator.createCollectionOutside("shop2", {
      name: "books",
      fields: [{ name: "title", type: "string" }],
    });
    expect((await run(["plan"])).output).toContain(
      'Error: Collection "books" of cluster shop2 already exists',
    );
    const [key] = left();
    const remains = (key?.expires_at ?? 0) - Date.parse(on.emulator.state().now) / 1000;
    expect(remains).toBeGreaterThan(60);
    expect(remains).toBeLessThanOrEqual(90);
    await expectToExpire();
  });

  test("after Ctrl-C, even where the interrupted operation succeeds", async () => {
    await on.write(`${temporary()}\n${CATALOG}`);
    const run = await on.interruptedButAnswered(await on.heldAt({ operation: "createCollection" }, "after"));
    expect(flat(run.output)).toContain("execution halted");
    await expectToExpire();
    await on.apply();
    expect(left()).toEqual([]);
  });

  // A request that was sent arrives, even if all processes are killed.
  const KILLS: readonly [at: string, match: FaultMatchBody, when: "before" | "after", remain: number][] = [
    ["POST, before it is carried out", { operation: "createKey", nth: 2 }, "before", 1],
    ["POST, when it is carried out", { operation: "createKey", nth: 2 }, "after", 1],
    ["the work", { operation: "createCollection" }, "after", 1],
    ["DELETE, before it is carried out", { operation: "deleteKey", nth: 2 }, "before", 0],
    ["DELETE, when it is carried out", { operation: "deleteKey", nth: 2 }, "after", 0],
  ];
  for (const [at, match, when, remain] of KILLS)
    test(`a kill of terraform and the provider during ${at}`, async () => {
      await shipped.begin(on, `${temporary()}\n${CATALOG}`);
      const { SEARCHCLOUD_NODE_URL, SEARCHCLOUD_DATA_API_KEY } = on.environment;
      const running = await shipped.heldAt(on, match, when, {
        SEARCHCLOUD_NODE_URL,
        SEARCHCLOUD_DATA_API_KEY,
      });
      running.kill();
      await running.finished;
      on.emulator.clearFaults();
      on.emulator.releaseHolds();
      await on.until(() => left().length === remain);
      if (remain > 0) await expectToExpire();
    });
});

describe("the key of the provider is made in the same apply", () => {
  const PAIR = `resource "searchcloud_api_keys" "pair" {
  cluster_id = "shop2"
}
provider "searchcloud" {
  alias        = "admin"
  data_api_key = searchcloud_api_keys.pair.admin_key
}`;
  const key = (lines: string) => `ephemeral "searchcloud_key" "deploy" {
  provider    = searchcloud.admin
  actions     = ["*"]
  collections = ["*"]
  ${lines}
}`;

  test("where an argument comes from that resource, Terraform opens it in the apply; nothing is left after a destroy", async () => {
    await begin(
      `${PAIR}
${key('cluster_id = searchcloud_api_keys.pair.id == "" ? "" : "shop2"')}
${CATALOG}`,
    );
    const planned = await ship(["plan", "-out=plan.out"]);
    expect(planned.output).toContain("ephemeral.searchcloud_key.deploy: Configuration unknown, deferring");
    expect([planned.code, opened()]).toEqual([0, 0]);
    await ship(["apply", "plan.out"]);
    expect([opened(), left(), on.emulator.state().collections.length]).toEqual([1, [], 1]);
    expect((await ship(EMPTY)).code).toBe(0);
    expect((await ship(DESTROY)).code).toBe(0);
    expect([left(), on.emulator.state().collections]).toEqual([[], []]);
  });

  test("depends_on does not make it wait: the error says what does, and nothing is sent", async () => {
    await on.write(`${PAIR}
${key('cluster_id = "shop2"\n  depends_on = [searchcloud_api_keys.pair]')}`);
    const { code, output } = await run(["plan"]);
    expect(output).toContain(
      "Error: A temporary key cannot be opened before the provider's configuration is known",
    );
    expect(output).toContain('cluster_id = split("/", searchcloud_key.admin.id)[0]');
    expect([code, on.wrote()]).toEqual([1, []]);
  });
});

describe("a cluster that is made and terminated with it", () => {
  test("everything at once, from nothing to documents and back to nothing", async () => {
    await begin(
      `resource "searchcloud_cluster" "shop" {
  memory  = "0.5_gb"
  vcpu    = "2_vcpus_1_hr_burst_per_day"
  regions = ["oregon"]
  name    = "shop"
  search_server_version = "30.2"
}
resource "searchcloud_api_keys" "pair" {
  cluster_id = searchcloud_cluster.shop.id
}
provider "searchcloud" {
  alias        = "admin"
  data_api_key = searchcloud_api_keys.pair.admin_key
}
ephemeral "searchcloud_key" "deploy" {
  provider    = searchcloud.admin
  cluster_id  = searchcloud_api_keys.pair.cluster_id
  actions     = ["*"]
  collections = ["*"]
}
${CATALOG.replaceAll('"shop2"', "searchcloud_cluster.shop.id")}`,
    );
    const applied = await ship(APPLY);
    expect(applied.output).toContain("Apply complete! Resources: 4 added");
    expect([opened(), left(), on.emulator.state().collections.length]).toEqual([1, [], 1]);
    expect((await ship(EMPTY)).code).toBe(0);
    const destroyed = await ship(DESTROY);
    expect(destroyed.output).toContain("Destroy complete! Resources: 4 destroyed");
    expect(destroyed.output).not.toContain("was not deleted");
    // The cluster was terminated before the last one was closed, and the key with it.
    const ids = on.emulator.state().clusters.flatMap(({ id, status }) => (status === "in_service" ? id : []));
    expect(left().filter(({ cluster_id }) => ids.includes(cluster_id))).toEqual([]);
  });
});

testWith("write-only arguments")(
  "from nothing without a secret in the state: a cluster, its first key, and with a temporary one a collection and documents",
  async () => {
    await begin(`variable "admin_key" {
  type      = string
  ephemeral = true
}
resource "searchcloud_cluster" "shop" {
  memory  = "0.5_gb"
  vcpu    = "2_vcpus_1_hr_burst_per_day"
  regions = ["oregon"]
  name    = "shop"
  search_server_version = "30.2"
}
resource "searchcloud_key" "admin" {
  cluster_id       = searchcloud_cluster.shop.id
  bootstrap        = true
  actions          = ["*"]
  collections      = ["*"]
  value_wo         = var.admin_key
  value_wo_version = 1
}
provider "searchcloud" {
  alias        = "admin"
  data_api_key = var.admin_key
}
ephemeral "searchcloud_key" "deploy" {
  provider    = searchcloud.admin
  cluster_id  = split("/", searchcloud_key.admin.id)[0]
  actions     = ["*"]
  collections = ["*"]
}
${CATALOG.replaceAll('"shop2"', "searchcloud_cluster.shop.id")}`);
    const env = {
      TF_VAR_admin_key: "admin-key-of-the-shop-0123456789abcdef",
      SEARCHCLOUD_DATA_API_KEY: "admin-key-of-the-shop-0123456789abcdef",
    };
    expect((await ship(APPLY, env)).output).toContain("Apply complete! Resources: 4 added");
    expect([left(), on.emulator.state().collections.length]).toEqual([[], 1]);
    expect((await ship(EMPTY, env)).code).toBe(0);
    expect(leaksBelow(shipped.workspace.directory, tap.secrets())).toEqual([]);
    const destroyed = await ship(DESTROY, env);
    expect(destroyed.output).toContain("Destroy complete! Resources: 4 destroyed");
    expect(destroyed.output).not.toContain("was not deleted");
  },
);

describe("scoped_search_key of an ephemeral key", () => {
  const SCOPED = `${temporary("", '["documents:search"]')}
locals {
  scoped = provider::searchcloud::scoped_search_key(ephemeral.searchcloud_key.deploy.value, { filter_by = "year:<2000" })
}`;
  const SEARCH = `provider "searchcloud" {
  alias        = "scoped"
  data_api_key = local.scoped
}
data "searchcloud_search" "old" {
  provider   = searchcloud.scoped
  cluster_id = "shop2"
  collection = "books"
  parameters = { q = "*" }
}
output "found" {
  value = data.searchcloud_search.old.found
}`;

  test("is ephemeral, too: it opens a provider, and Terraform refuses it as an output", async () => {
    const fields = [{ name: "year", type: "int32" }];
    on.emulator.createCollectionOutside("shop2", { name: "books", fields });
    on.emulator.addDocumentsOutside("shop2", "books", [{ year: 1854 }, { year: 2020 }]);
    await begin(`${SCOPED}\n${SEARCH}`);
    expect((await ship(APPLY)).output).toContain("found = 1");
    expect(left()).toEqual([]);
    await on.write(`${SCOPED}\noutput "scoped" {\n  value = local.scoped\n}`);
    const { code, output } = await run(["plan"]);
    expect(output).toContain("Error: Ephemeral value not allowed");
    expect([code, opened()]).toEqual([1, 2]);
  });
});

testWithout("ephemeral resources")(
  "a tool that does not know them names the block, and nothing is sent",
  async () => {
    await on.write(temporary());
    const { code, output } = await run(["validate"]);
    expect(output).toContain("Error: Unsupported block type");
    expect(output).toContain('Blocks of type "ephemeral" are not expected here.');
    expect([code, on.emulator.journal()]).toEqual([1, []]);
  },
);
