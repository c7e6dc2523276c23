import { dirname } from "node:path";
import type { AnyProvider } from "../../framework/provider";
import { searchcloud } from "../../provider/provider";
import type { Files } from "../folder";
import { examplePaths, type Kind, PROVIDER_EXAMPLE, readExample } from "./examples";
import { type Contents, dataSourcePage, functionPage, providerPage } from "./otherPages";
import { renderReference } from "./reference";
import { resourcePage } from "./resourcePage";

/** Where the documentation is in a checkout. */
export const DOCS = "docs";

/** What is generated in {@link DOCS}; all else there is written by hand. */
export const isGenerated = (path: string): boolean =>
  path === "index.md" || /^(resources|data-sources|functions|constructs)\//.test(path);

/** Where the pages about the constructs begin, beside those of the provider. */
const REFERENCE = "constructs/README.md";

/** The whole documentation of a checkout: pages in the registry's format, and the API reference of the constructs. */
export async function renderDocs(root: string): Promise<Files> {
  const reference = await renderReference(root);
  const folder = dirname(REFERENCE);
  return new Map([
    ...renderPages(searchcloud({}), root),
    ...[...reference].map(([path, text]) => [`${folder}/${path}`, text] as const),
  ]);
}

type Page = readonly [path: string, title: string, text: string];

/**
 * The pages about the provider, in the format of the Terraform registry: text by path. Made from the definitions of the
 * resources, data sources and functions (not only from the schema, which knows neither updates nor imports) and from the
 * examples below `root`.
 */
function renderPages(provider: AnyProvider, root: string): Files {
  const prefix = provider.name;
  const exampleOf = (kind: Kind, name: string) => readExample(root, examplePaths(kind, name, prefix));
  const resources = provider.resources.map((resource): Page => {
    const type = `${prefix}_${resource.name}`;
    const text = resourcePage(resource, type, prefix, exampleOf("resources", resource.name));
    return [`resources/${resource.name}.md`, type, text];
  });
  const dataSources = provider.dataSources.map((source): Page => {
    const type = `${prefix}_${source.name}`;
    const text = dataSourcePage(source, type, prefix, exampleOf("data-sources", source.name));
    return [`data-sources/${source.name}.md`, type, text];
  });
  const functions = provider.functions.map((part): Page => {
    const text = functionPage(part, prefix, exampleOf("functions", part.name));
    return [`functions/${part.name}.md`, part.name, text];
  });
  const contents: Contents = [
    ["Resources", resources],
    ["Data Sources", dataSources],
    ["Functions", functions],
    ["Constructs", [[REFERENCE, "API reference of the CDKTF constructs"]]],
  ];
  const index = providerPage(provider, readExample(root, PROVIDER_EXAMPLE), contents);
  const pages = [...resources, ...dataSources, ...functions];
  return new Map([["index.md", index], ...pages.map(([path, , text]) => [path, text] as const)]);
}
