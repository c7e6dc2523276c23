import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differencesIn, readFiles, writeFolder } from "../../src/tools/folder";

const folder = mkdtempSync(join(tmpdir(), "docs-"));
const FILES = new Map([
  ["index.md", "one\n"],
  ["resources/pen.md", "two\n"],
]);

beforeEach(() => writeFolder(folder, FILES));
afterAll(() => rmSync(folder, { recursive: true }));

test("holds what was written, and nothing differs", async () => {
  expect(await readFiles(folder)).toEqual(FILES);
  expect(await differencesIn(folder, FILES)).toEqual([]);
});

test("what was edited, removed or added by hand is named, and mended", async () => {
  writeFileSync(join(folder, "resources", "pen.md"), "edited");
  rmSync(join(folder, "index.md"));
  writeFileSync(join(folder, "resources", "old.md"), "");
  expect(await differencesIn(folder, FILES)).toEqual(["index.md", "resources/old.md", "resources/pen.md"]);
  await writeFolder(folder, FILES);
  expect(await readFiles(folder)).toEqual(FILES);
});

test("what a generator does not own stays, and is not named", async () => {
  const owns = (path: string) => !path.startsWith("design/");
  await writeFolder(folder, new Map([...FILES, ["design/laws.md", "by hand\n"]]));
  expect(await differencesIn(folder, FILES, owns)).toEqual([]);
  await writeFolder(folder, FILES, owns);
  expect([...(await readFiles(folder)).keys()]).toEqual(["design/laws.md", ...FILES.keys()]);
});

test("everything differs in a folder that is not there", async () => {
  expect(await differencesIn(join(folder, "none"), FILES)).toEqual(["index.md", "resources/pen.md"]);
});
