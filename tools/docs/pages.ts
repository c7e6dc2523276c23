import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ProviderFunction } from "../../src/framework/resource";
import { wholeProvider } from "../../src/provider/whole";
import { type Files, readFiles, withTemporaryFolder } from "../folder";
import {
  type Example,
  exampleSection,
  fenced,
  importSection,
  page,
  schemaSection,
  timeoutsSection,
  typeWords,
} from "./sections";

/** The folder of the documentation in a checkout. */
export const DOCS = "docs";

/** True for generated files in {@link DOCS}. All others are written by hand. */
export const isGenerated = (path: string): boolean =>
  path === "index.md" || /^(resources|ephemeral-resources|data-sources|functions|constructs)\//.test(path);

const provider = wholeProvider();

/** The folders of pages and of examples, and the names of their parts on the pages. */
const KINDS = {
  resources: "Resource",
  "ephemeral-resources": "Ephemeral Resource",
  "data-sources": "Data Source",
  functions: "Function",
} as const;
export type Kind = keyof typeof KINDS;

/** Returns the paths of the example of a part. `name` is without the provider's: "cluster_metrics". */
export function examplePaths(kind: Kind, name: string): Example {
  const folder = kind === "functions" ? name : `${provider.name}_${name}`;
  const file = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    hcl: `examples/${kind}/${folder}/main.tf`,
    typescript: `examples/constructs/${kind}/${file}.ts`,
  };
}

function readIfThere(path: string): string | undefined {
  return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

/** The examples on the provider's own page. */
const PROVIDER_EXAMPLE: Example = { hcl: "examples/hcl/main.tf", typescript: "examples/quickstart/main.ts" };

/**
 * Renders the documentation of a checkout: pages in the registry's format and the API reference of the constructs. The pages come
 * from the examples and from the definitions of the provider, because the schema contains neither updates nor imports.
 */
export async function renderDocs(root: string): Promise<Files> {
  const read = ({ hcl, typescript }: Example): Example => ({
    first: readIfThere(join(root, dirname(hcl), "no-secrets/main.tf")),
    hcl: readFileSync(join(root, hcl), "utf8"),
    typescript: readFileSync(join(root, typescript), "utf8"),
  });
  const pagesOf = <Part extends { readonly name: string; readonly description: string }>(
    kind: Kind,
    parts: readonly Part[],
    sections: (part: Part, example: Example, type: string) => readonly (string | undefined)[],
    summary = (part: Part) => part.description,
  ) =>
    parts.map((part) => {
      const type = kind === "functions" ? part.name : `${provider.name}_${part.name}`;
      const example = read(examplePaths(kind, part.name));
      const title = `${type} ${KINDS[kind]} - ${provider.name}`;
      const heading = `${type} (${KINDS[kind]})`;
      const text = page(title, heading, summary(part), sections(part, example, type));
      return { path: `${kind}/${part.name}.md`, type, text };
    });
  const resources = pagesOf("resources", provider.resources, (resource, example, type) => [
    exampleSection(example),
    schemaSection(resource.schema, resource),
    timeoutsSection(resource),
    importSection(resource, type, example),
  ]);
  const ephemeral = pagesOf(
    "ephemeral-resources",
    provider.ephemeralResources ?? [],
    ({ schema }, example) => [exampleSection(example), schemaSection(schema)],
  );
  const dataSources = pagesOf("data-sources", provider.dataSources, ({ schema }, example) => [
    exampleSection(example),
    schemaSection(schema),
  ]);
  const functions = pagesOf("functions", provider.functions, functionSections, ({ summary }) => summary);
  const links = (heading: string, pages: readonly { readonly path: string; readonly type: string }[]) =>
    `## ${heading}\n\n${pages.map(({ path, type }) => `- [${type}](${path})`).join("\n")}`;
  const name = `${provider.name} Provider`;
  const index = page(name, name, provider.description, [
    exampleSection(read(PROVIDER_EXAMPLE)),
    schemaSection(provider.schema),
    links("Resources", resources),
    links("Ephemeral Resources", ephemeral),
    links("Data Sources", dataSources),
    links("Functions", functions),
    links("Constructs", [{ path: "constructs/README.md", type: "API reference of the CDKTF constructs" }]),
  ]);
  return new Map([
    ["index.md", index],
    ...[...resources, ...ephemeral, ...dataSources, ...functions].map(
      ({ path, text }) => [path, text] as const,
    ),
    ...[...(await renderReference(root))].map(([path, text]) => [`constructs/${path}`, text] as const),
  ]);
}

function functionSections(part: ProviderFunction, example: Example): (string | undefined)[] {
  const { name, summary, description, parameters, returns } = part;
  const typed = parameters.map((parameter) => `${parameter.name} ${typeWords(parameter.type).toLowerCase()}`);
  const lines = parameters.map(({ name, type, description }) => {
    return `1. \`${name}\` (${typeWords(type)}) ${description}`;
  });
  return [
    description === summary ? undefined : description,
    exampleSection(example),
    `## Signature\n\n${fenced("text", `${name}(${typed.join(", ")}) ${typeWords(returns).toLowerCase()}`)}`,
    `Called as \`provider::${provider.name}::${name}(…)\`. Functions of providers need Terraform 1.8 or later.`,
    `## Arguments\n\n${lines.join("\n")}`,
  ];
}

/**
 * Renders the API reference of the constructs as markdown from the docstrings below `root`. Leaves out the bindings, because the
 * pages of the resources describe the same attributes. The same sources give the same text on every machine.
 *
 * @throws if a docstring has a broken link, or the sources cannot be read
 */
function renderReference(root: string): Promise<Files> {
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
