import { execFileSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { npmProject } from "../../../tools/downloads/npmProject";

const FOLDER = mkdtempSync(join(realpathSync(tmpdir()), "npm-project-"));
const CACHE = join(FOLDER, "cache");
/** As deep as what is in the cache: the lock file has relative paths. */
const PROJECT = join(FOLDER, "projects/project");
const LOCK = join(PROJECT, "package-lock.json");

beforeAll(() => {
  for (const folder of [PROJECT, join(FOLDER, "tool")]) mkdirSync(folder, { recursive: true });
  const scripts = { install: "touch ran" };
  writeFileSync(
    join(FOLDER, "tool/package.json"),
    JSON.stringify({ name: "tool", version: "1.2.3", scripts }),
  );
  const npm = (cwd: string, ...args: string[]) => execFileSync("npm", [...args, "--silent"], { cwd });
  npm(join(FOLDER, "tool"), "pack");
  const dependencies = { tool: `file:${join(FOLDER, "tool/tool-1.2.3.tgz")}` };
  writeFileSync(join(PROJECT, "package.json"), JSON.stringify({ private: true, dependencies }));
  npm(PROJECT, "install", "--package-lock-only");
});

afterAll(() => rmSync(FOLDER, { recursive: true }));

test("what the lock file names is installed once, without running its scripts", async () => {
  const modules = await npmProject(PROJECT, CACHE);
  expect(readdirSync(join(modules, "tool"))).toEqual(["package.json"]);
  writeFileSync(join(modules, "mark"), "");
  expect(await npmProject(PROJECT, CACHE)).toBe(modules);
  expect(readdirSync(modules)).toContain("mark");
});

test("other bytes than the lock file has are an error with npm's words and what to do, and nothing stays", async () => {
  const installed = readdirSync(CACHE);
  const digest = /"sha512-(...)/.exec(readFileSync(LOCK, "utf8"))?.[1] ?? "";
  const other = digest === "AAA" ? "BBB" : "AAA";
  writeFileSync(LOCK, readFileSync(LOCK, "utf8").replace(`sha512-${digest}`, `sha512-${other}`));
  await expect(npmProject(PROJECT, CACHE)).rejects.toThrow(/EINTEGRITY[\s\S]+npm config get registry/);
  expect(readdirSync(CACHE)).toEqual(installed);
});
