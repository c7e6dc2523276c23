import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
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
import { npmPackage, npmProject } from "../../../tools/downloads/npm";

const FOLDER = mkdtempSync(join(realpathSync(tmpdir()), "npm-"));
const CACHE = join(FOLDER, "cache");
const NAMED = { name: "@some/tool", version: "1.2.3" };

afterAll(() => rmSync(FOLDER, { recursive: true }));

/** A tarball on disk, which npm takes as it takes one of the registry. */
const SPEC = (() => {
  writeFileSync(join(FOLDER, "package.json"), JSON.stringify(NAMED));
  writeFileSync(join(FOLDER, "tool.txt"), "a tool");
  return join(FOLDER, execFileSync("npm", ["pack", "--silent"], { cwd: FOLDER, encoding: "utf8" }).trim());
})();
const integrity = `sha512-${createHash("sha512").update(readFileSync(SPEC)).digest("base64")}`;

test("a package is fetched once, and its files are kept", async () => {
  const found = await npmPackage({ ...NAMED, integrity }, { folder: CACHE, spec: SPEC });
  expect(readFileSync(join(found, "tool.txt"), "utf8")).toBe("a tool");
  const again = await npmPackage({ ...NAMED, integrity }, { folder: CACHE, spec: "/nowhere.tgz" });
  expect(again).toBe(found);
  expect(readdirSync(CACHE)).toEqual(["@some+tool-1.2.3"]);
});

test("a package with unexpected bytes is not unpacked", async () => {
  const other = { ...NAMED, version: "1.2.4", integrity: "sha512-AAAA" };
  await expect(npmPackage(other, { folder: CACHE, spec: SPEC })).rejects.toThrow(
    `their integrity is ${integrity}, not sha512-AAAA`,
  );
  expect(readdirSync(CACHE)).toEqual(["@some+tool-1.2.3"]);
});

test("a package that npm cannot fetch is an error with npm's message and the remedy", async () => {
  const missing = npmPackage(
    { ...NAMED, version: "9.9.9", integrity },
    { folder: CACHE, spec: "/nowhere.tgz" },
  );
  await expect(missing).rejects.toThrow(
    /npm could not fetch \/nowhere.tgz: npm error[\s\S]+npm config get registry/,
  );
});

test("a package that others can have put there is not used, and none is put where others can write", async () => {
  const shared = join(FOLDER, "shared");
  const planted = join(shared, "@some+tool-1.2.3/package");
  mkdirSync(planted, { recursive: true });
  chmodSync(shared, 0o777);
  const fetching = () => npmPackage({ ...NAMED, integrity }, { folder: shared, spec: SPEC });
  await expect(fetching()).rejects.toThrow(
    `${shared} is not safe (others can write in it). Correct its owner`,
  );
  rmSync(join(shared, "@some+tool-1.2.3"), { recursive: true });
  await expect(fetching()).rejects.toThrow("is not safe");
  expect(readdirSync(shared)).toEqual([]);
});

const PROJECTS = join(FOLDER, "project-cache");
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

test("the packages of the lock file are installed once, without running their scripts", async () => {
  const modules = await npmProject(PROJECT, PROJECTS);
  expect(readdirSync(join(modules, "tool"))).toEqual(["package.json"]);
  writeFileSync(join(modules, "mark"), "");
  expect(await npmProject(PROJECT, PROJECTS)).toBe(modules);
  expect(readdirSync(modules)).toContain("mark");
});

test("bytes that differ from the lock file are an error with npm's message and the remedy, and nothing is kept", async () => {
  const installed = readdirSync(CACHE);
  const digest = /"sha512-(...)/.exec(readFileSync(LOCK, "utf8"))?.[1] ?? "";
  const other = digest === "AAA" ? "BBB" : "AAA";
  writeFileSync(LOCK, readFileSync(LOCK, "utf8").replace(`sha512-${digest}`, `sha512-${other}`));
  await expect(npmProject(PROJECT, CACHE)).rejects.toThrow(/EINTEGRITY[\s\S]+npm config get registry/);
  expect(readdirSync(CACHE)).toEqual(installed);
});
