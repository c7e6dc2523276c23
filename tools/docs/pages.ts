import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ProviderFunction } from "../../src/framework/resource";
import { wholeProvider } from "../../src/provider/whole";
import type { Files } from "../folder";
import { type Example, exampleSection, fenced, page } from "./page";
import { renderReference } from "./reference";
import { importSection, timeoutsSection } from "./resourceSections";
import { schemaSection, typeWords } from "./schemaSection";

/** Where the documentation is in a checkout. */
export const DOCS = "docs";

/** What is generated in {@link DOCS}; all else there is written by hand. */
export const isGenerated = (path: string): boolean =>
  path === "index.md" || /^(resources|data-sources|functions|constructs)\//.test(path);

const provider = wholeProvider();

/** The folders of pages and of examples/ with a part in each, and what the pages call it. */
const KINDS = { resources: "Resource", "data-sources": "Data Source", functions: "Function" } as const;
export type Kind = keyof typeof KINDS;

/** Where the example of a part is; `name` without the provider's: "cluster_metrics". */
export function examplePaths(kind: Kind, name: string): Example {
  const folder = kind === "functions" ? name : `${provider.name}_${name}`;
  const file = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    hcl: `examples/${kind}/${folder}/main.tf`,
    typescript: `examples/constructs/${kind}/${file}.ts`,
  };
}

/** The examples that show the provider as such. */
const PROVIDER_EXAMPLE: Example = { hcl: "examples/hcl/main.tf", typescript: "examples/quickstart/main.ts" };

/**
 * The whole documentation of a checkout: pages in the registry's format, from the definitions of the provider (the schema
 * knows neither updates nor imports) and the examples, and the API reference of the constructs.
 */
export async function renderDocs(root: string): Promise<Files> {
  const read = ({ hcl, typescript }: Example): Example => ({
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
    links("Data Sources", dataSources),
    links("Functions", functions),
    links("Constructs", [{ path: "constructs/README.md", type: "API reference of the CDKTF constructs" }]),
  ]);
  return new Map([
    ["index.md", index],
    ...[...resources, ...dataSources, ...functions].map(({ path, text }) => [path, text] as const),
    ...[...(await renderReference(root))].map(([path, text]) => [`constructs/${path}`, text] as const),
  ]);
}

function functionSections(part: ProviderFunction, example: Example): (string | undefined)[] {
  const { name, summary, description, parameters, returns } = part;
  const typed = parameters.map((parameter) => `${parameter.name} ${typeWords(parameter.type).toLowerCase()}`);
  const lines = parameters.map(({ name, type, allowNull, description }) => {
    return `1. \`${name}\` (${typeWords(type)}${allowNull ? ", Nullable" : ""}) ${description}`;
  });
  return [
    description === summary ? undefined : description,
    exampleSection(example),
    `## Signature\n\n${fenced("text", `${name}(${typed.join(", ")}) ${typeWords(returns).toLowerCase()}`)}`,
    `Called as \`provider::${provider.name}::${name}(…)\`. Functions of providers need Terraform 1.8 or later.`,
    `## Arguments\n\n${lines.join("\n")}`,
  ];
}
