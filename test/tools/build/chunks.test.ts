import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { chunkOf, loadedAs } from "../../../src/tools/build/chunks";

const ROOT = join(__dirname, "../../..");
const folder = mkdtempSync(join(tmpdir(), "chunks-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Builds a program whose `./late` is the chunk `late`, leaves nothing but the chunks, and runs them. */
async function output(files: Record<string, string>): Promise<string> {
  const root = mkdtempSync(join(folder, "program-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  const options = { bundle: true, platform: "node", format: "cjs", target: "node20" } as const;
  const main = await chunkOf(join(root, "main.ts"), { ...options, plugins: [loadedAs("late", "./late")] });
  const late = await chunkOf(join(root, "late/index.ts"), options);
  rmSync(root, { recursive: true });
  const code = `require("./src/startup/run").run(${JSON.stringify({ main, late })}, require)`;
  const env = { PATH: process.env.PATH, NODE_DISABLE_COMPILE_CACHE: "1" };
  const how = { cwd: ROOT, env, encoding: "utf8" } as const;
  const { stdout, stderr } = spawnSync(process.execPath, ["--require", "tsx/cjs", "-e", code], how);
  return stdout + stderr;
}

const LATE = {
  "late/index.ts": `import { basename } from "node:path"; import { word } from "./word";
    console.log("late"); export const say = () => basename("/a/" + word); export let count = 0; export const add = () => ++count;`,
  "late/word.ts": `export const word: string = "quote \\" and $& and \`tick\`";`,
};

test("a chunk is loaded when it is imported, with all that it imports, and once", async () => {
  const main = `console.log("early");
    async function main() {
      const one = await import("./late"); console.log(one.say());
      const two = await import("./late"); one.add(); two.add(); console.log(one.count, two.count, one.say === two.say);
    }
    void main().then(() => console.log("end"));`;
  expect(await output({ ...LATE, "main.ts": main })).toBe(
    'early\nlate\nquote " and $& and `tick`\n2 2 true\nend\n',
  );
});

test("another import of the same file is part of the chunk that imports it", async () => {
  const main = `import { say } from "./late"; console.log(say());`;
  expect(await output({ ...LATE, "main.ts": main })).toBe('late\nquote " and $& and `tick`\n');
});
