import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Files, readFiles, withTemporaryFolder } from "../folder";

/**
 * The API reference of the constructs as markdown: text by path, from the docstrings below `root`. The bindings are left
 * out: the pages of the resources describe the same attributes. The same sources give the same text on every machine.
 *
 * @throws when a docstring links to what is not there, or the sources cannot be read.
 */
export function renderReference(root: string): Promise<Files> {
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  return withTemporaryFolder((out) => {
    const words = [typedoc, "--options", "constructs/typedoc.jsonc", "--out", out];
    execFileSync(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    return new Map([...readFiles(out)].map(([path, text]) => [path, tidy(introduced(path, text))]));
  });
}

const INTRODUCTION = `What the package \`cdktf-provider-searchcloud\` exports.

Beside it, the namespace \`l1\` has the bindings of every type, one module for each: the data sources, such as
\`l1.dataSearchcloudAccount.DataSearchcloudAccount\`, and the low-level resources below the constructs. Their arguments are the
attributes that [the pages of the provider](../index.md) describe, in camelCase.`;

/** The first page says what it leads to, and where the rest is. */
function introduced(path: string, text: string): string {
  return path === "README.md" ? text.replace(/^# .*\n/, (heading) => `${heading}\n${INTRODUCTION}\n`) : text;
}

/** The docstring that an accessor inherits from an interface comes twice: with its signature, and again at its end. */
const REPEATED =
  /(^#### Get Signature\n\n```ts\n[^`]*```\n\n)(.+)(\n[\s\S]*?##### Returns\n\n.+\n)\n\2[\s\S]*?(?=^(?:\*\*\*|#{2,3} ))/gm;

/** The markdown plugin's pages, without what readers do not need. */
function tidy(text: string): string {
  const tidied = text
    // Callers do not need to know which base class has a member; one that has no page of its own is not exported.
    .replace(/^#+ (?:Overrides|Inherited from|Implementation of)\n\n.*\n\n?/gm, "")
    .replace(/^(# Class: [\s\S]*?)^## Extends\n\n- `.*\n\n?/m, "$1")
    .replace(REPEATED, "$1$2$3\n")
    // A default in words (`@default - as it is`) is a sentence, not a block of code or a list.
    .replace(/^#+ Default\n\n(?:```ts\n- (.*)\n```|- (.*))$/gm, "Default: $1$2.")
    .replace(/^#+ Default\n\n```ts\n(.*)\n```$/gm, "Default: `$1`.")
    .replace(/[ \t]+$/gm, "");
  return `${tidied.trim()}\n`;
}
