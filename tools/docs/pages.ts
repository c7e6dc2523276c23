import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { AnyProvider } from "../../src/framework/provider";
import type { ProviderFunction } from "../../src/framework/resource";
import type { Fields } from "../../src/framework/schema";
import { wholeProvider } from "../../src/provider/whole";
import type { Files } from "../folder";
import { importSection, movesSection } from "./imports";
import { renderReference } from "./reference";
import {
  type Example,
  exampleSection,
  fenced,
  labelled,
  page,
  schemaSection,
  timeoutsSection,
  typeWords,
} from "./sections";

/** The folder of the documentation in a checkout. */
export const DOCS = "docs";

/** True for generated files in {@link DOCS}. All others are written by hand. */
export const isGenerated = (path: string): boolean =>
  /^(index\.md$|(resources|ephemeral-resources|data-sources|list-resources|actions|functions|constructs)\/)/.test(
    path,
  );

/** The folders of pages and of examples, and the names of their parts on the pages, in the registry's layout. */
const KINDS = {
  resources: "Resource",
  "ephemeral-resources": "Ephemeral Resource",
  "data-sources": "Data Source",
  "list-resources": "List Resource",
  actions: "Action",
  functions: "Function",
} as const;
export type Kind = keyof typeof KINDS;

/** The file of an example, where it has another name than main.tf: Terraform reads lists from files with this ending only. */
const FILES: { readonly [kind in Kind]?: string } = {
  "list-resources": "list-resource.tfquery.hcl",
  actions: "action.tf",
};

/** The kinds without constructs: CDKTF has none of them. */
const HCL_ONLY: readonly Kind[] = ["list-resources", "actions"];

/** The name of this provider, with which the names of its types begin. */
const NAME = wholeProvider().name;

/** The paths of an example, in HCL and with the constructs. */
interface ExamplePaths {
  readonly hcl: string;
  readonly typescript?: string;
}

/** Returns the paths of the example of a part. `name` is without the provider's: "cluster_metrics". */
export function examplePaths(kind: Kind, name: string, provider = NAME): ExamplePaths {
  const folder = kind === "functions" ? name : `${provider}_${name}`;
  const file = name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return {
    hcl: `examples/${kind}/${folder}/${FILES[kind] ?? "main.tf"}`,
    ...(!HCL_ONLY.includes(kind) && { typescript: `examples/constructs/${kind}/${file}.ts` }),
  };
}

/** The examples on the provider's own page. */
const PROVIDER_EXAMPLE: ExamplePaths = {
  hcl: "examples/hcl/main.tf",
  typescript: "examples/quickstart/main.ts",
};

/**
 * Renders the documentation of a checkout: pages in the registry's format and the API reference of the constructs. The pages come
 * from the examples and from the definitions of the provider, because the schema contains neither updates nor imports.
 */
export async function renderDocs(root: string): Promise<Files> {
  const read = (path: string) => {
    const file = join(root, path);
    return existsSync(file) ? readFileSync(file, "utf8") : undefined;
  };
  const links = [
    heading("Constructs", [{ path: "constructs/README.md", type: "API reference of the CDKTF constructs" }]),
  ];
  return new Map([
    ...renderPages(wholeProvider(), read, links),
    ...[...(await renderReference(root))].map(([path, text]) => [`constructs/${path}`, text] as const),
  ]);
}

/** Returns the sections of a part's page below its description. */
type SectionsOf<Part> = (part: Part, example: Example, type: string) => readonly (string | undefined)[];

/**
 * Renders the page of a provider and those of its parts.
 *
 * @param read returns the text of a file of the checkout; undefined if there is none
 * @param links more lists of links for the provider's page
 * @throws if a part has no example
 */
