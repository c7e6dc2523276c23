import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { type Files, readFiles, withTemporaryFolder } from "../folder";

/**
 * Renders the API reference of the constructs as markdown from the docstrings below `root`. Leaves out the bindings, because the
 * pages of the resources describe the same attributes. The same sources give the same text on every machine.
 *
 * @throws if a docstring has a broken link, or the sources cannot be read
 */
export function renderReference(root: string): Promise<Files> {
  const typedoc = join(root, "node_modules/typedoc/bin/typedoc");
  return withTemporaryFolder((out) => {
    const words = [typedoc, "--options", "constructs/typedoc.jsonc", "--out", out];
    execFileSync(process.execPath, words, { cwd: root, stdio: ["ignore", "pipe", "pipe"] });
    return new Map([...readFiles(out)].map(([path, text]) => [path, tidy(introduced(path, text))]));
  });
}

const INTRODUCTION = `The exports of the package \`cdktf-provider-searchcloud\`.

In addition, the namespace \`l1\` has the bindings of every type, one module for each: the data sources, such as
\`l1.dataSearchcloudAccount.DataSearchcloudAccount\`, and the low-level resources below the constructs. Their arguments are the
attributes that [the pages of the provider](../index.md) describe, in camelCase.`;

/** Adds the introduction to the first page. */
function introduced(path: string, text: string): string {
  return path === "README.md" ? text.replace(/^# .*\n/, (heading) => `${heading}\n${INTRODUCTION}\n`) : text;
}

/** Finds the repeated docstring of an accessor that inherits it from an interface: it follows the signature, and comes again at the end. */
const REPEATED =
  /(^#### Get Signature\n\n```ts\n[^`]*```\n\n)(.+)(\n[\s\S]*?##### Returns\n\n.+\n)\n\2[\s\S]*?(?=^(?:\*\*\*|#{2,3} ))/gm;

/** Removes the parts of the markdown plugin's pages that readers do not need. */
function tidy(text: string): string {
  const tidied = text
    // Callers do not need the base class of a member; a class without a page is not exported.
    .replace(/^#+ (?:Overrides|Inherited from|Implementation of)\n\n.*\n\n?/gm, "")
    .replace(/^(# Class: [\s\S]*?)^## Extends\n\n- `.*\n\n?/m, "$1")
    .replace(REPEATED, "$1$2$3\n")
    // A default in words (`@default - as it is`) is a sentence, not a block of code or a list.
    .replace(/^#+ Default\n\n(?:```ts\n- (.*)\n```|- (.*))$/gm, "Default: $1$2.")
    .replace(/^#+ Default\n\n```ts\n(.*)\n```$/gm, "Default: `$1`.")
    .replace(/[ \t]+$/gm, "");
  return `${tidied.trim()}\n`;
}
