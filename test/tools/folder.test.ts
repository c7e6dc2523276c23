import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { differencesIn, readFiles, replaceFolder, writeFolder } from "../../tools/folder";

const folder = mkdtempSync(join(tmpdir(), "docs-"));
const FILES = new Map([
  ["index.md", "one\n"],
  ["resources/pen.md", "two\n"],
]);
afterAll(() => rmSync(folder, { recursive: true }));

test("missing, edited and added files are named and fixed; files that the generator does not own stay", () => {
  expect(differencesIn(join(folder, "none"), FILES)).toEqual([...FILES.keys()]);
  const owns = (path: string) => !path.startsWith("design/");
  writeFolder(folder, new Map([...FILES, ["design/laws.md", "by hand\n"]]));
  expect(differencesIn(folder, FILES, owns)).toEqual([]);
  writeFileSync(join(folder, "resources", "pen.md"), "edited");
  rmSync(join(folder, "index.md"));
  writeFileSync(join(folder, "resources", "old.md"), "");
  const differing = ["index.md", "resources/old.md", "resources/pen.md"];
  expect(differencesIn(folder, FILES, owns)).toEqual(differing);
  expect(differencesIn(folder, FILES)).toEqual(["design/laws.md", ...differing]);
  writeFolder(folder, FILES, owns);
  expect(readFiles(folder)).toEqual(new Map([["design/laws.md", "by hand\n"], ...FILES]));
});

test("a folder replaces another one, whose content is removed except what is kept", () => {
  const [place, fresh] = [join(folder, "dist"), join(folder, "dist.new")];
  writeFolder(fresh, new Map([["provider", "1"]]));
  replaceFolder(place, fresh, ["release"]);
  writeFolder(place, new Map([["release/zip", "signed"]]), (path) => path.startsWith("release"));
  writeFolder(fresh, new Map([["provider.js", "2"]]));
  replaceFolder(place, fresh, ["release"]);
  expect(readFiles(place)).toEqual(
    new Map([
      ["provider.js", "2"],
      ["release/zip", "signed"],
    ]),
  );
  expect(readdirSync(folder).filter((name) => name.startsWith("dist"))).toEqual(["dist"]);
});
