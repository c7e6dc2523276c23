import { readFileSync } from "node:fs";
import { join } from "node:path";
import { testWith } from "../support/features";
import { Workspace } from "../support/terraform";
import { running, type SteppedAccount, steppedAccount } from "./support/account";
import { blocksOf } from "./support/markdown";
import { NODE_KEY } from "./support/modules";
import { ROOT } from "./support/project";
import { Example } from "./support/stacks";

const EXAMPLE = new Example("live-collection");
const GUIDE = blocksOf(readFileSync(join(ROOT, "docs/guides/live-collections.md"), "utf8"));
const shown = (mark: string) => GUIDE.find((block) => block.mark === mark)?.text ?? "";

const MODULES = ["hcl", "typescript"] as const;
type Module = (typeof MODULES)[number];
const MAIN = EXAMPLE.read("main.tf");
const BY_PRICE = 'defaultSortingField: "price"';

/** The edit of the guide, as it is in its diff. */
function edited(text: string): string {
  const [, removed = "", added = ""] = /^-(.*\n)\+(.*\n)$/.exec(shown("edit")) ?? [];
  expect(text).toContain(removed);
  return text.replace(removed, added);
}

jest.setTimeout(120_000);
let account: SteppedAccount;
let workspace: Workspace;
let stacks: Record<"first" | "second", string>;