export function renderPages(
  provider: AnyProvider,
  read: (path: string) => string | undefined,
  links: readonly (string | undefined)[] = [],
): Files {
  const mustRead = (path: string) => {
    const text = read(path);
    if (text === undefined) throw new Error(`There is no ${path}, the example of a page. Write it.`);
    return text;
  };
  const exampleAt = ({ hcl, typescript }: ExamplePaths): Example => ({
    first: read(join(dirname(hcl), "no-secrets/main.tf")),
    hcl: mustRead(hcl),
    typescript: typescript === undefined ? undefined : mustRead(typescript),
  });
  const pagesOf = <Part extends { readonly name: string; readonly description: string }>(
    kind: Kind,
    parts: readonly Part[] = [],
    sections: SectionsOf<Part>,
    summary = (part: Part) => part.description,
  ) =>
    parts.map((part) => {
      const type = kind === "functions" ? part.name : `${provider.name}_${part.name}`;
      const title = `${type} ${KINDS[kind]} - ${provider.name}`;
      const example = exampleAt(examplePaths(kind, part.name, provider.name));
      const text = page(title, `${type} (${KINDS[kind]})`, summary(part), sections(part, example, type));
      return { path: `${kind}/${part.name}.md`, type, text };
    });
  const { listResources = [], actions } = provider;
  const isListed = (name: string) => listResources.some((list) => list.name === name);
  const pages = {
    Resources: pagesOf("resources", provider.resources, (resource, example, type) => [
      exampleSection(example),
      schemaSection(resource.schema, { edited: resource }),
      timeoutsSection(resource),
      importSection(resource, type, example, isListed(resource.name)),
      movesSection(resource, type),
    ]),
    "Ephemeral Resources": pagesOf("ephemeral-resources", provider.ephemeralResources, plainSections),
    "Data Sources": pagesOf("data-sources", provider.dataSources, plainSections),
    "List Resources": pagesOf("list-resources", listResources, ({ name, schema }, example, type) => [
      `Needs Terraform 1.14. A query lists objects as [${type}](../resources/${name}.md), and can generate their configuration.`,
      exampleSection(example),
      `In a file that ends with \`.tfquery.hcl\`, next to the configuration of the provider:\n\n${fenced("shell", QUERY)}`,
      schemaSection(schema),
      CONFIG_OF_LISTS,
    ]),
    Actions: pagesOf("actions", actions, ({ schema }, example, type) => [
      "Needs Terraform 1.14. It changes no state, and Terraform does not repeat it.",
      exampleSection(example),
      fenced("shell", `terraform apply -invoke=action.${labelled("action", type, example.hcl)}`),
      schemaSection(schema, { isAction: true }),
      "These are the arguments of the block `config`.",
    ]),
    Functions: pagesOf(
      "functions",
      provider.functions,
      (part, example) => functionSections(provider.name, part, example),
      ({ summary }) => summary,
    ),
  };
  const name = `${provider.name} Provider`;
  const index = page(name, name, provider.description, [
    exampleSection(exampleAt(PROVIDER_EXAMPLE)),
    schemaSection(provider.schema),
    ...Object.entries(pages).map(([title, found]) => heading(title, found)),
    ...links,
  ]);
  return new Map([
    ["index.md", index],
    ...Object.values(pages).flatMap((found) => found.map(({ path, text }) => [path, text] as const)),
  ]);
}

const QUERY = "terraform query\nterraform query -generate-config-out=found.tf";

const CONFIG_OF_LISTS =
  "These are the arguments of the block `config`. Beside it, `limit` ends the list after so many results (100 by default), and " +
  "`include_resource = true` reads each object as a whole.";

function plainSections({ schema }: { readonly schema: Fields }, example: Example): string[] {
  return [exampleSection(example), schemaSection(schema)];
}

/** Renders links to pages below a heading. Undefined without pages. */
function heading(title: string, pages: readonly { readonly path: string; readonly type: string }[]) {
  if (pages.length === 0) return undefined;
  return `## ${title}\n\n${pages.map(({ path, type }) => `- [${type}](${path})`).join("\n")}`;
}

function functionSections(
  provider: string,
  part: ProviderFunction,
  example: Example,
): (string | undefined)[] {
  const { name, summary, description, parameters, returns } = part;
  const typed = parameters.map((parameter) => `${parameter.name} ${typeWords(parameter.type).toLowerCase()}`);
  const lines = parameters.map(({ name, type, description }) => {
    return `1. \`${name}\` (${typeWords(type)}) ${description}`;
  });
  return [
    description === summary ? undefined : description,
    exampleSection(example),
    `## Signature\n\n${fenced("text", `${name}(${typed.join(", ")}) ${typeWords(returns).toLowerCase()}`)}`,
    `Called as \`provider::${provider}::${name}(…)\`. Functions of providers need Terraform 1.8 or later.`,
    `## Arguments\n\n${lines.join("\n")}`,
  ];
}
