import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pluginPath } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { copyBuilt } from "../support/built";
import { Workspace } from "../support/terraform";
import { cluster, oneScene } from "./support";

/** The provider as it ships: one executable file, which terraform starts by itself. */
const KEY = "k3y-that-must-never-show";
const OTHER_KEY = "0ther-key-that-must-never-show";
const DATA_KEY = "d4ta-key-that-must-never-show";
const on = oneScene({
  keys: [
    { name: "environment", key: KEY, preset: "admin" },
    { name: "provider block", key: OTHER_KEY, preset: "admin" },
  ],
});
let workspace: Workspace;
let cache: string;
/** All output and files of terraform and the provider. */
const said: string[] = [];

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "cache-"));
  workspace = await Workspace.create({
    XDG_CACHE_HOME: cache,
    SEARCHCLOUD_API_KEY: KEY,
    SEARCHCLOUD_BASE_URL: on.emulator.baseUrl,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    TF_LOG: "TRACE",
  });
  await copyBuilt(pluginPath(workspace.directory, { address: ADDRESS, version: "0.1.0" }));
});
afterAll(async () => {
  await workspace.remove();
  await rm(cache, { recursive: true });
});

async function write(text: string, settings = "") {
  await on.write(text, settings);
  await workspace.write({ "main.tf": await readFile(join(on.workspace.directory, "main.tf"), "utf8") });
}

const remember = <T extends { readonly output: string }>(run: T): T => {
  said.push(run.output);
  return run;
};

/** Returns the names of the keys of all requests since the last call for the writes. */
function keysUsed() {
  return [...new Set(on.emulator.journal().map(({ key }) => key))];
}

/** Reads all files on disk, and the output of terraform about them. */
async function rememberFiles() {
  for (const file of ["terraform.tfstate", "terraform.tfstate.backup", "plan.out"])
    said.push(await readFile(join(workspace.directory, file), "latin1").catch(() => ""));
  for (const file of [["plan.out"], []])
    remember(await workspace.terraform(["show", "-json", ...file], { env: { TF_LOG: "" } }));
}

test("a life with the key from the environment, and one with the key in the provider block", async () => {
  await write(cluster());
  remember(await workspace.plan(["-out=plan.out"]));
  expect(remember(await workspace.apply(["plan.out"])).output).toContain("1 added, 0 changed, 0 destroyed");
  expect(remember(await workspace.emptyPlan()).output).toContain("Management API request");
  await write(cluster('name = "catalog"'));
  expect(remember(await workspace.apply()).output).toContain("0 added, 1 changed, 0 destroyed");
  await rememberFiles();
  remember(await workspace.destroy());
  expect(keysUsed()).toEqual(["environment"]);
  expect(on.writes()).toEqual([
    "POST /clusters",
    expect.stringMatching(/^PATCH/),
    expect.stringMatching(/lifecycle$/),
  ]);

  await write(cluster('name = "second"'), `api_key = "${OTHER_KEY}"`);
  remember(await workspace.apply());
  await rememberFiles();
  remember(await workspace.destroy());
  expect(keysUsed()).toEqual(["provider block"]);
  expect(on.writes()).toHaveLength(2);
}, 120_000);

test("a rejected key, and one that another server echoes, are not shown either", async () => {
  await write(cluster());
  on.emulator.addFault({
    match: { operation: "listClusters", times: 0 },
    effect: { kind: "status", status: 403, message: `Unknown key ${KEY}` },
  });
  const refused = remember(await workspace.plan([], { expect: 1 }));
  on.emulator.clearFaults();
  expect(refused.output).toContain("Unknown key ");

  const echo = createServer((request, response) => {
    response.end(JSON.stringify(request.rawHeaders));
  }).listen(0, "127.0.0.1");
  await new Promise((resolve) => echo.once("listening", resolve));
  const address = echo.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const base = `http://127.0.0.1:${address.port}/api/v1`;
  remember(await workspace.plan([], { expect: 1, env: { SEARCHCLOUD_BASE_URL: base } }));
  echo.close();
});

/** Returns the chunks of compiled code in the user's cache, each with its time. */
async function left() {
  const folder = join(cache, "terraform-provider-searchcloud");
  return Promise.all(
    (await readdir(folder)).map(async (name) => {
      const file = join(folder, name);
      said.push(await readFile(file, "latin1"));
      return [name.split("-")[0], (await stat(file)).mtimeMs];
    }),
  );
}

test("compiled code is stored in the user's cache once and reused; a stack of clusters loads no more", async () => {
  const before = await left();
  expect(before.map(([chunk]) => chunk).sort()).toEqual(["answers", "client", "main", "schema"]);
  remember(await workspace.plan());
  expect(await left()).toEqual(before);
});

test("code for types on nodes is loaded when they are configured, and needs no management API", async () => {
  on.emulator.seed({ clusters: [{ id: "shop1" }] });
  const urls = JSON.stringify([on.emulator.nodeUrl.replace("{hostname}", "shop1-1.a1.searchcloud.example")]);
  await write(`data "searchcloud_nodes" "it" {\nnode_urls = ${urls}\n}
    output "healthy" {\nvalue = data.searchcloud_nodes.it.healthy\n}`);
  const env = { SEARCHCLOUD_API_KEY: "", SEARCHCLOUD_BASE_URL: "", SEARCHCLOUD_DATA_API_KEY: DATA_KEY };
  expect(remember(await workspace.plan([], { env })).output).toContain("+ healthy = true");
  expect((await left()).map(([chunk]) => chunk)).toEqual(
    expect.arrayContaining(["dataPlane", "dataPlaneTypes"]),
  );
}, 30_000);

test("no output and no file holds a key", () => {
  expect(said.length).toBeGreaterThan(15);
  expect(said.join("").length).toBeGreaterThan(100_000);
  for (const text of said) {
    expect(text).not.toContain(KEY);
    expect(text).not.toContain(OTHER_KEY);
    expect(text).not.toContain(DATA_KEY);
  }
});
