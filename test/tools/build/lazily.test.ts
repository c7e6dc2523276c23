import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { lazily } from "../../../src/tools/build/lazily";

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
const SAID = 'quote " and $& and `tick`';

test.each([
  [
    "when it is imported, with all that it imports, and once",
    `console.log("early");
    async function main() {
      const one = await import("./late"); console.log(one.say());
      const two = await import("./late"); one.add(); two.add(); console.log(one.count, two.count, one.say === two.say);
    }
    void main().then(() => console.log("end"));`,
    `early\nlate\n${SAID}\n2 2 true\nend\n`,
  ],
  [
    "never, when nothing imports it",
    `if (process.argv.length > 9) void import("./late"); console.log("early");`,
    "early\n",
  ],
  [
    "at once, as part of the bundle, by another kind of import",
    `import { say } from "./late"; console.log(say());`,
    `late\n${SAID}\n`,
  ],
])("is loaded %s", async (_, main, output) => {
  expect(await bundled({ ...LATE, "main.ts": main })).toBe(output);
});
