import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { Script } from "node:vm";
import { CodeCache, cacheFolder } from "../../src/startup/codeCache";

// On macOS, the path of the temporary folder begins with a link.
const root = mkdtempSync(join(realpathSync(tmpdir()), "cache-"));
afterAll(() => rmSync(root, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(root, "user-")), "terraform-provider-searchcloud");
});

const CHUNK = { code: "(() => 1 + 1)", digest: "1".repeat(16) };

/** Loads one chunk as a process does. Returns its value, and the files for the next process. */
function run(chunk = CHUNK) {
  const cache = new CodeCache(folder);
  const value = (cache.load("main", chunk) as () => unknown)();
  cache.save();
  return { value, files: files() };
}

const files = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
const onlyFile = () => join(folder, readdirSync(folder)[0] ?? "");

test("the next process uses compiled code, and writes nothing", () => {
  const first = run();
  expect(first.value).toBe(2);
  expect(Object.keys(first.files)).toEqual([
    expect.stringContaining(`main-${CHUNK.digest}-${process.versions.v8}-${process.arch}`),
  ]);
  const before = new Date(2026, 0);
  utimesSync(onlyFile(), before, before);
  const now = jest.spyOn(Date, "now").mockReturnValue(before.getTime());
  expect(run()).toEqual(first);
  rmSync(onlyFile());
  now.mockRestore();
});

test("another text of the same length has its own file", () => {
  run();
  expect(run({ code: "(() => 1 + 2)", digest: "2".repeat(16) }).value).toBe(3);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ["truncated", (bytes: Buffer) => bytes.subarray(0, 40)],
  ["damaged", (bytes: Buffer) => bytes.fill(0, 100, 140)],
  ["empty", () => Buffer.alloc(0)],
])("a file that is %s is replaced", (_, damage) => {
  const { files: whole } = run();
  writeFileSync(onlyFile(), damage(readFileSync(onlyFile())));
  expect(run()).toEqual({ value: 2, files: whole });
});

test("files of this cache older than a month are removed when something is written", () => {
  run();
  const [ours = ""] = readdirSync(folder);
  const old = [ours.replace(/1{16}/, "0".repeat(16)), `${ours}.0123456789ab`, "main-notes", ".profile"];
  for (const name of old) {
    writeFileSync(join(folder, name), "");
    utimesSync(join(folder, name), 0, 0);
  }
  symlinkSync(join(folder, ".profile"), join(folder, ours.replace(/1{16}/, "3".repeat(16))));
  run({ ...CHUNK, digest: "2".repeat(16) });
  const left = readdirSync(folder);
  expect(left.filter((name) => old.includes(name))).toEqual([".profile", "main-notes"]);
  // Two that are new, and the link: it is no file.
  expect(left).toHaveLength(5);
});

test("without a writable folder it compiles silently", () => {
  writeFileSync(folder, "a file");
  const cache = new CodeCache(folder);
  expect((cache.load("main", CHUNK) as () => unknown)()).toBe(2);
  cache.save();
  expect(readFileSync(folder, "utf8")).toBe("a file");
});

/**
 * Somebody leaves other code for a chunk that was never compiled here, as a file that V8 accepts: it compares no more than the
 * length of the text. Answers which of them runs.
 */
let texts = 0;
function planted(prepare: (file: string, base: string) => void) {
  run();
  const number = 10 + texts++;
  const digest = "f".repeat(16);
  const file = onlyFile().replace(CHUNK.digest, digest);
  const script = new Script(`(() => ${number} * 7)`);
  // A function that has not run is compiled from the text.
  script.runInThisContext()();
  const data = script.createCachedData();
  writeFileSync(file, Buffer.concat([createHash("sha256").update(data).digest(), data]), { mode: 0o600 });
  prepare(file, dirname(folder));
  const { value } = run({ code: `(() => ${number} + 7)`, digest });
  return value === number * 7 ? "theirs" : "ours";
}

function replaceByLink(path: string) {
  renameSync(path, `${path}.theirs`);
  symlinkSync(`${path}.theirs`, path);
}

test("V8 runs the cached code: the other tests guard against this", () => {
  expect(planted(() => {})).toBe("theirs");
});

test.each<[string, (file: string, base: string) => void]>([
  ["a folder that others can write", () => chmodSync(folder, 0o777)],
  ["a folder that the group can write", () => chmodSync(folder, 0o770)],
  ["a folder below one that others can write", (_, base) => chmodSync(base, 0o777)],
  [
    "a folder that others can enter, below one that is shared",
    (_, base) => {
      chmodSync(base, 0o1777);
      chmodSync(folder, 0o755);
    },
  ],
  ["a folder that is a link", () => replaceByLink(folder)],
  ["a folder below a link", (_, base) => replaceByLink(base)],
  ["a file that others can write", (file) => chmodSync(file, 0o666)],
  ["a file that is a link", replaceByLink],
])("nothing in %s is run", (_, prepare) => {
  expect(planted(prepare)).toBe("ours");
});

test("the user's own folder is used even in a folder that everybody can write to, such as /tmp", () => {
  expect(planted((_, base) => chmodSync(base, 0o1777))).toBe("theirs");
});

test("nothing is written or removed through a link", () => {
  const elsewhere = mkdtempSync(join(root, "elsewhere-"));
  const old = join(elsewhere, `main-${"0".repeat(16)}-1.2-x64`);
  writeFileSync(old, "");
  utimesSync(old, 0, 0);
  symlinkSync(elsewhere, folder);
  expect(run().value).toBe(2);
  expect(readdirSync(elsewhere)).toEqual([basename(old)]);
});

test.each([
  ["linux", {}, join(homedir(), ".cache")],
  ["linux", { XDG_CACHE_HOME: "/caches" }, "/caches"],
  ["linux", { XDG_CACHE_HOME: "relative" }, join(homedir(), ".cache")],
  ["darwin", {}, join(homedir(), "Library", "Caches")],
  ["win32", { LOCALAPPDATA: "/local" }, "/local"],
  ["win32", {}, join(homedir(), "AppData", "Local")],
] as const)("on %s with %j the cache of the user is %s", (platform, env, base) => {
  expect(cacheFolder(env, platform)).toBe(join(base, "terraform-provider-searchcloud"));
});

test("a user without a home has none", () => {
  const none = () => {
    throw new Error("ENOENT");
  };
  expect(cacheFolder({}, "linux", none)).toBeUndefined();
});

test("NODE_DISABLE_COMPILE_CACHE turns it off", () => {
  expect(cacheFolder({ NODE_DISABLE_COMPILE_CACHE: "1" }, "linux")).toBeUndefined();
  const cache = new CodeCache(undefined);
  expect((cache.load("main", CHUNK) as () => unknown)()).toBe(2);
  cache.save();
});

describe("an embedded cache", () => {
  const load = (carried: Buffer, chunk = CHUNK) => {
    const cache = new CodeCache(folder, (name) => (name === "main" ? carried : undefined));
    const value = (cache.load("main", chunk) as () => unknown)();
    cache.save();
    return value;
  };

  test("is taken, and nothing is written", () => {
    expect(load(new Script(CHUNK.code).createCachedData())).toBe(2);
    expect(existsSync(folder)).toBe(false);
  });

  test("that V8 rejects is ignored", () => {
    // A text that V8 has not compiled in this process before: of those it looks at no cache.
    expect(load(Buffer.alloc(64), { ...CHUNK, code: "(() => 3 - 1)" })).toBe(2);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
