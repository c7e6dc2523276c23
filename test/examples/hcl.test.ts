import { spawnSync } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "../../package.json";
import type { EmulatorServer } from "../../src/emulator";
import { readFiles } from "../../tools/folder";
import { testWith } from "../support/features";
import { cleanEnvironment, terraformPath } from "../support/run";
import { Workspace } from "../support/terraform";
import { account, environmentOf, running, writes } from "./support/account";
import { blocksOf } from "./support/markdown";
import { ROOT } from "./support/project";

const COMMAND = join(ROOT, "dist/searchcloud.js");

let emulator: EmulatorServer;
let workspace: Workspace;

beforeAll(async () => {
  emulator = await account();
  workspace = await Workspace.create(environmentOf(emulator));
  await workspace.write({ "main.tf": readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8") });
});

afterAll(async () => {
  await workspace?.remove();
  await emulator?.close();
});

function install(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(COMMAND, ["install", ...words], {
    cwd: workspace.directory,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("a life: install, init, validate, plan, apply, nothing to change, destroy", async () => {
  const installed =
    /^terraform\.d\/plugins\/terraform\.searchcloud\.internal\/\S+\nNow run: terraform init \(or tofu init\)\n$/;
  expect(install()).toMatchObject({ status: 0, stdout: expect.stringMatching(installed) });
  await workspace.init();
  await workspace.validate();
  const { resource_changes } = await workspace.planJson();
  expect(resource_changes?.map(({ address, change }) => [address, change.actions])).toEqual([
    ["searchcloud_cluster.products", ["create"]],
  ]);
  await workspace.apply();
  expect(running(emulator)).toEqual(["products"]);
  const { values } = await workspace.state();
  expect(values?.outputs?.nodes?.value).toEqual([expect.stringMatching(/\.searchcloud\.example$/)]);
  await workspace.emptyPlan();
  await workspace.destroy();
  expect(running(emulator)).toEqual([]);
  expect(writes(emulator)).toEqual(["POST /clusters", "POST /clusters/{id}/lifecycle"]);
});

test("beside a company's mirror, init finds the plugin by what the guide says, and without it does not", async () => {
  expect(install().status).toBe(0);
  const [block = ""] = blocksOf(readFileSync(join(ROOT, "docs/guides/networks.md"), "utf8"))
    .map(({ text }) => text)
    .filter((text) => text.startsWith("provider_installation"));
  const init = (name: string, configuration: string) => {
    const file = join(workspace.directory, name);
    writeFileSync(file, configuration);
    const env = cleanEnvironment({ TF_CLI_CONFIG_FILE: file });
    const words = ["init", "-input=false", "-no-color"];
    return spawnSync(terraformPath(), words, { cwd: workspace.directory, env, encoding: "utf8" });
  };
  expect(init("guide.rc", block)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining("initialized"),
  });
  rmSync(join(workspace.directory, ".terraform"), { recursive: true });
  expect(
    init("other.rc", 'provider_installation {\n  filesystem_mirror {\n    path = "elsewhere"\n  }\n}\n')
      .status,
  ).toBe(1);
});

describe("searchcloud install", () => {
  test("installs into a directory that is named, again and again, and init accepts it without a word about locks", async () => {
    await workspace.write({ "other/main.tf": readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8") });
    const cwd = join(workspace.directory, "other");
    const lockFile = join(cwd, ".terraform.lock.hcl");
    const init = () =>
      spawnSync(terraformPath(), ["init", "-input=false", "-lockfile=readonly"], {
        cwd,
        env: cleanEnvironment({}),
      }).status;
    const { status, stdout } = install("other");
    expect([status, stdout]).toEqual([0, expect.stringMatching(/^other\/terraform\.d\/plugins\//)]);
    expect(init()).toBe(0);
    // The entry of the plugin before an update of the package.
    writeFileSync(lockFile, readFileSync(lockFile, "utf8").replace(/h1:.{4}/, "h1:AAAA"));
    expect(init()).toBe(1);
    expect(install("other").status).toBe(0);
    expect(init()).toBe(0);
  });

  test.each([
    ["a directory that is not there", ["missing"], 1, /^There is no directory .*missing\.\n$/],
    ["a second directory", ["one", "two"], 1, /^error: too many arguments/],
    ["an unknown flag", ["--force"], 1, /^error: unknown option '--force'\n/],
  ])("refuses %s, but not to say what it does", (_, words, status, message) => {
    expect(install(...words)).toEqual({ status, stdout: "", stderr: expect.stringMatching(message) });
    const stdout = expect.stringContaining("terraform.d/plugins");
    expect(install("--help")).toEqual({ status: 0, stdout, stderr: "" });
  });
});

testWith("provider functions")(
  "every .tf file of the examples is formatted, and the first one names the version of this package",
  () => {
    const { status, stdout, stderr } = spawnSync(
      terraformPath(),
      ["fmt", "-check", "-diff", "-recursive", join(ROOT, "examples")],
      { env: cleanEnvironment({}), encoding: "utf8" },
    );
    expect([status, stdout, stderr]).toEqual([0, "", ""]);
    const text = readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8");
    expect(/^ *version *= "(.*)"$/m.exec(text)?.[1]).toBe(version);
  },
);

test("every file of lists is formatted as well, which only a newer Terraform would look for", () => {
  const lists = readFiles(join(ROOT, "examples"), (path) => path.endsWith(".tfquery.hcl"));
  for (const [path, input] of lists) {
    const options = { env: cleanEnvironment({}), encoding: "utf8", input } as const;
    const { stdout } = spawnSync(terraformPath(), ["fmt", "-"], options);
    expect([path, stdout]).toEqual([path, input]);
  }
});
