import { readFileSync } from "node:fs";
import { join } from "node:path";
import { propertyOf, type SettingIn } from "../src/api/settings";
import { writtenBelow } from "./support/sources";

const ROOT = join(__dirname, "..");
/** A setting with all that one can have: it is sent with creates and changes, and has rules on both sides. */
const SETTING = "high_performance_disk" satisfies SettingIn<"change">;

const GUIDE = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");

/** Returns the TypeScript files that a section of CONTRIBUTING.md names. */
function namedIn(section: string): string[] {
  const [, text = ""] = new RegExp(`^## ${section}\\n(.*?)(?=^## )`, "ms").exec(GUIDE) ?? [];
  return [...text.matchAll(/`((?:src|constructs)\/[\w/]+\.ts)`/g)].flatMap(([, file]) => file ?? []).sort();
}

/** Returns the hand-written source files whose code contains a text, outside of comments. */
function filesWith(text: RegExp, folders: readonly string[] = ["src", "constructs", "tools"]): string[] {
  return writtenBelow(folders, /\.(ts|tf)$/)
    .filter((file) =>
      text.test(readFileSync(join(ROOT, file), "utf8").replace(/\/\*\*.*?\*\/|^ *\/\/.*?$/gms, "")),
    )
    .sort();
}

test("adding a setting: the files that name one, in any spelling, are those of the guide, at most six", () => {
  const property = propertyOf(SETTING);
  const capitalized = property.charAt(0).toUpperCase() + property.slice(1);
  const files = filesWith(new RegExp([SETTING, property, capitalized].join("|")));
  expect(files).toEqual(namedIn("How to add a setting"));
  expect(files.length).toBeLessThanOrEqual(6);
});

test("adding a record of the nodes: the files that name one, apart from search, are those of the guide", () => {
  const files = filesWith(/stopwords/i).filter((file) => !file.startsWith("src/emulator/dataPlane/search/"));
  expect(files).toEqual(namedIn("How to add a record of the nodes"));
});

test("adding a Terraform type: the places that name one are those of the guide", () => {
  const spellings = /searchcloud_server_parameter\b|serverParameter\/|\b(?:add)?ServerParameter\b/;
  const places = filesWith(spellings, ["src", "constructs", "tools", "examples"])
    // Actions run after the edit of any resource.
    .filter((file) => !file.startsWith("examples/actions/"))
    .map((file) => file.replace(/(?<=src\/provider\/resources\/)(\w+)\/.*/, "$1/"));
  expect([...new Set(places)]).toEqual([
    "constructs/clusterBase.ts", // the factory
    "constructs/index.ts",
    "constructs/serverParameter.ts",
    "examples/constructs/resources/serverParameter.ts",
    "examples/resources/searchcloud_server_parameter/main.tf",
    "src/provider/listResources/serverParameter.ts",
    "src/provider/provider.ts",
    "src/provider/resources/serverParameter/",
  ]);
});