beforeAll(async () => {
  const first = EXAMPLE.read("main.ts");
  stacks = await EXAMPLE.stacks({ first, second: first.replace('defaultSortingField: "rank"', BY_PRICE) });
  account = await steppedAccount([]);
  workspace = await Workspace.create(account.env);
  await workspace.write({ "main.tf": EXAMPLE.calling(MODULES) });
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

/** Applies both forms of the example before or after its edit, whose next plan is empty. */
async function deploy(stack: keyof typeof stacks): Promise<string> {
  const text = stack === "first" ? MAIN : edited(MAIN);
  await workspace.write({ "hcl/main.tf": EXAMPLE.module(text), "typescript/cdk.tf.json": stacks[stack] });
  account.emulator.clearJournal();
  const { output } = await workspace.apply();
  await workspace.emptyPlan();
  return output;
}

/** The outputs of a module of the example. */
async function outputsOf(name: Module) {
  const { values } = await workspace.state();
  const outputs: unknown = values?.outputs?.[name]?.value;
  return outputs as { readonly version: string; readonly search_key: string };
}

/** The name of the live version of each module. */
async function versions(): Promise<Record<Module, string>> {
  const [hcl, typescript] = await Promise.all(MODULES.map(outputsOf));
  return { hcl: hcl?.version ?? "", typescript: typescript?.version ?? "" };
}

/** The titles that the storefront of a module finds without an order of its own, first the best. */
async function titles(name: Module): Promise<string[]> {
  const { values } = await workspace.state();
  const { search_key } = await outputsOf(name);
  const cluster = values?.root_module.resources?.find(
    ({ address, type }) => address.startsWith(`module.${name}.`) && type === "searchcloud_cluster",
  );
  const hostnames = cluster?.values.hostnames as { nodes: string[] };
  const node = account.emulator.nodeUrl.replace("{hostname}", hostnames.nodes[0] ?? "");
  const response = await fetch(`${node}/collections/catalog/documents/search?q=*`, {
    headers: { "x-search-api-key": search_key },
  });
  const { hits = [] } = (await response.json()) as { hits?: { document: { title: string } }[] };
  return hits.map(({ document }) => document.title);
}

/** The requests that write documents or aliases, sorted, without hosts, queries and the names of versions. */
function writesTo({ emulator }: SteppedAccount): string[] {
  const found = emulator.journal().filter(({ method }) => method !== "GET");
  const paths = found.map(({ method, path }) => `${method} ${path.replace(/^\/nodes\/[^/]+|\?.*/g, "")}`);
  return [...new Set(paths.map((path) => path.replace(/catalog_[a-z0-9]{8}/, "VERSION")))].sort();
}

/** The paragraphs of a plan, without line breaks, names of the service and of versions, times and sizes. */
function sentences(text: string): string[] {
  const plain = text
    .replace(/cluster \w{16}\b/g, "CLUSTER")
    .replace(/catalog_[a-z0-9]{8}/g, "VERSION")
    .replace(/\d{4}-\d\d-\d\dT[\d:]+Z/g, "TIME");
  const paragraphs = plain.split(/\n\s*\n/).map((one) => one.replace(/\s+/g, " ").trim());
  return paragraphs
    .map((one) => one.replace(/(less than )?\d+(\.\d+)? [MG]B/g, "SIZE"))
    .filter((one) => one !== "");
}

/** Expects the plan that the guide shows, in the output of an apply. */
function expectPlan(mark: string, output: string): void {
  const paragraphs = sentences(shown(mark));
  expect(paragraphs.length).toBeGreaterThan(1);
  const found = sentences(output);
  expect(paragraphs.filter((one) => !found.some((other) => other.startsWith(one)))).toEqual([]);
}

const BY_RANK = ["Desk chair", "Oak bookcase", "Reading lamp", "Pine bookcase", "Writing desk"];
const EXPENSIVE_FIRST = ["Writing desk", "Oak bookcase", "Desk chair", "Pine bookcase", "Reading lamp"];
let before: Record<Module, string>;

test("the guide shows parts of the example, and what follows", () => {
  expect(GUIDE.filter(({ language }) => language !== "ts").map(({ mark }) => mark)).toEqual([
    "part of examples/live-collection/main.tf",
    "edit",
    "plan",
    "plan back",
    "key",
    "migration before",
    "migration after",
  ]);
  expect(MAIN).toContain(shown("part of examples/live-collection/main.tf"));
});

test("the storefront searches by the alias, in HCL and in TypeScript", async () => {
  await deploy("first");
  before = await versions();
  for (const name of MODULES) {
    expect(before[name]).toMatch(/^catalog_[a-z0-9]{8}$/);
    expect(await titles(name)).toEqual(BY_RANK);
  }
});

test("another sorting field moves the alias to another version with the same documents; none is imported again", async () => {
  expectPlan("plan", await deploy("second"));
  const after = await versions();
  for (const name of MODULES) {
    expect(after[name]).not.toBe(before[name]);
    expect(await titles(name)).toEqual(EXPENSIVE_FIRST);
  }
  expect(writesTo(account)).not.toContain("POST /collections/catalog/documents/import");
});

test("the way back leads to the first version, without another one", async () => {
  expectPlan("plan back", await deploy("first"));
  expect(await versions()).toEqual(before);
  expect(writesTo(account)).not.toContain("POST /collections");
  for (const name of MODULES) expect(await titles(name)).toEqual(BY_RANK);
});

test("a destroy names the documents of the versions, and leaves nothing", async () => {
  const { output } = await workspace.destroy();
  expect(output.replace(/\s+/g, " ")).toMatch(/5 documents/);
  expect(running(account.emulator)).toEqual([]);
});

describe("on a cluster that exists", () => {
  let existing: SteppedAccount;
  let folder: Workspace;
  const begin = async (actions: readonly string[], collections: readonly string[]) => {
    const data = { keys: [{ value: NODE_KEY, actions, collections }] };
    existing = await steppedAccount([{ id: "existing", data }], { SEARCHCLOUD_DATA_API_KEY: NODE_KEY });
    folder = await Workspace.create(existing.env);
  };
  afterEach(async () => {
    await folder?.remove();
    await existing?.close();
  });
  const applied = async (text: string) => {
    const variable = 'variable "cluster_id" {\n  default = "existing"\n}\n';
    await folder.write({ "main.tf": `${EXAMPLE.calling([])}${variable}${text}` });
    existing.emulator.clearJournal();
    return (await folder.apply()).output;
  };

  testWith("removed blocks with lifecycle")(
    "the migration is one deploy without a request that writes",
    async () => {
      await begin(["*"], ["*"]);
      await applied(shown("migration before"));
      const output = await applied(shown("migration after"));
      expect(output).toContain("1 imported, 0 added, 1 changed, 0 destroyed");
      expect(writesTo(existing)).toEqual([]);
      await folder.emptyPlan();
    },
  );

  test("the key that the guide shows can create, edit and delete a live collection", async () => {
    const [actions = [], collections = []] = [...shown("key").matchAll(/= (\[.*\])$/gm)].map(
      ([, list = ""]) => JSON.parse(list) as string[],
    );
    expect([actions.length, collections]).toEqual([3, ["catalog", "catalog_.*"]]);
    await begin(actions, collections);
    const text = shown("part of examples/live-collection/main.tf")
      .replace(/^ *api_key .*\n/m, "")
      .replace("searchcloud_cluster.products.id", "var.cluster_id");
    await applied(text);
    const [first] = existing.emulator.state().aliases;
    expect(await applied(edited(text))).not.toMatch(/Warning: .*key/i);
    const [second] = existing.emulator.state().aliases;
    expect(second?.collection_name).not.toBe(first?.collection_name);
    await folder.destroy();
    expect(existing.emulator.state().collections).toEqual([]);
  });
});
