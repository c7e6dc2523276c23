import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Chunk, chunksOf, shippedFile, wrapChunk } from "../../../tools/build/chunks";
import { forCdktn } from "../../../tools/build/constructs";

const ROOT = join(__dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "chunks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const OPTIONS = {
  absWorkingDir: ROOT,
  bundle: true,
  platform: "node",
  format: "cjs",
  target: "node20",
} as const;
const NODE = dirname(process.execPath);

/** Runs a file as Terraform would; what it prints. */
function output(file: string, env: NodeJS.ProcessEnv = {}): string {
  const all = { PATH: `${NODE}:/usr/bin:/bin`, NODE_DISABLE_COMPILE_CACHE: "1", ...env };
  const { stdout, stderr } = spawnSync(file, ["a b", "--debug"], { cwd: folder, env: all, encoding: "utf8" });
  return stdout + stderr;
}

/** The chunk `late` of a program. */
const lateChunk = (takes: readonly string[] = []) => ({
  name: "late",
  entry: "src/late/index.ts",
  after: ["main"],
  takes,
});

/** Builds a program whose `./late` is a chunk of its own, leaves nothing but the shipped file, and runs it. */
async function outputOf(files: Record<string, string>, ...late: readonly Chunk[]): Promise<string> {
  const root = mkdtempSync(join(folder, "program-"));
  for (const [name, text] of Object.entries(files)) {
    const file = join(root, "src", name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
  const chunks = await chunksOf(
    [{ name: "main", entry: "src/main.ts" }, ...(late.length > 0 ? late : [lateChunk()])],
    { ...OPTIONS, absWorkingDir: root },
  );
  rmSync(root, { recursive: true });
  return output(await written(chunks));
}

async function written(chunks: { readonly [name: string]: string }): Promise<string> {
  const file = join(mkdtempSync(join(folder, "shipped-")), "a plugin");
  writeFileSync(file, await shippedFile(chunks, OPTIONS), { mode: 0o755 });
  return file;
}

const LATE = {
  "late/index.ts": `import { basename } from "node:path"; import { word } from "./word";
    console.log("late"); export const say = () => basename("/a/" + word); export let count = 0; export const add = () => ++count;`,
  "late/word.ts": `export const word: string = "quote \\" and $& and \`tick\` é";`,
};

test("a chunk is loaded once, when it is imported, with everything that it imports", async () => {
  const main = `console.log("early");
    async function main() {
      const one = await import("./late"); console.log(one.say());
      const two = await import("./late"); one.add(); two.add(); console.log(one.count, two.count, one.say === two.say);
    }
    void main().then(() => console.log("end"));`;
  expect(await outputOf({ ...LATE, "main.ts": main })).toBe(
    'early\nlate\nquote " and $& and `tick` é\n2 2 true\nend\n',
  );
});

test("shared modules are only in the chunk that is loaded first; the others are in each", async () => {
  const files = {
    "main.ts": `import { Failure, MARK } from "./state"; import { both } from "./state/stateless"; both();
      void import("./late").then(({ mark, fail }) => {
        console.log(mark === MARK);
        try { fail(); } catch (error) { console.log(error instanceof Failure); }
      });`,
    "state/index.ts": `export * from "./state"; export * from "./stateless"`,
    "state/state.ts": `console.log("state"); export const MARK = Symbol(); export class Failure extends Error {}`,
    "state/stateless.ts": `export const both = () => console.log("both"); export const never = "never in main";`,
    "late/index.ts": `import { both, Failure, MARK, never } from "../state"; console.log(never); both();
      export const mark = MARK; export function fail() { throw new Failure(); }`,
  };
  expect(await outputOf(files)).toBe("state\nboth\nnever in main\nboth\ntrue\ntrue\n");
});

test("a chunk takes each module from the first of several chunks that has it, and loads one that is not there yet", async () => {
  const files = {
    "main.ts": `import { A } from "./a"; console.log(new A() instanceof A);
      void import("./latest").then(({ check }) => import("./late").then(({ B }) => check(A, B)));`,
    "a.ts": `console.log("a"); export class A {}`,
    "b.ts": `import { A } from "./a"; console.log("b"); export class B extends A {}`,
    "late/index.ts": `console.log("late"); export { B } from "../b";`,
    "latest.ts": `import { A } from "./a"; import { B } from "./b"; console.log("latest");
      export const check = (a, b) => console.log(new B() instanceof a, a === A, b === B);`,
  };
  const latest = { name: "latest", entry: "src/latest.ts", after: ["main", "late"] };
  expect(await outputOf(files, lateChunk(), latest)).toBe("a\ntrue\nb\nlate\nlatest\ntrue true true\n");
});

test("a module that re-exports a package can be taken from the chunk that is loaded first, too", async () => {
  const files = {
    "main.ts": `import { Mark } from "./passed"; void import("./late").then(({ made }) => console.log(made instanceof Mark));`,
    "passed.ts": `export { Mark } from "../node_modules/package/index.mjs";`,
    "../node_modules/package/index.mjs": `export class Mark {}`,
    "late/index.ts": `import { Mark } from "../passed"; export const made = new Mark();`,
  };
  expect(await outputOf(files)).toBe("false\n");
  expect(await outputOf(files, lateChunk(["src/passed.ts"]))).toBe("true\n");
});

test("another import of the same file is part of the chunk that imports it", async () => {
  const main = `import { say } from "./late"; console.log(say());`;
  expect(await outputOf({ ...LATE, "main.ts": main })).toBe('late\nquote " and $& and `tick` é\n');
});

describe("the shipped file", () => {
  const says = wrapChunk("console.log(JSON.stringify(process.argv.slice(2)))");

  test("passes on its arguments, whatever module type Node is set to expect", async () => {
    const file = await written({ main: says });
    expect(output(file, { NODE_OPTIONS: "--input-type=module" })).toBe('["a b","--debug"]\n');
  });

  test("without Node, prints its requirement", async () => {
    expect(output(await written({ main: says }), { PATH: "/nowhere" })).toBe(
      "This provider needs Node 20.19 or later on the PATH (https://nodejs.org), and found none.\n",
    );
  });

  test.each(["18.20.8", "20.18.3"])("with Node %s says what it needs", async (version) => {
    const older = join(folder, "older.cjs");
    writeFileSync(
      older,
      `Object.defineProperty(process, "versions", { value: { node: "${version}" } });
       Object.defineProperty(process, "version", { value: "v${version}" });`,
    );
    expect(output(await written({ main: says }), { NODE_OPTIONS: `--require ${older}` })).toBe(
      `This provider needs Node 20.19 or later on the PATH (https://nodejs.org), and found ${process.execPath} v${version}.\n`,
    );
  });

  test("rejects a text that is not one byte per character", async () => {
    await expect(shippedFile({ main: wrapChunk('"→"') }, OPTIONS)).rejects.toThrow("not Latin-1");
  });
});

test.each([
  ['const cdktf_1 = require("cdktf");', 'const cdktf_1 = require("cdktn");'],
  ["import * as cdktf from 'cdktf';", "import * as cdktn from 'cdktn';"],
  ["wait?: boolean | cdktf.IResolvable;", "wait?: boolean | cdktn.IResolvable;"],
  ["In HCL, CDKTF writes; run `cdktf diff`.", "In HCL, CDKTN writes; run `cdktn diff`."],
])("compiled for cdktn, the name changes: %s", (text, expected) => {
  expect(forCdktn(text)).toBe(expected);
});

test.each([
  "targetVersions in `cdktf.json`",
  "cdktf.out/stacks",
  "node_modules/cdktf-provider-searchcloud",
  "cdktf-provider-searchcloud/cdktn",
  "process.env.CDKTF_OUTDIR",
  "docs/design/protocol.md#cdktf",
])("the name stays the same for cdktn: %s", (text) => {
  expect(forCdktn(text)).toBe(text);
});

test("docstrings are in the types for both", () => {
  const types = (folder: string) =>
    readFileSync(join(__dirname, "../../../dist", folder, "cluster.d.ts"), "utf8");
  const [before, after] = ["constructs", "constructs-cdktn"].map(types);
  expect(before).toContain('`"8_gb"` or `Memory.GB_8`');
  expect(after).toBe(forCdktn(before ?? ""));
});
