import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { homedir, tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(__dirname, "../..");
const FILES = ["terraform-provider-searchcloud", "searchcloud.js"];

const folder = mkdtempSync(join(tmpdir(), "build-"));
for (const name of FILES) copyFileSync(join(ROOT, "dist", name), join(folder, name));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a built file where there is no package around it, with nothing but Node on the PATH. */
function run(name: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(join(folder, name), words, {
    cwd: folder,
    env: { PATH: `${process.execPath.slice(0, process.execPath.lastIndexOf("/"))}:/usr/bin:/bin` },
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe.each(FILES)("dist/%s", (name) => {
  const text = readFileSync(join(folder, name), "utf8");

  test("is one executable file for Node", () => {
    expect(statSync(join(ROOT, "dist", name)).mode & 0o777).toBe(0o755);
    expect(text.slice(0, 1024)).toMatch(/^#!(\/usr\/bin\/env node\n|\/bin\/sh\n.*\nexec node )/);
  });

  test("has no dependency but Node itself", () => {
    // Lazily loaded code is in a separate string, in which quotes are escaped.
    const required = [...text.matchAll(/\b(?:require|import)\(\\?["']([^"'\\]+)\\?["']\)/g)].map(
      ([, target = ""]) => target,
    );
    expect(required.length).toBeGreaterThan(1);
    const others = required.filter((target) => !target.startsWith("node:") && !isBuiltin(target));
    // A store of undici's that nothing here uses; for an old Node, the prefix is taken away.
    expect(others.filter((target) => target !== "sqlite")).toEqual([]);
  });

  test("contains no path of the machine that built it", () => {
    for (const path of [ROOT, homedir(), tmpdir()]) expect(text).not.toContain(`${path}/`);
  });
});

test("the command first reports a Node that is too old", () => {
  const script = `Object.defineProperty(process.versions, "node", { value: "12.22.9" }); require("./searchcloud.js");`;
  const { status, stdout, stderr } = spawnSync(process.execPath, ["-e", script], {
    cwd: folder,
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/^\/.* is Node 12\.22\.9, and 20\.19 or later is needed: .*\n$/);
});

test("the provider started by hand explains what it is, and fails", () => {
  expect(run("terraform-provider-searchcloud")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^This program is a Terraform provider\. .*"terraform init"/s),
  });
});

test("the install command without its package prints the remedy", () => {
  rmSync(join(folder, "terraform-provider-searchcloud"));
  expect(run("searchcloud.js", "install")).toEqual({
    status: 1,
    stdout: "",
    stderr: expect.stringMatching(/^Plugin .* not found: run `npm run build`, or reinstall the package\.\n$/),
  });
});
