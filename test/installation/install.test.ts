import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { installInto, type Plugin, pluginPath } from "../../src/installation/install";
import { terraformPlatform } from "../../src/installation/platform";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
const PLUGIN: Plugin = { address: ADDRESS, version: "0.1.0", content: Buffer.from("#!/usr/bin/env node\n") };
const platform = terraformPlatform(process.platform, process.arch);

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-"));
  path = pluginPath(folder, PLUGIN, platform);
});
afterEach(() => rmSync(folder, { recursive: true }));

const lockFile = () => join(folder, ".terraform.lock.hcl");

test("writes the plugin for this machine and for remote runs, executable, and its entry of the lock file", () => {
  expect(installInto(folder, PLUGIN)).toBe(path);
  for (const each of new Set([platform, "linux_amd64"])) {
    const installed = pluginPath(folder, PLUGIN, each);
    expect(readFileSync(installed)).toEqual(PLUGIN.content);
    expect(statSync(installed).mode & 0o777).toBe(0o755);
  }
  expect(readFileSync(lockFile(), "utf8")).toContain("h1:0ZQBPE66o6bOoOC5PivJGsAJWHD1umoIbC9DRwrrLBw=");
  expect(readdirSync(folder).sort()).toEqual([".terraform.lock.hcl", "terraform.d"]);
  expect(readdirSync(join(folder, "terraform.d"))).toEqual(["plugins"]);
});

test("leaves exactly one file in the plugin's folder, whatever lay there: a hash of it covers them all", () => {
  mkdirSync(join(dirname(path), "folder/inside"), { recursive: true });
  for (const name of [`${path}.4711.new`, join(dirname(path), "folder/inside/file")]) writeFileSync(name, "");
  writeFileSync(path, "half a plug", { mode: 0o600 });
  installInto(folder, PLUGIN);
  expect(readdirSync(dirname(path))).toEqual([path.slice(dirname(path).length + 1)]);
  expect(readFileSync(path)).toEqual(PLUGIN.content);
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

test("replaces a file as a whole: who has the old one open keeps it", () => {
  installInto(folder, PLUGIN);
  const before = statSync(path).ino;
  installInto(folder, PLUGIN);
  expect(statSync(path).ino).toBe(before);
  installInto(folder, { ...PLUGIN, content: Buffer.from("rebuilt") });
  expect(statSync(path).ino).not.toBe(before);
});

describe("a link", () => {
  let elsewhere: string;
  beforeEach(() => {
    elsewhere = mkdtempSync(join(tmpdir(), "elsewhere-"));
    writeFileSync(join(elsewhere, "precious"), "precious");
  });
  afterEach(() => rmSync(elsewhere, { recursive: true }));
  const untouched = () =>
    expect([readdirSync(elsewhere), readFileSync(join(elsewhere, "precious"), "utf8")]).toEqual([
      ["precious"],
      "precious",
    ]);

  test.each<[what: string, at: () => string, target: string]>([
    ["the plugin", () => path, "precious"],
    ["a file that lies beside it", () => `${path}.old`, "precious"],
    ["a folder that lies beside it", () => `${path}.old`, "."],
    ["the folder of the platform", () => dirname(path), "."],
    ["the lock file", lockFile, "precious"],
  ])("in place of %s is replaced, and never followed", (_, at, target) => {
    mkdirSync(dirname(at()), { recursive: true });
    symlinkSync(join(elsewhere, target), at());
    installInto(folder, PLUGIN);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(lstatSync(lockFile()).isFile()).toBe(true);
    expect(readdirSync(dirname(path))).toHaveLength(1);
    untouched();
  });

  test("on the way there is refused, with what to do", () => {
    symlinkSync(elsewhere, join(folder, "terraform.d"));
    expect(() => installInto(folder, PLUGIN)).toThrow(
      `${join(folder, "terraform.d")} is a symbolic link, and the plugin is written below real directories only: ` +
        "replace the link by a directory, or install where it leads.",
    );
    untouched();
  });
});

test("of the lock file, only our entry changes", () => {
  const other = 'provider "registry.terraform.io/hashicorp/null" {\n  version = "3.2.4"\n}\n';
  const old = `provider "${ADDRESS}" {\n  version = "0.0.9"\n  hashes = [\n    "h1:old=",\n  ]\n}\n`;
  writeFileSync(lockFile(), `# by hand\n${old}\n${other}`);
  installInto(folder, PLUGIN);
  const text = readFileSync(lockFile(), "utf8");
  expect(text).toMatch(/^# by hand\n/);
  expect(text).toContain(other);
  expect(text).not.toContain("0.0.9");
  expect(text.match(/^provider /gm)).toHaveLength(2);
});
