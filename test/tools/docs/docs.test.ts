import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ADDRESS } from "../../../src/provider/address";
import { searchcloud } from "../../../src/provider/provider";
import type { AttributeJson, BlockJson } from "../../../src/tools/bindings/schema";
import { examplePaths, type Kind } from "../../../src/tools/docs/examples";
import { isGenerated } from "../../../src/tools/docs/pages";
import { readFiles } from "../../../src/tools/folder";
import { providerSchema } from "../../../src/tools/providerSchema";

const ROOT = join(__dirname, "../../..");
const provider = searchcloud({});
const schema = providerSchema().provider_schemas[ADDRESS];
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

/** A page of docs/, and what Terraform sees of the same part. */
interface Documented {
  readonly kind: Kind;
  readonly name: string;
  readonly page: string;
  readonly block?: BlockJson;
}

const PARTS: readonly Documented[] = [
  ...provider.resources.map(({ name }) => ({
    kind: "resources" as const,
    name,
    page: `docs/resources/${name}.md`,
    block: schema?.resource_schemas?.[`searchcloud_${name}`]?.block,
  })),
  ...provider.dataSources.map(({ name }) => ({
    kind: "data-sources" as const,
    name,
    page: `docs/data-sources/${name}.md`,
    block: schema?.data_source_schemas?.[`searchcloud_${name}`]?.block,
  })),
  ...provider.functions.map(({ name }) => ({
    kind: "functions" as const,
    name,
    page: `docs/functions/${name}.md`,
  })),
];
const WITH_SCHEMA = [
  { kind: "provider", name: "", page: "docs/index.md", block: schema?.provider.block },
  ...PARTS.filter(({ kind }) => kind !== "functions"),
];

test("there is a page for each part, and no other beside the reference", () => {
  const files = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".md") && isGenerated(path) && !path.startsWith("constructs/"))
    .map((path) => `docs/${path}`);
  expect(files.sort()).toEqual(["docs/index.md", ...PARTS.map(({ page }) => page)].sort());
});

test.each(PARTS)(
  "$kind $name is shown in HCL and in TypeScript, by examples that are about it",
  ({ kind, name, page }) => {
    const paths = examplePaths(kind, name, provider.name);
    const text = read(page);
    expect(text).toContain(`\`\`\`terraform\n${read(paths.hcl)}\`\`\``);
    expect(text).toContain(`\`\`\`typescript\n${read(paths.typescript)}\`\`\``);
    const use = { resources: "resource", "data-sources": "data", functions: undefined }[kind];
    const pattern = use ? `${use} "searchcloud_${name}" "` : `provider::searchcloud::${name}(`;
    expect(read(paths.hcl)).toContain(pattern);
  },
);

test.each(provider.resources)(
  "the import of $name is shown with the resource of its example, or the reason why there is none",
  ({ name, importIds = [], notImported }) => {
    const section = read(`docs/resources/${name}.md`).split("\n## Import\n")[1] ?? "";
    expect(importIds.length === 0).toBe(notImported !== undefined);
    expect(section).toContain(notImported ?? "terraform import");
    for (const { form, example } of importIds) {
      expect(section).toContain(`By \`${form}\``);
      expect(example.split("/")).toHaveLength(form.split("/").length);
      const [, label] =
        new RegExp(`terraform import searchcloud_${name}\\.(\\w+) ${example}\n`).exec(section) ?? [];
      const hcl = read(examplePaths("resources", name, provider.name).hcl);
      expect(hcl).toContain(`resource "searchcloud_${name}" "${label}"`);
    }
  },
);

test.each(provider.resources)(
  "the timeouts of $name have the defaults that are said",
  ({ name, schema, timeouts }) => {
    const section = read(`docs/resources/${name}.md`).split("\n## Timeouts\n")[1]?.split("\n## ")[0] ?? "";
    const said = [...section.matchAll(/^- `(\w+)` .*The default is `(\w+)`\.$/gm)].map(([, at, value]) => [
      at,
      value,
    ]);
    const fixed = [...section.matchAll(/`(\w+)` may take `(\w+)`/g)].map(([, at, value]) => [at, value]);
    expect(section !== "").toBe("timeouts" in schema);
    if (section !== "") expect(Object.fromEntries([...said, ...fixed])).toEqual({ ...timeouts });
  },
);

