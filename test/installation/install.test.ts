import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import {
  installInto,
  type Plugin,
  pluginPath,
  terraformPlatform,
  updateFile,
} from "../../src/installation/install";

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

test("leaves exactly one file in the plugin's folder, because Terraform's hash covers them all", () => {
  mkdirSync(join(dirname(path), "folder/inside"), { recursive: true });
  for (const name of [`${path}.4711.new`, join(dirname(path), "folder/inside/file")]) writeFileSync(name, "");
  writeFileSync(path, "half a plug", { mode: 0o600 });
  installInto(folder, PLUGIN);
  expect(readdirSync(dirname(path))).toEqual([basename(path)]);
  expect(readFileSync(path)).toEqual(PLUGIN.content);
  expect(statSync(path).mode & 0o777).toBe(0o755);
});

test("removes drafts of a killed process, but no drafts of a running one, and nothing else", () => {
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

test("replaces a file atomically: a program that has the old one open keeps it", () => {
  installInto(folder, PLUGIN);
  const before = statSync(path).ino;
  installInto(folder, PLUGIN);
  expect(statSync(path).ino).toBe(before);
  installInto(folder, { ...PLUGIN, content: Buffer.from("rebuilt") });
  expect(statSync(path).ino).not.toBe(before);
});

const OTHER = `# Kept.

provider "registry.terraform.io/hashicorp/random" {
  version = "3.6.0"
  hashes = [
    "h1:abc",
  ]
}
`;

test("a lock file that is a link stays a link: its target has all entries", () => {
  mkdirSync(join(folder, "shared"));
  const target = join(folder, "shared/locks.hcl");
  writeFileSync(target, OTHER, { mode: 0o600 });
  symlinkSync("shared/locks.hcl", lockFile());
  installInto(folder, PLUGIN);
  expect(readlinkSync(lockFile())).toBe("shared/locks.hcl");
  const text = readFileSync(target, "utf8");
  expect(text.startsWith(OTHER)).toBe(true);
  expect(text).toContain(ADDRESS);
  expect(statSync(target).mode & 0o777).toBe(0o600);
  expect(readdirSync(join(folder, "shared"))).toEqual(["locks.hcl"]);
  installInto(folder, PLUGIN);
  expect(readFileSync(target, "utf8")).toBe(text);
});

test.each<[string, string, boolean]>([
  ["locks.hcl", "", true],
  ["locks.hcl", "# shared\n", true],
  [".bashrc", "", false],
  ["authorized_keys", "# none yet\n", false],
  ["versions", OTHER, true],
])("a lock file that links to %s with %j is only used if that is a lock file", (name, text, isOne) => {
  writeFileSync(join(folder, name), text);
  symlinkSync(name, lockFile());
  if (isOne) installInto(folder, PLUGIN);
  else expect(() => installInto(folder, PLUGIN)).toThrow("which is not a lock file");
  expect(readFileSync(join(folder, name), "utf8").includes(ADDRESS)).toBe(isOne);
  if (!isOne) expect(readFileSync(join(folder, name), "utf8")).toBe(text);
});

describe("an update of a file", () => {
  test("keeps what another process writes at the same time", () => {
    let others = 0;
    updateFile(lockFile(), (text) => {
      if (others < 3) writeFileSync(lockFile(), `${text}other ${++others}\n`);
      return `${text}ours\n`;
    });
    expect(readFileSync(lockFile(), "utf8")).toBe("other 1\nother 2\nother 3\nours\n");
    expect(readdirSync(folder)).toEqual([".terraform.lock.hcl"]);
  });

  test("does not write a file that would not change", () => {
    writeFileSync(lockFile(), "ours\n");
    const { ino } = statSync(lockFile());
    updateFile(lockFile(), (text) => text);
    expect(statSync(lockFile()).ino).toBe(ino);
  });

  test("gives up if that never ends, and does not change the file", () => {
    const never = () =>
      updateFile(lockFile(), (text) => {
        writeFileSync(lockFile(), `${text}x`);
        return "ours";
      });
    expect(never).toThrow("Other programs keep writing to ");
    expect(readFileSync(lockFile(), "utf8")).toMatch(/^x+$/);
  });
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
    ["a folder beside it", () => `${path}.old`, "."],
    ["the folder of the platform", () => dirname(path), "."],
  ])("in place of %s is replaced, and never followed", (_, at, target) => {
    mkdirSync(dirname(at()), { recursive: true });
    symlinkSync(join(elsewhere, target), at());
    installInto(folder, PLUGIN);
    expect(lstatSync(path).isFile()).toBe(true);
    expect(lstatSync(lockFile()).isFile()).toBe(true);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    [
      "is a symbolic link to .*precious, which is not a lock file",
      () => symlinkSync(join(elsewhere, "precious"), lockFile()),
    ],
    ["is a symbolic link that leads to no file", () => symlinkSync(elsewhere, lockFile())],
    ["is a symbolic link that leads to no file", () => symlinkSync("missing", lockFile())],
    ["is a symbolic link that leads to no file", () => symlinkSync(".terraform.lock.hcl", lockFile())],
    ["is not a file", () => mkdirSync(lockFile())],
    ["is not UTF-8 text", () => writeFileSync(lockFile(), Buffer.from("# ge\xe4ndert\n", "latin1"))],
  ])("a lock file that %s is rejected, and nothing is written", (problem, place) => {
    place();
    expect(() => installInto(folder, PLUGIN)).toThrow(
      new RegExp(`\\.terraform\\.lock\\.hcl ${problem}, so .* Nothing was written\\.$`),
    );
    expect(readdirSync(folder)).toEqual([".terraform.lock.hcl"]);
  });

  test("in the path is rejected, with the remedy", () => {
    symlinkSync(elsewhere, join(folder, "terraform.d"));
    expect(() => installInto(folder, PLUGIN)).toThrow(
      `${join(folder, "terraform.d")} is a symbolic link, and the plugin is written to real directories only: ` +
        "replace the link with a directory, or install in the directory that it links to.",
    );
  });
});
