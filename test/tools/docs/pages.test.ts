import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type AnyAction, type AnyListResource, t } from "../../../src/framework";
import { wholeProvider } from "../../../src/provider/whole";
import { examplePaths, isGenerated } from "../../../tools/docs/pages";
import { editSentence, schemaSection, typeWords } from "../../../tools/docs/sections";
import { readFiles } from "../../../tools/folder";
import { type BlockJson, providerSchema, schemaJson } from "../../../tools/providerSchema";

const ROOT = join(__dirname, "../../..");
const provider = wholeProvider();
const schema = providerSchema();
const examples = readFiles(join(ROOT, "examples"), (path) => /\.(tf|ts|hcl)$/.test(path));
const example = (path: string) => examples.get(path.replace("examples/", "")) ?? "";
/** `npm run check` proves that they are what the generator writes. */
const pages = readFiles(join(ROOT, "docs"), isGenerated);

const named = (parts: readonly { readonly name: string }[]) => parts.map(({ name }) => name);
const PARTS = [
  ...named(provider.resources).map((name) => ["resources", name] as const),
  ...named(provider.ephemeralResources ?? []).map((name) => ["ephemeral-resources", name] as const),
  ...named(provider.dataSources).map((name) => ["data-sources", name] as const),
  ...named(provider.listResources ?? []).map((name) => ["list-resources", name] as const),
  ...named(provider.actions ?? []).map((name) => ["actions", name] as const),
  ...named(provider.functions).map((name) => ["functions", name] as const),
];

/** Schemas of types that only Terraform 1.14 shows. */
const shown = (parts: readonly (AnyAction | AnyListResource)[] = []) =>
  Object.fromEntries(parts.map((part) => [`searchcloud_${part.name}`, schemaJson(part)]));

const SCHEMAS: { readonly [kind: string]: { readonly [type: string]: { readonly block: BlockJson } } } = {
  resources: schema.resource_schemas,
  "ephemeral-resources": schema.ephemeral_resource_schemas,
  "data-sources": schema.data_source_schemas,
  "list-resources": shown(provider.listResources),
  actions: shown(provider.actions),
};

test("there is a page for each part, and no other besides the reference", () => {
  const found = [...pages.keys()].filter((path) => !path.startsWith("constructs/"));
  expect(found.sort()).toEqual(["index.md", ...PARTS.map((part) => `${part.join("/")}.md`)].sort());
});

test.each(PARTS)(
  "%s %s is shown in HCL, and in TypeScript if there are constructs, by examples that are about it",
  (kind, name) => {
    const { hcl, typescript } = examplePaths(kind, name);
    const text = pages.get(`${kind}/${name}.md`);
    expect(text).toContain(`\`\`\`terraform\n${example(hcl)}\`\`\``);
    if (typescript === undefined) expect(text).not.toContain("```typescript");
    else expect(text).toContain(`\`\`\`typescript\n${example(typescript)}\`\`\``);
    const uses = {
      resources: `resource "searchcloud_${name}" "`,
      "ephemeral-resources": `ephemeral "searchcloud_${name}" "`,
      "data-sources": `data "searchcloud_${name}" "`,
      "list-resources": `list "searchcloud_${name}" "`,
      actions: `action "searchcloud_${name}" "`,
      functions: `provider::searchcloud::${name}(`,
    };
    expect(example(hcl)).toContain(uses[kind]);
  },
);

test.each(provider.resources)(
  "the import of $name is shown with the resource of its example, or the reason why there is none",
  ({ name, importIds = [], notImported, identity }) => {
    const section = pages.get(`resources/${name}.md`)?.split("\n## Import\n")[1] ?? "";
    expect(importIds.length === 0).toBe(notImported !== undefined);
    expect(section).toContain(notImported ?? "terraform import");
    expect(section.includes("\n  identity = {\n")).toBe(importIds.length > 0 && identity !== undefined);
    for (const { form, example: id } of importIds) {
      expect(section).toContain(`By \`${form}\``);
      // A URL has slashes of its own.
      const parts = id.replace(/^https:\/\/[^/]+/, "url").split("/");
      expect(parts).toHaveLength(form.split("/").length);
      const [, label] = new RegExp(`import searchcloud_${name}\\.(\\w+) ${id}\n`).exec(section) ?? [];
      const { hcl } = examplePaths("resources", name);
      expect(example(hcl)).toContain(`resource "searchcloud_${name}" "${label}"`);
    }
  },
);

