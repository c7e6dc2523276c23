import { execFileSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Files, readFiles } from "../folder";

/**
 * The API reference of the constructs as markdown: text by path, from the docstrings below `root`. The bindings are left
 * out: the pages of the resources describe the same attributes. The same sources give the same text on every machine.
 *
 * @throws when a docstring links to what is not there, or the sources cannot be read.
 */
export async function renderReference(root: string): Promise<Files> {
  const folder = await mkdtemp(join(tmpdir(), "reference-"));
  try {
    const [options, out] = [join(folder, "options.json"), join(folder, "out")];
    await writeFile(options, JSON.stringify(optionsFor(root, out)));
    const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
    execFileSync(process.execPath, [typedoc, "--options", options], {
      cwd: root,
      stdio: ["ignore", "pipe", "pipe"],
    });
    const files = await readFiles(out);
    return new Map([...files].map(([path, text]) => [path, tidyReference(introduced(path, text))]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function optionsFor(root: string, out: string) {
  return {
    entryPoints: [join(root, "constructs/index.ts")],
    tsconfig: join(root, "constructs/tsconfig.json"),
    plugin: ["typedoc-plugin-markdown"],
    out,
    name: "Constructs",
    readme: "none",
    // Props in the order in which their author explains them.
    sort: ["source-order"],
    externalPattern: ["**/node_modules/**", "**/constructs/generated/**"],
    excludeExternals: true,
    excludeInternal: true,
    excludePrivate: true,
    excludeProtected: true,
    disableSources: true,
    disableGit: true,
    hideGenerator: true,
    hidePageHeader: true,
    githubPages: false,
    // Types are checked by `npm run types`; what is not exported is on purpose.
    skipErrorChecking: true,
    validation: { notExported: false, invalidLink: true },
    treatWarningsAsErrors: true,
    entryFileName: ENTRY,
    flattenOutputFiles: true,
    useCodeBlocks: true,
    expandObjects: true,
    indexFormat: "table",
    parametersFormat: "table",
    typeDeclarationFormat: "table",
  };
}

const ENTRY = "README";
const INTRODUCTION = `What the package \`cdktf-provider-searchcloud\` exports.

Beside it, the namespace \`l1\` has the bindings of every type, one module for each: the data sources, such as
\`l1.dataSearchcloudAccount.DataSearchcloudAccount\`, and the low-level resources below the constructs. Their arguments are the
attributes that [the pages of the provider](../index.md) describe, in camelCase.`;

/** The first page says what it leads to, and where the rest is. */
function introduced(path: string, text: string): string {
  return path === `${ENTRY}.md`
    ? text.replace(/^# .*\n/, (heading) => `${heading}\n${INTRODUCTION}\n`)
    : text;
}

/** The markdown plugin's pages, without what readers do not need. */
export function tidyReference(text: string): string {
  const tidied = withDefaultsAsSentences(withoutRepetition(withoutBases(text)));
  return `${tidied.replace(/[ \t]+$/gm, "").trim()}\n`;
}

/** Callers do not need to know which base class has a member; one that has no page of its own is not exported. */
function withoutBases(text: string): string {
  return text
    .replace(/^#+ (?:Overrides|Inherited from|Implementation of)\n\n.*\n\n?/gm, "")
    .replace(/^(# Class: [\s\S]*?)^## Extends\n\n- `.*\n\n?/m, "$1");
}

/** The docstring that an accessor inherits from an interface comes twice: with its signature, and again at its end. */
function withoutRepetition(text: string): string {
  const accessor =
    /(^#### Get Signature\n\n```ts\n[^`]*```\n\n)(.+)(\n[\s\S]*?##### Returns\n\n.+\n)\n\2[\s\S]*?(?=^(?:\*\*\*|#{2,3} ))/gm;
  return text.replace(accessor, "$1$2$3\n");
}

/** A default in words (`@default - as it is`) is a sentence, not a block of code. */
function withDefaultsAsSentences(text: string): string {
  return text
    .replace(/^#+ Default\n\n```ts\n- (.*)\n```$/gm, "Default: $1.")
    .replace(/^#+ Default\n\n```ts\n(.*)\n```$/gm, "Default: `$1`.");
}
