import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ClusterSeedBody, EmulatorServer } from "../../../src/emulator";
import { emulators, START } from "../../emulator/support";
import { folder } from "../support";
import { adoptInto, visible } from "./support";
import { synthesize } from "./synthesize";

const start = emulators();
const path = folder();
let emulator: EmulatorServer;
let out: string;
let places = 0;

async function account(...clusters: ClusterSeedBody[]): Promise<void> {
  emulator = await start({ rate: "off", clock: { mode: "manual", start: START }, seed: { clusters } });
  places += 1;
  out = path(`${places}`);
}
const adopt = (...words: string[]) => adoptInto(emulator, out, words);
const hcl = (...words: string[]) => adopt("--language", "hcl", ...words);
const file = (name: string) => readFileSync(join(out, name), "utf8");
const reads = () => {
  const all = emulator.journal().filter(({ operation }) => operation === "listConfigurationChanges");
  emulator.clearJournal();
  return all.length;
};

const STATE = (id: string) =>
  JSON.stringify({
    version: 4,
    resources: [
      { mode: "managed", type: "searchcloud_cluster", name: "made", instances: [{ attributes: { id } }] },
      { mode: "data", type: "searchcloud_cluster", name: "seen", instances: [{ attributes: { id: "c-2" } }] },
    ],
  });

test("adds clusters in a new file, with names that the project does not have", async () => {
  await account({ id: "c-1", name: "shop" }, { id: "c-2", name: "new", status: "provisioning" });
  expect((await hcl()).code).toBe(0);
  // The user renamed a file, edited it and removed an import block.
  const edited = file("main.tf").replace(/import \{[^}]*\}/, "# c-1 was imported");
  writeFileSync(join(out, "clusters.tf"), edited);
  renameSync(join(out, "main.tf"), path(`${places}-old`));
  writeFileSync(join(out, "terraform.tfstate"), STATE("c-1"));
  emulator.seed({
    clusters: [
      { id: "c-3", name: "Shop" },
      { id: "c-4", name: "made" },
    ],
  });
  reads();
  const { code, err, out: said } = await hcl();
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/added\.tf\n$/) });
  expect(err).toContain("The project already has 1 cluster, which is not changed.");
  expect(err).toMatch(/Wrote 2 clusters\. Next: cd .* && terraform plan\n/);
  expect(reads()).toBe(2);
  expect(visible(out).sort()).toEqual(["added.tf", "clusters.tf", "terraform.tfstate"]);
  expect(file("clusters.tf")).toBe(edited);
  expect(file("added.tf").match(/^\w.*\{$/gm)).toEqual([
    "import {",
    'resource "searchcloud_cluster" "shop_n2" {',
    "import {",
    'resource "searchcloud_cluster" "made_n2" {',
  ]);
  const again = await hcl();
  expect([again.code, again.err, reads()]).toEqual([0, expect.stringContaining("Nothing to add."), 0]);
  emulator.seed({ clusters: [{ id: "c-5", name: "last" }] });
  expect((await hcl("--json")).code).toBe(0);
  expect(file("added-2.tf")).toContain('id = "c-5"');
});

test.each([
  ["a backend", 'terraform {\n  backend "s3" {}\n}\n', undefined],
  ["an encrypted state", "", '{"encrypted_data": "x"}'],
])(
  "does not read the account if %s cannot be read: a cluster in it would be adopted twice",
  async (_, code, state) => {
    await account({ id: "c-1", name: "shop" });
    mkdirSync(out);
    writeFileSync(join(out, "main.tf"), `${code}provider "searchcloud" {}\n`);
    if (state !== undefined) writeFileSync(join(out, "terraform.tfstate"), state);
    const found = await hcl();
    expect([found.code, found.err]).toEqual([
      1,
      expect.stringMatching(/Cannot determine which clusters .* already has: .*\n.*state pull/),
    ]);
    expect(emulator.journal()).toEqual([]);
  },
);

test("pulls a remote state", async () => {
  await account({ id: "c-1", name: "shop" }, { id: "c-2", name: "other" });
  mkdirSync(join(out, ".terraform"), { recursive: true });
  writeFileSync(join(out, "main.tf"), 'terraform {\n  cloud {\n  }\n}\nprovider "searchcloud" {}\n');
  const program = path(`terraform-${places}`);
  writeFileSync(program, `#!/bin/sh\n[ "$*" = "state pull" ] && echo '${STATE("c-1")}'\n`, { mode: 0o755 });
  const env = { TERRAFORM_BINARY_NAME: program };
  const { code } = await adoptInto(emulator, out, ["--language", "hcl"], { env });
  expect(code).toBe(0);
  expect(file("added.tf").match(/id = "c-\d"/g)).toEqual(['id = "c-2"']);
});

test("adds a module to a program, whatever the names of its files, for its library", async () => {
  await account({ id: "c-1", name: "shop" });
  expect((await adopt("--library", "cdktn")).code).toBe(0);
  renameSync(join(out, "main.ts"), join(out, "app.ts"));
  emulator.seed({ clusters: [{ id: "c-2", name: "shop" }] });
  const { code, err } = await adopt();
  expect([code, err]).toEqual([
    0,
    expect.stringMatching(
      /import \{ addClusters \} from ".\/added" and call addClusters\(stack\); then cd .* && npx cdktn diff\n/,
    ),
  ]);
  expect(file("added.ts")).toContain('from "cdktf-provider-searchcloud/cdktn"');
  const module = file("added.ts").replace(/export function/, "function");
  const program = file("app.ts")
    .replace(/^import .*$/gm, "")
    .replace("app.synth();", "addClusters(stack);\napp.synth();");
  const imports = `import { App } from "cdktn";\nimport { SearchCloudProvider } from "cdktf-provider-searchcloud/cdktn";\n`;
  const whole = `${imports}${module.replace("import type", "import")}${program}`;
  expect(JSON.parse(synthesize(whole)).import.map(({ id }: { id: string }) => id)).toEqual(["c-1", "c-2"]);
  emulator.seed({ clusters: [{ id: "c-3", name: "last" }] });
  expect((await adopt()).err).toContain('import { addClusters2 } from "./added-2"');
  expect(file("added-2.ts")).toContain("export function addClusters2(stack: TerraformStack): void {");
  const other = await adopt("--library", "cdktf");
  expect([other.code, other.err]).toEqual([
    1,
    expect.stringContaining("contains a program for cdktn, not cdktf"),
  ]);
});

test("rejects a project in the other language", async () => {
  await account({ id: "c-1", name: "shop" });
  expect((await hcl()).code).toBe(0);
  emulator.clearJournal();
  const { code, err } = await adopt();
  expect([code, err]).toEqual([1, expect.stringContaining("use --language hcl")]);
  expect(emulator.journal()).toEqual([]);
});
