import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Emulator } from "../../src/emulator";
import { executable } from "../support/run";
import { Workspace } from "../support/terraform";
import { account, environmentOf, running, writes } from "./support/account";
import { ROOT } from "./support/project";

const INSTALL = join(ROOT, "dist/install.js");
const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

let emulator: Emulator;
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
  const { status, stdout, stderr } = spawnSync(INSTALL, words, {
    cwd: workspace.directory,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

test("the configuration names the version of this package", () => {
  const text = readFileSync(join(ROOT, "examples/hcl/main.tf"), "utf8");
  expect(/^ *version *= "(.*)"$/m.exec(text)?.[1]).toBe(version);
});

test("a life: install, init, validate, plan, apply, nothing to change, destroy", async () => {
  const { status, stdout } = install();
  expect([status, stdout]).toEqual([
    0,
    expect.stringMatching(
      /^terraform\.d\/plugins\/terraform\.searchcloud\.internal\/searchcloud\/searchcloud\/\S+\nNow run: terraform init\n$/,
    ),
  ]);
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

describe("searchcloud-install", () => {
  test("installs into a directory that is named", async () => {
    await workspace.write({ "other/main.tf": "" });
    const { status, stdout } = install("other");
    const [path = ""] = stdout.split("\n");
    expect([status, path]).toEqual([0, expect.stringMatching(/^other\/terraform\.d\/plugins\//)]);
    const plugin = readFileSync(join(ROOT, "dist/terraform-provider-searchcloud"));
    expect(readFileSync(join(workspace.directory, path)).equals(plugin)).toBe(true);
  });

  test.each([
    ["a directory that is not there", ["missing"], 1, /^There is no directory .*missing\.\n$/],
    ["a second directory", ["one", "two"], 2, /^Usage: searchcloud-install \[directory\]\n/],
    ["an unknown flag", ["--force"], 2, /^Usage: searchcloud-install \[directory\]\n/],
  ])("refuses %s", (_, words, code, message) => {
    const { status, stdout, stderr } = install(...words);
    expect([status, stdout]).toEqual([code, ""]);
    expect(stderr).toMatch(message);
  });

  test("--help says what it does and is no failure", () => {
    expect(install("--help")).toEqual({
      status: 0,
      stdout: expect.stringContaining("terraform.d/plugins"),
      stderr: "",
    });
  });
});

test("every .tf file of the examples is formatted as terraform would", () => {
  const folder = join(ROOT, "examples");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".tf"),
  );
  expect(files).toContain("hcl/main.tf");
  const { status, stdout, stderr } = spawnSync(
    executable("terraform"),
    ["fmt", "-check", "-diff", "-recursive", folder],
    {
      env: { ...process.env, TF_CLI_CONFIG_FILE: "" },
      encoding: "utf8",
    },
  );
  expect([status, stdout, stderr]).toEqual([0, "", ""]);
});
