import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { scripts } from "../../../package.json";
import { NODE, OPENTOFU } from "../../../tools/downloads/pinned";
import { openTofu } from "../../../tools/terraform/openTofu";
import { findTool, inspectTool, pinnedPlace, toolEnvironment } from "../../../tools/terraform/tool";
import { terraformPath } from "../../support/run";

const FOLDER = realpathSync(mkdtempSync(join(tmpdir(), "tool-")));
const CACHE = join(FOLDER, "cache");
afterAll(() => rmSync(FOLDER, { recursive: true }));

/** A program that answers `version` with these words; its path. */
function program(path: string, says = "", code = 0): string {
  const file = join(FOLDER, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `#!/bin/sh\n[ $1 = version ] && echo '${says}' >&${code ? 2 : 1}\nexit ${code}\n`);
  chmodSync(file, 0o755);
  return file;
}

const terraform = program("one/terraform");
const tofu = program("two/tofu");
program("three/terraform");
const env = (more: NodeJS.ProcessEnv, ...folders: string[]) => ({
  XDG_CACHE_HOME: CACHE,
  PATH: folders.map((name) => join(FOLDER, name)).join(":"),
  ...more,
});

test.each<[string, NodeJS.ProcessEnv, string | undefined]>([
  ["terraform on the PATH", env({}, "none", "two", "one", "three"), terraform],
  ["tofu where there is no terraform", env({}, "two"), tofu],
  ["what the variable names, on the PATH", env({ SEARCHCLOUD_TERRAFORM: "tofu" }, "one", "two"), tofu],
  ["what the variable names, as a path", env({ SEARCHCLOUD_TERRAFORM: tofu }, "one"), tofu],
  ["what cdktf's variable names", env({ TERRAFORM_BINARY_NAME: "tofu" }, "one", "two"), tofu],
  [
    "what our variable names, before cdktf's",
    env({ SEARCHCLOUD_TERRAFORM: terraform, TERRAFORM_BINARY_NAME: tofu }),
    terraform,
  ],
  ["nothing where there is none", env({}, "none"), undefined],
  ["nothing of a relative folder of the PATH", { ...env({}), PATH: ":one:." }, undefined],
])("the tool is %s", (_, given, path) => {
  expect(findTool(given)).toBe(path);
});

test("the tool is the downloaded one if there is no other", () => {
  const { program: kept } = pinnedPlace({ XDG_CACHE_HOME: CACHE });
  program(kept.slice(FOLDER.length));
  expect(findTool(env({}, "none"))).toBe(kept);
  expect(findTool(env({}, "two"))).toBe(tofu);
});

test.each([
  [
    "opentofu",
    'SEARCHCLOUD_TERRAFORM names "opentofu", and no program of that name is on the PATH: install it (https://opentofu',
  ],
  [
    "/no/terraform",
    'SEARCHCLOUD_TERRAFORM names "/no/terraform", and there is no such program: install it (https://developer.h',
  ],
])("a variable that names the missing %s is an error, whatever else is there", (name, message) => {
  expect(() => findTool(env({ SEARCHCLOUD_TERRAFORM: name }, "one", "two"))).toThrow(message);
});

test("the real tool is inspected", () => {
  const path = terraformPath();
  const [, product, version] =
    /^(\w+) v(\S+)/.exec(execFileSync(path, ["version"], { encoding: "utf8" })) ?? [];
  // What the user has set for terraform does not disturb it.
  const disturbed = { ...process.env, TF_CLI_ARGS: "-none", TF_CLI_CONFIG_FILE: "/none" };
  expect(inspectTool(path, disturbed)).toEqual({ path, product, version });
});

test.each([
  ["Terraform v1.8.0", { product: "Terraform", version: "1.8.0" }],
  ["Terraform v2.0.0-beta1\non linux_amd64", { product: "Terraform", version: "2.0.0-beta1" }],
  ["OpenTofu v1.6.0", { product: "OpenTofu", version: "1.6.0" }],
])("%s will do", (says, tool) => {
  expect(inspectTool(program("some", says))).toEqual({ path: join(FOLDER, "some"), ...tool });
});

