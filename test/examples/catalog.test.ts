import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lacking } from "../support/features";
import { Workspace } from "../support/terraform";
import { running, type SteppedAccount, steppedAccount } from "./support/account";
import { CHECK } from "./support/modules";
import { Project, ROOT } from "./support/project";

const FOLDER = join(ROOT, "examples/catalog");
const read = (name: string) => readFileSync(join(FOLDER, name), "utf8");
const STACK = "stacks/search";

/** A facet on the tags, and the price as another field. */
const EDITS = {
  "main.ts": [
    'Field.stringArray("tags"), ',
    'Field.stringArray("tags", { facet: true }), Field.float("price"), ',
  ],
  "main.tf": [
    '    type = "string[]"\n',
    '    type = "string[]"\n    facet = true\n  }\n  field {\n    name = "price"\n    type = "float"\n',
  ],
} as const;

function edited(name: keyof typeof EDITS): string {
  const [line, by] = EDITS[name];
  expect(read(name)).toContain(line);
  return read(name).replace(line, by);
}

type Stacks = readonly [first: string, second: string, reindexed: string];

/** Runs the program and its edits in one process; answers the stacks that they write. */
async function synthesized(): Promise<Stacks> {
  const run = (program: string) => `process.env.CDKTF_OUTDIR = "${program}.out"; require("./${program}");`;
  const project = await Project.create({
    files: {
      "first.ts": read("main.ts"),
      "second.ts": edited("main.ts"),
      "catalog.jsonl": read("catalog.jsonl"),
      "third.ts": edited("main.ts").replace('addCollection("catalog"', 'addCollection("catalog_v2"'),
      "all.ts": ["first", "second", "third"].map(run).join(""),
    },
  });
  try {
    await project.tsx("all.ts");
    const stack = async (program: string) => {
      const text = await project.read(`${program}.out/${STACK}/cdk.tf.json`);
      // Such as path.module in HCL below.
      return text.replaceAll(`$\{path.module}/../../..`, FOLDER);
    };
    return [await stack("first"), await stack("second"), await stack("third")];
  } finally {
    await project.remove();
  }
}

const MODULES = ["hcl", "typescript"] as const;
const [REQUIRED = ""] = /^terraform \{[\s\S]*?^\}\n/m.exec(read("main.tf")) ?? [];
const main = `${REQUIRED}\nprovider "searchcloud" {}\n${MODULES.map(
  (name) =>
    `module "${name}" {\n  source = "./${name}"\n}\noutput "${name}" {\n  value = module.${name}\n  sensitive = true\n}\n`,
).join("")}`;

/** The example in HCL as a module; the provider runs in this process, and so in another folder than Terraform. */
function hcl(text: string): string {
  const bare = text.replace('provider "searchcloud" {}\n', "").replace(`$\{path.module}`, FOLDER);
  return lacking("checks in modules") ? bare.replaceAll(CHECK, "") : bare;
}

jest.setTimeout(120_000);
let account: SteppedAccount;
let workspace: Workspace;
let stacks: Stacks;

beforeAll(async () => {
  stacks = await synthesized();
  account = await steppedAccount([]);
  workspace = await Workspace.create(account.env);
  await workspace.write({
    "main.tf": main,
    "hcl/main.tf": hcl(read("main.tf")),
    "typescript/cdk.tf.json": stacks[0],
  });
});

afterAll(async () => {
  await workspace?.remove();
  await account?.close();
});

/** The writes to nodes since the last look, sorted, without their hosts and queries. */
function writes(): string[] {
  const found = account.emulator
    .journal()
    .filter(({ method, path }) => method !== "GET" && path.startsWith("/nodes/"));
  account.emulator.clearJournal();
  return found
    .map(
      ({ method, path }) =>
        `${method} ${path.replace(/^\/nodes\/[^/]+|\?.*/g, "").replace(/\d+(?=$|\/)/, "{id}")}`,
    )
    .sort();
}

const twice = (requests: readonly string[]) => [...requests, ...requests].sort();

test("one apply goes from nothing to the first search, in HCL and in TypeScript; nothing is left to do", async () => {
  const { output } = await workspace.apply();
  expect(output).not.toContain("Check block assertion failed");
  expect(writes()).toEqual(
    twice([
      "POST /collections",
      "POST /collections/catalog/documents/import",
      "POST /keys",
      "PUT /aliases/shop",
    ]),
  );
  await workspace.emptyPlan();
});

test("an edit of two fields is one PATCH, and the storefront's key searches by them through the alias", async () => {
  account.emulator.clearJournal();
  await workspace.write({ "hcl/main.tf": hcl(edited("main.tf")), "typescript/cdk.tf.json": stacks[1] });
  await workspace.apply();
  expect(writes()).toEqual(twice(["PATCH /collections/catalog"]));
  await workspace.emptyPlan();
  const { values } = await workspace.state();
  for (const name of MODULES) {
    const output: unknown = values?.outputs?.[name]?.value;
    const { search_key } = output as { search_key: string };
    const cluster = values?.root_module.resources?.find(
      ({ address, type }) => address.startsWith(`module.${name}.`) && type === "searchcloud_cluster",
    );
    const hostnames = cluster?.values.hostnames as { nodes: string[] };
    const node = account.emulator.nodeUrl.replace("{hostname}", hostnames.nodes[0] ?? "");
    const query = new URLSearchParams({
      q: "*",
      filter_by: "price:>300",
      facet_by: "tags",
      query_by: "title",
    });
    const response = await fetch(`${node}/collections/shop/documents/search?${query}`, {
      headers: { "x-search-api-key": search_key },
    });
    const { found, facet_counts, hits } = (await response.json()) as Record<string, never>;
    expect([response.status, found]).toEqual([200, 2]);
    expect(facet_counts).toMatchObject([{ field_name: "tags", counts: expect.anything() }]);
    expect(hits).toMatchObject([{ document: { id: "1" } }, { document: { id: "4" } }]);
  }
});

test("a reindex into another collection leaves the storefront's key alone", async () => {
  account.emulator.clearJournal();
  await workspace.write({ "typescript/cdk.tf.json": stacks[2] });
  await workspace.apply();
  expect(writes()).toEqual([
    "DELETE /collections/catalog",
    "POST /collections",
    "POST /collections/catalog_v{id}/documents/import",
    "PUT /aliases/shop",
  ]);
});

test("a destroy names the documents, and leaves nothing", async () => {
  account.emulator.clearJournal();
  const { output } = await workspace.destroy();
  expect(output).toMatch(/is deleted with 5\s+documents/);
  // The same plan deletes the collection and the cluster, so nothing else in it may say that they stay.
  expect(output).not.toMatch(/\bstays? (in|valid)\b/);
  expect(writes()).toEqual(
    [
      ...twice(["DELETE /aliases/shop", "DELETE /keys/{id}"]),
      "DELETE /collections/catalog",
      "DELETE /collections/catalog_v{id}",
    ].sort(),
  );
  expect(running(account.emulator)).toEqual([]);
});
