import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { OPERATIONS } from "../src/api/operations";
import { ASSUMPTIONS } from "../src/emulator/domain/assumptions";
import { inlineCode } from "./examples/support/markdown";

const ROOT = resolve(__dirname, "..");
const DESIGN = "docs/design";
const WRITTEN = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"];

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

function below(path: string): string[] {
  if (!existsSync(join(ROOT, path))) return [];
  if (!statSync(join(ROOT, path)).isDirectory()) return [path];
  return readdirSync(join(ROOT, path)).flatMap((name) =>
    ["node_modules", "dist", "cdktf.out", ".terraform"].includes(name) ? [] : below(`${path}/${name}`),
  );
}

const TEXT = /\.(?:ts|cjs|js|json|md|tf|sh|proto)$|\/run$/;
const texts = ["src", "tools", "constructs", "test", "examples", "docs", ".ci", "package.json", ...WRITTEN]
  .flatMap(below)
  .filter((path) => TEXT.test(path))
  .map((path) => ({ path, text: read(path) }));
const pages = texts.filter(({ path }) => path.startsWith(`${DESIGN}/`));
const prose = texts.filter(
  ({ path }) => WRITTEN.includes(path) || path.startsWith(`${DESIGN}/`) || path.startsWith("docs/guides/"),
);

/** The explicit anchors of each design page. A heading has no other: renamed headings must not break citations. */
const ANCHORS = new Map(
  pages.map(({ path, text }) => [
    path,
    [...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id),
  ]),
);

/** A comment that is broken over lines, as one line. */
const joined = (text: string) => text.replace(/\n\s*(?:\*|\/\/)?\s*/g, " ");

/** The anchors that a page has on GitHub: those of its headings, and explicit ones. */
function anchorsOf(text: string): string[] {
  const headings = [...text.matchAll(/^#+ (.+)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
  return [...headings, ...[...text.matchAll(/<a id="([^"]+)"><\/a>/g)].map(([, id = ""]) => id)];
}

interface Citation {
  readonly page: string;
  readonly anchor: string | undefined;
}

/** Returns the citations of the design in a text: each anchor of `docs/design/laws.md#l1, #l8` by itself. */
function citationsIn(text: string): Citation[] {
  const found = joined(text).matchAll(/docs\/design\/[\w/-]+\.md((?:#[\w-]+(?:, #[\w-]+)*)?)/g);
  return [...found].flatMap(([whole, anchors = ""]): Citation[] => {
    const page = whole.slice(0, whole.length - anchors.length);
    if (anchors === "") return [{ page, anchor: undefined }];
    return anchors.split(", ").map((anchor) => ({ page, anchor: anchor.slice(1) }));
  });
}

function isThere({ page, anchor }: Citation): boolean {
  const anchors = ANCHORS.get(page);
  return anchors !== undefined && (anchor === undefined || anchors.includes(anchor));
}

test("every citation of the design leads to a page and to an anchor of it", () => {
  const all = texts.flatMap(({ path, text }) => citationsIn(text).map((cited) => ({ path, ...cited })));
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter((cited) => !isThere(cited))).toEqual([]);
});

test("each anchor is unique on its page", () => {
  expect([...ANCHORS].filter(([, ids]) => new Set(ids).size < ids.length)).toEqual([]);
});

test("links between the pages lead to files, and in the design to anchors", () => {
  const links = prose.flatMap(({ path, text }) =>
    [...text.matchAll(/\]\(([^)\s]+)/g)].map(([, target = ""]) => ({ path, target })),
  );
  const inside = links.filter(({ target }) => !/^https?:/.test(target));
  expect(inside.length).toBeGreaterThan(40);
  const broken = inside.filter(({ path, target }) => {
    const [file = "", anchor] = target.split("#");
    const page = file === "" ? path : relative(ROOT, resolve(ROOT, dirname(path), file));
    if (!existsSync(join(ROOT, page))) return true;
    if (!page.endsWith(".md")) return false;
    if (page.startsWith(`${DESIGN}/`)) return !isThere({ page, anchor });
    return anchor !== undefined && !anchorsOf(read(page)).includes(anchor);
  });
  expect(broken).toEqual([]);
});

test("the pages name existing files and folders", () => {
  const named = prose.flatMap(({ path, text }) =>
    inlineCode(text)
      .filter((code) => /^(?:src|tools|test|constructs|examples|docs)\/[\w./-]*$/.test(code))
      .map((code) => ({ path, code })),
  );
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter(({ code }) => !existsSync(join(ROOT, code)))).toEqual([]);
});

test("nothing cites a file that is not in the repository", () => {
  const outside =
    /\bDESIGN\.md\b|\bopen[-]points\b|\bapi\/(?:management|data-plane)-api\.md|\.\.\/shared\/(?:api|facts|\w+\.md)|\bfacts\//;
  const citing = texts.filter(({ text }) => outside.test(text)).map(({ path }) => path);
  expect(citing).toEqual([]);
});

test.each([
  ["management API", "management-api.md", Object.keys(OPERATIONS), 20],
  ["data-plane API", "data-plane-api.md", [], 8],
] as const)(
  "the cited sections of the %s are on the page that describes it, or operations",
  (api, page, operations, least) => {
    const sections = [...read(`${DESIGN}/${page}`).matchAll(/^##+ (.+)$/gm)].map(([, name = ""]) => name);
    const known = [...sections, ...operations];
    const cited = texts.flatMap(({ path, text }) => {
      const found = joined(text).matchAll(new RegExp(`\\(${api}, (\\w[^()]*)\\)`, "g"));
      return [...found].map(([, section = ""]) => ({ path, section }));
    });
    expect(cited.length).toBeGreaterThan(least);
    expect(cited.filter(({ section }) => !known.some((name) => section.startsWith(name)))).toEqual([]);
  },
);

test("the page about assumptions names each assumption of the emulator, and no other", () => {
  const page = read(`${DESIGN}/api-assumptions.md`);
  const named = [...page.matchAll(/^\*Emulator:\*((?:.+\n?)+)/gm)].flatMap(([, names = ""]) =>
    inlineCode(names),
  );
  expect([...new Set(named)].sort()).toEqual(Object.keys(ASSUMPTIONS).sort());
});

test("the messages that the troubleshooting page quotes are in the source", () => {
  const page = read("docs/guides/troubleshooting.md");
  const [, ...tables] = page.split(/^\| message .*$/m);
  const quoted = tables.flatMap((table) =>
    (table.split(/^#/m)[0] ?? "").split("\n").flatMap((row) => inlineCode(row.split("|")[1] ?? "")),
  );
  const messages = quoted.filter((one) => /\w+ \w+/.test(one));
  expect(messages.length).toBeGreaterThan(12);
  const source = texts
    .filter(({ path }) => path.startsWith("src/"))
    .map(({ text }) => text)
    .join("\n");
  expect(messages.filter((one) => !source.includes(one))).toEqual([]);
});