test.each([
  [
    "Terraform v1.7.5",
    0,
    "Terraform 1.7.5, and 1.8 or later is needed: install a newer one (https://developer.hashicorp.com/terraform/install), or name another one in SEARCHCLOUD_TERRAFORM.",
  ],
  ["Terraform v0.15.5", 0, "Terraform 0.15.5, and 1.8 or later is needed"],
  [
    "OpenTofu v1.5.9",
    0,
    "OpenTofu 1.5.9, and 1.6 or later is needed: install a newer one (https://opentofu.org/docs/intro/install/)",
  ],
  ["Terragrunt v9.9.9", 0, 'neither Terraform nor OpenTofu: "version" prints "Terragrunt v9.9.9"'],
  ["No version is set", 126, "No version is set. Install it again"],
])("%s is rejected with a message", (says, code, message) => {
  expect(() => inspectTool(program("other", says, code))).toThrow(message);
});

test("started programs run the same tool", () => {
  expect(toolEnvironment(tofu, env({}, "one", "three"))).toEqual({
    TERRAFORM_BINARY_NAME: tofu,
    PATH: ["two", "one", "three"].map((name) => join(FOLDER, name)).join(":"),
  });
  expect(toolEnvironment(tofu, env({}, "one", "two")).PATH).toBe(env({}, "one", "two").PATH);
});

test("every script that runs code in Node first checks its version", () => {
  const ours = Object.values(scripts).filter((script) => script.includes("tsx "));
  expect(ours.length).toBeGreaterThan(5);
  expect(ours.filter((script) => !script.startsWith("node src/startup/requireNode.cjs && "))).toEqual([]);
});

test.each([
  [
    "20.18.9",
    /^\/.* is Node 20\.18\.9, and 20\.19 or later is needed: install a newer one \(https:.*\.\n$/,
    1,
  ],
  ["8.17.0", / is Node 8\.17\.0, and /, 1],
  ["20.19.0", /^$/, 0],
  ["30.0.0", /^$/, 0],
])("Node %s is checked", (version, message, code) => {
  const check = join(__dirname, "../../../src/startup/requireNode.cjs");
  const script = `Object.defineProperty(process.versions, "node", { value: "${version}" }); require("${check}");`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8" });
  expect([status, stdout]).toEqual([code, ""]);
  expect(stderr).toMatch(message);
});

test.each(["build", "demo", "emulator", "release", "terraform"] as const)(
  "npm run %s tells it first",
  (name) => {
    expect(scripts[name]).toMatch(/^node src\/startup\/requireNode\.cjs && /);
  },
);

const TOFU_FOLDER = join(FOLDER, "opentofu");
const TOFU = join(TOFU_FOLDER, "tofu");
mkdirSync(TOFU_FOLDER);
writeFileSync(TOFU, "", { mode: 0o755 });

test("the named tofu has priority over the one on the PATH; there is none if npm has none for the platform", async () => {
  const other = join(TOFU_FOLDER, "other");
  writeFileSync(other, "", { mode: 0o755 });
  expect(await openTofu({ PATH: TOFU_FOLDER, SEARCHCLOUD_TERRAFORM: other })).toBe(other);
  expect(await openTofu({ PATH: TOFU_FOLDER }, "aix-ppc64")).toBe(TOFU);
  expect(await openTofu({ PATH: "/nowhere" }, "aix-ppc64")).toBeUndefined();
  const missing = openTofu({ PATH: TOFU_FOLDER, SEARCHCLOUD_TERRAFORM: "/nowhere/tofu" });
  await expect(missing).rejects.toThrow(
    'SEARCHCLOUD_TERRAFORM names "/nowhere/tofu", and there is no such program',
  );
});

test("every pinned program has a released version and an integrity", () => {
  const all = [OPENTOFU, ...Object.values(NODE)].flatMap((platforms) => Object.entries(platforms));
  for (const [platform, pinned] of all) {
    expect(pinned?.integrity).toMatch(/^sha512-[A-Za-z0-9+/]{86}==$/);
    expect([platform, pinned?.program.endsWith(".exe")]).toEqual([platform, platform.startsWith("win32")]);
  }
  expect(new Set(all.map(([, pinned]) => pinned?.integrity)).size).toBe(all.length);
});
