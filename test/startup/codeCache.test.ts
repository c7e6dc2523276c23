import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { Script } from "node:vm";
import { CodeCache, cacheFolder } from "../../src/startup/codeCache";

const root = mkdtempSync(join(tmpdir(), "cache-"));
afterAll(() => rmSync(root, { recursive: true }));

let folder: string;
beforeEach(() => {
  folder = join(mkdtempSync(join(root, "user-")), "terraform-provider-searchcloud");
});

const CHUNK = { code: "(() => 1 + 1)", digest: "d1" };

/** What a process does that loads one chunk: its value, and the files that the next process finds. */
function run(chunk = CHUNK) {
  const cache = new CodeCache(folder);
  const value = (cache.load("main", chunk) as () => unknown)();
  cache.save();
  return { value, files: files() };
}

const files = () =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
const onlyFile = () => join(folder, readdirSync(folder)[0] ?? "");

test("what one process compiled, the next one takes, and writes nothing", () => {
  const first = run();
  expect(first.value).toBe(2);
  expect(Object.keys(first.files)).toEqual([
    expect.stringContaining(`main-d1-${process.versions.v8}-${process.arch}`),
  ]);
  const before = new Date(2026, 0);
  utimesSync(onlyFile(), before, before);
  const now = jest.spyOn(Date, "now").mockReturnValue(before.getTime());
  expect(run()).toEqual(first);
  rmSync(onlyFile());
  now.mockRestore();
});

test("another text of the same length has a file of its own", () => {
  run();
  expect(run({ code: "(() => 1 + 2)", digest: "d2" }).value).toBe(3);
  expect(readdirSync(folder)).toHaveLength(2);
});

test.each([
  ["cut off", (bytes: Buffer) => bytes.subarray(0, 40)],
  ["damaged", (bytes: Buffer) => bytes.fill(0, 100, 140)],
  ["empty", () => Buffer.alloc(0)],
])("a file that is %s is replaced", (_, damage) => {
  const { files: whole } = run();
  writeFileSync(onlyFile(), damage(readFileSync(onlyFile())));
  expect(run()).toEqual({ value: 2, files: whole });
});

test("what nobody wrote for a month is removed when something is written", () => {
  run();
  const old = join(folder, "main-d0");
  writeFileSync(old, "");
  utimesSync(old, 0, 0);
  run({ ...CHUNK, digest: "d2" });
  expect(readdirSync(folder)).toHaveLength(2);
});

test("without a folder that can be written it compiles and says nothing", () => {
  writeFileSync(folder, "a file");
  const cache = new CodeCache(folder);
  expect((cache.load("main", CHUNK) as () => unknown)()).toBe(2);
  cache.save();
  expect(readFileSync(folder, "utf8")).toBe("a file");
});

test("a folder that others can write is not used: what lies there is run", () => {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o777);
  const env = { XDG_CACHE_HOME: join(folder, "..") };
  expect(cacheFolder(env, "linux")).toBeUndefined();
  expect(run().files).toEqual({});
  chmodSync(folder, 0o755);
  expect(cacheFolder(env, "linux")).toBe(folder);
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

describe("what the program carries", () => {
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

  test("and V8 rejects is as if there were none", () => {
    // A text that V8 has not compiled in this process before: of those it looks at no cache.
    expect(load(Buffer.alloc(64), { ...CHUNK, code: "(() => 3 - 1)" })).toBe(2);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});