test.each(WITH_SCHEMA)(
  "$kind $name has Terraform's schema, each attribute under its heading",
  ({ page, block }) => {
    expect(block).toBeDefined();
    expect(documentedIn(read(page))).toEqual(new Map([...attributesOf(block)].sort()));
  },
);

/** Each attribute and block of a schema by its path, with its heading in a page. */
function attributesOf(block: BlockJson = {}, at = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, attribute] of Object.entries(block.attributes ?? {})) {
    found.set(at + name, headingOf(attribute));
    const attributes = attribute.nested_type?.attributes;
    for (const [path, heading] of attributesOf({ attributes }, `${at}${name}.`)) found.set(path, heading);
  }
  for (const [name, nested] of Object.entries(block.block_types ?? {})) {
    found.set(at + name, nested.min_items ? "Required" : "Optional");
    for (const [path, heading] of attributesOf(nested.block, `${at}${name}.`)) found.set(path, heading);
  }
  return found;
}

function headingOf({ required, optional }: AttributeJson): string {
  if (required) return "Required";
  return optional ? "Optional" : "Read-Only";
}

/** What a page lists, read as a person reads it. */
function documentedIn(page: string): Map<string, string> {
  const found: [path: string, heading: string][] = [];
  let [at, heading] = ["", ""];
  for (const line of page.split("\n")) {
    const nested = /^### Nested Schema for `(.*)`$/.exec(line)?.[1];
    if (nested !== undefined) at = `${nested}.`;
    if (line === "## Timeouts") [at, heading] = ["timeouts.", "Optional"];
    if (/^## (?!Timeouts)/.test(line)) [at, heading] = ["", ""];
    heading = /^(?:### )?(Required|Optional|Read-Only):?$/.exec(line)?.[1] ?? heading;
    const name = /^- `(\w+)` \(/.exec(line)?.[1];
    if (name !== undefined && heading !== "") found.push([at + name, heading]);
  }
  return new Map(found.sort());
}

test("no generated page names a file of docs/design, nor the machine, the day or a repository", async () => {
  const pages = await readFiles(join(ROOT, "docs"), isGenerated);
  expect(pages.size).toBeGreaterThan(50);
  const trace = /docs\/design|Defined in|https?:\/\/(github|typedoc)|[ \t]\n/;
  const named = [...pages].filter(([, text]) => trace.test(text) || text.includes(ROOT));
  expect(named.map(([path]) => path)).toEqual([]);
});

describe("links", () => {
  const pages = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" }).filter(
    (path) => path.endsWith(".md") && isGenerated(path),
  );
  const links = pages.flatMap((path) => {
    const prose = read(`docs/${path}`).replace(/^```[\s\S]*?^```$/gm, "");
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => ({ path, target }));
  });

  test("lead to a page that is there, or to a place on the same page", () => {
    expect(links.length).toBeGreaterThan(100);
    const broken = links.filter(({ path, target }) => {
      const [file = "", place] = target.split("#");
      const page = file === "" ? `docs/${path}` : join("docs", dirname(path), file);
      return !existsSync(join(ROOT, page)) || (place !== undefined && !placesOn(read(page)).has(place));
    });
    expect(broken).toEqual([]);
  });

  test("reach every page from the first", () => {
    const seen = new Set(["index.md"]);
    for (const page of seen) {
      for (const { path, target } of links)
        if (path === page && !target.startsWith("#"))
          seen.add(join(dirname(page), target.split("#")[0] ?? ""));
    }
    expect(pages.filter((path) => !seen.has(path))).toEqual([]);
  });
});

/** The anchors of a page: its own, and those that headings make. */
function placesOn(page: string): Set<string> {
  const own = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) =>
    words
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  return new Set([...own, ...headings]);
}