test.each(provider.resources)("the page of $name states the defaults of its timeouts", (resource) => {
  const [, text = ""] = pages.get(`resources/${resource.name}.md`)?.split("\n## Timeouts\n") ?? [];
  const [section = ""] = text.split("\n## ");
  const stated = section.matchAll(/`(\w+)` (?:\(String\) .*The default is|may take) `(\w+)`/g);
  const timeouts = "timeouts" in resource.schema ? resource.timeouts : {};
  expect(Object.fromEntries([...stated].map(([, at, value]) => [at, value]))).toEqual(timeouts);
});

test.each<[page: string, block: BlockJson | undefined]>([
  ["index.md", schema.provider.block],
  ...PARTS.slice(0, -provider.functions.length).map(([kind, name]): [string, BlockJson | undefined] => {
    return [`${kind}/${name}.md`, SCHEMAS[kind]?.[`searchcloud_${name}`]?.block];
  }),
])("%s has Terraform's schema, each attribute under its heading", (page, block) => {
  expect(block).toBeDefined();
  expect(documentedIn(pages.get(page) ?? "")).toEqual(attributesOf(block).sort());
});

/** Each attribute and block of a schema by its path, with its heading in a page. */
function attributesOf({ attributes = {}, block_types = {} }: BlockJson = {}, at = ""): string[] {
  return [
    ...Object.entries(attributes).flatMap(([name, { required, optional, nested_type }]) => {
      const heading = required ? "Required" : optional ? "Optional" : "Read-Only";
      return [`${at}${name} ${heading}`, ...attributesOf(nested_type, `${at}${name}.`)];
    }),
    ...Object.entries(block_types).flatMap(([name, { block, min_items = 0 }]) => {
      return [
        `${at}${name} ${min_items > 0 ? "Required" : "Optional"}`,
        ...attributesOf(block, `${at}${name}.`),
      ];
    }),
  ];
}

