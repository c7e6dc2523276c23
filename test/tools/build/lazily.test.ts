import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { lazily } from "../../../src/tools/build/lazily";
import { load, loadSync } from "../../../src/tools/build/protoLoader";

const folder = mkdtempSync(join(tmpdir(), "lazily-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Bundles a program whose `./late` is lazy, leaves nothing but the bundle, and runs it. */
async function bundled(files: Record<string, string>): Promise<string> {
  const root = mkdtempSync(join(folder, "program-"));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, "src", name)), { recursive: true });
    writeFileSync(join(root, "src", name), text);
  }
  const options = { bundle: true, platform: "node", format: "cjs", target: "node20" } as const;
  const outfile = join(root, "out.js");
  const entryPoints = [join(root, "src/main.ts")];
  await build({ ...options, entryPoints, outfile, plugins: [lazily("./late", options)] });
  rmSync(join(root, "src"), { recursive: true });
  const { stdout, stderr } = spawnSync(process.execPath, [outfile], { encoding: "utf8" });
  return stdout + stderr;
}

const LATE = {
  "late/index.ts": `import { basename } from "node:path"; import { word } from "./word";
    console.log("late"); export const say = () => basename("/a/" + word); export let count = 0; export const add = () => ++count;`,
  "late/word.ts": `export const word: string = "quote \\" and $& and \`tick\`";`,
};

test("is loaded when it is asked for, with all that it imports, and once", async () => {
  const main = `console.log("early");
    async function main() {
      const one = await import("./late"); console.log(one.say());
      const two = await import("./late"); one.add(); two.add(); console.log(one.count, two.count, one.say === two.say);
    }
    void main().then(() => console.log("end"));`;
  expect(await bundled({ ...LATE, "main.ts": main })).toBe(
    'early\nlate\nquote " and $& and `tick`\n2 2 true\nend\n',
  );
});

test("is not even compiled when nobody asks for it", async () => {
  const main = `if (process.argv.length > 9) void import("./late"); console.log("early");`;
  expect(await bundled({ "late/index.ts": `console.log("late");`, "main.ts": main })).toBe("early\n");
});

test("another import of the same file is part of the bundle, as always", async () => {
  const main = `import { say } from "./late"; console.log(say());`;
  expect(await bundled({ ...LATE, "main.ts": main })).toBe('late\nquote " and $& and `tick`\n');
});

test("the stub of the loader of proto files refuses to load any", () => {
  expect(loadSync).toThrow("proto files are not loaded at run time");
  expect(load).toThrow("proto files are not loaded at run time");
});
