import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { installInto, type Plugin, pluginPath, terraformPlatform } from "../../src/installation/install";

const ADDRESS = "terraform.searchcloud.internal/searchcloud/searchcloud";
const PLUGIN: Plugin = { address: ADDRESS, version: "0.1.0", content: Buffer.from("#!/usr/bin/env node\n") };

let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "install-"));
  path = pluginPath(folder, PLUGIN);
});
afterEach(() => rmSync(folder, { recursive: true }));

const lockFile = () => join(folder, ".terraform.lock.hcl");

test.each([
  ["linux", "x64", "linux_amd64"],
  ["darwin", "arm64", "darwin_arm64"],
  ["win32", "ia32", "windows_386"],
])("%s on %s is %s", (system, processor, platform) => {
  expect(terraformPlatform(system, processor)).toBe(platform);
});

test("writes the plugin for this machine and for remote runs, executable, and its entry of the lock file", () => {
  expect(installInto(folder, PLUGIN)).toBe(path);
  for (const installed of [path, pluginPath(folder, PLUGIN, "linux_amd64")]) {
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
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  expect(readFileSync(path)).toEqual(PLUGIN.content);
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

test("removes the drafts that a killed process has left, not those that another one writes, nor anything else", () => {
  const now = Date.UTC(2026, 10, 21);
  const draft = (of: string, digit: number) => `.${of}.${digit}0000000-0000-4000-8000-000000000000.new`;
  const left = [
    join(folder, draft(".terraform.lock.hcl", 1)),
    join(folder, "terraform.d", draft(basename(path), 1)),
  ];
  const young = join(folder, "terraform.d", draft(basename(path), 2));
  const theirs = join(folder, ".mine.new");
  mkdirSync(join(folder, "terraform.d"));
  const write = (minutesAgo: number) => (file: string) => {
    writeFileSync(file, "half");
    utimesSync(file, 0, now / 1000 - minutesAgo * 60);
  };
  [...left, theirs].forEach(write(61));
  [young].forEach(write(59));
  installInto(folder, PLUGIN, [], now);
  expect(left.filter((file) => existsSync(file))).toEqual([]);
  expect([young, theirs].filter((file) => existsSync(file))).toEqual([young, theirs]);
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
  afterEach(() => {
    expect(readdirSync(elsewhere)).toEqual(["precious"]);
    expect(readFileSync(join(elsewhere, "precious"), "utf8")).toBe("precious");
    rmSync(elsewhere, { recursive: true });
  });

  test.each<[what: string, at: () => string, target: string]>([
    ["the plugin", () => path, "precious"],
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
  });

  test("on the way there is refused, with what to do", () => {
    symlinkSync(elsewhere, join(folder, "terraform.d"));
    expect(() => installInto(folder, PLUGIN)).toThrow(
      `${join(folder, "terraform.d")} is a symbolic link, and the plugin is written below real directories only: ` +
        "replace the link by a directory, or install where it leads.",
    );
  });
});