/** Reads the lists of a page. */
function documentedIn(page: string): string[] {
  const found: string[] = [];
  let [at, heading] = ["", ""];
  for (const line of page.split("\n")) {
    const nested = /^### Nested Schema for `(.*)`$/.exec(line)?.[1];
    if (nested !== undefined) at = `${nested}.`;
    if (line === "## Timeouts") [at, heading] = ["timeouts.", "Optional"];
    else if (line.startsWith("## ")) [at, heading] = ["", ""];
    heading = /^(?:### )?(Required|Optional|Read-Only):?$/.exec(line)?.[1] ?? heading;
    const name = /^- `(\w+)` \(/.exec(line)?.[1];
    if (name !== undefined && heading !== "") found.push(`${at}${name} ${heading}`);
  }
  return found.sort();
}

test("each attribute shows the effect of an edit: requests, none, or a replacement", () => {
  const cluster = pages.get("resources/cluster.md");
  expect(cluster).toMatch(/^- `name` .* Edits: `PATCH \/clusters\/\{id\}`\./m);
  expect(cluster).toMatch(/^- `timeouts` .* Edits: kept in the state only; nothing is sent\./m);
  expect(pages.get("resources/server_parameter.md")).toMatch(/^- `name` .* Edits force replacement/m);
});

test("a write-only argument says so, with the versions and what to use before them", () => {
  const pin = { type: t.string, mode: "optional", description: "The pin.", writeOnly: true } as const;
  const needs = "The value is in no plan and no state. Needs Terraform 1.11 or OpenTofu 1.11";
  expect(schemaSection({ pin })).toContain(`- \`pin\` (String, Write-only) The pin. ${needs}.`);
  expect(schemaSection({ pin: { ...pin, alternative: "code" } })).toContain(
    `${needs}; before, use \`code\`.`,
  );
  expect(schemaSection({ pin }, { isAction: true })).toContain(
    "The pin. Use an ephemeral value: Terraform stores any other one in a saved plan.",
  );
});

test("no generated page names a file of docs/design, the machine, the date or a repository", () => {
  expect(pages.size).toBeGreaterThan(50);
  const trace = /docs\/design|Defined in|https?:\/\/(github|typedoc)|[ \t]\n/;
  const traced = [...pages].filter(([, text]) => trace.test(text) || text.includes(ROOT));
  expect(traced.map(([path]) => path)).toEqual([]);
});

test("links are valid, and reach every page from the first", () => {
  const links = [...pages].flatMap(([path, text]) => {
    const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
    return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => {
      const [file = "", place] = target.split("#");
      return { path, page: file === "" ? path : join(dirname(path), file), place };
    });
  });
  expect(links.length).toBeGreaterThan(100);
  const broken = links.filter(({ page, place }) => {
    if (!existsSync(join(ROOT, "docs", page))) return true;
    return place !== undefined && !placesOn(pages.get(page) ?? "").includes(place);
  });
  expect(broken).toEqual([]);
  const seen = new Set(["index.md"]);
  for (const from of seen) for (const { path, page } of links) if (path === from) seen.add(page);
  expect([...pages.keys()].filter((path) => !seen.has(path))).toEqual([]);
});

/** The anchors of a page: its own, and those that headings make. */
function placesOn(page: string): string[] {
  const own = [...page.matchAll(/<a id="([^"]+)">/g)].map(([, id = ""]) => id);
  const headings = [...page.matchAll(/^#+ (.+)$/gm)].map(([, words = ""]) => words.toLowerCase());
  return [...own, ...headings.map((words) => words.replace(/[^\w\s-]/g, "").replaceAll(" ", "-"))];
}

const inner = { name: { type: t.string, mode: "computed", description: "Name." } } as const;

test.each([
  ["Number", t.number],
  ["Map of List of Boolean", t.map(t.list(t.bool))],
  ["List of Object", t.list(t.nested.single(inner))],
  ["Attributes", t.nested.single(inner)],
  ["Attributes List", t.nested.list(inner)],
])("the type %s", (words, type) => {
  expect(typeWords(type)).toBe(words);
});

test.each([
  ["PATCH /pens/{id}", false, "Edits: `PATCH /pens/{id}`."],
  ["PATCH /pens/{id}", true, "Edits: `PATCH /pens/{id}`; some force replacement."],
  ["none: a new pen replaces this one", true, "Edits force replacement: a new pen replaces this one."],
])("an update by %s, which can require replacement: %s", (request, canReplace, sentence) => {
  const resize = { request, apply: async () => {}, ...(canReplace && { requiresReplace: () => [] }) };
  expect(editSentence({ name: "pen", updates: { resize } }, "resize")).toBe(sentence);
});

test("an unknown update is an error that names the known ones", () => {
  const updates = { rename: { request: "", apply: async () => {} } };
  expect(() => editSentence({ name: "pen", updates }, "resize")).toThrow(
    'The resource pen has no update "resize"; it has rename.',
  );
});

const reference = new Map(
  [...pages].flatMap(([path, text]) => (dirname(path) === "constructs" ? [[basename(path), text]] : [])),
);

test("the first page links to the exports, without the bindings", () => {
  const first = reference.get("README.md");
  expect(first).toMatch(/^# Constructs\n\nThe exports of the package `cdktf-provider-searchcloud`\.\n/);
  for (const name of ["Class.Cluster", "Interface.ClusterProps", "Class.Topology", "Variable.Region"])
    expect(first).toContain(`(${name}.md)`);
  expect([...reference.keys()].filter((path) => /l1|generated/i.test(path))).toEqual([]);
});

test("a prop has a description and its default, in a sentence", () => {
  expect(reference.get("Interface.ClusterProps.md")).toMatch(
    /^### terminationProtection\?\n\n```ts\nreadonly terminationProtection\?: .*\n```\n\n[A-Z].*\.\n\nDefault: `false`\.\n/m,
  );
});

test("an accessor has one description, and does not name the class or interface that it comes from", () => {
  expect(reference.get("Class.Cluster.md")).toMatch(
    /^### clusterEndpoint\n\n#### Get Signature\n\n```ts\nget clusterEndpoint\(\): string;\n```\n\n(?:[^\n]+\n){1,3}\n##### Returns\n\n`string`\n\n(?:\*\*\*|## Methods)\n/m,
  );
  const origins = /^#+ (?:Overrides|Inherited from|Implementation of|Default)$/m;
  expect([...reference].filter(([, text]) => origins.test(text)).map(([path]) => path)).toEqual([]);
  const bases = [...reference].filter(([path, text]) => path.startsWith("Class.") && /^- `/m.test(text));
  expect(bases).toEqual([]);
});
