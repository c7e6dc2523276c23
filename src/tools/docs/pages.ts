import type { AnyProvider } from "../../framework/provider";
import type { Files } from "../folder";
import { examplePaths, type Kind, PROVIDER_EXAMPLE, readExample } from "./examples";
import { type Contents, dataSourcePage, functionPage, providerPage } from "./otherPages";
import { resourcePage } from "./resourcePage";

/** Where the pages about the constructs begin, beside those of the provider. */
export const REFERENCE = "constructs/README.md";

/**
 * Everything below docs/ that is about the provider, in the format of the Terraform registry: text by path. Made from the
 * definitions of the resources, data sources and functions (not only from the schema, which knows neither updates nor
 * imports) and from the examples below `root`.
 */
export function renderPages(provider: AnyProvider, root: string): Files {
  const { name: prefix, resources, dataSources, functions } = provider;
  const exampleOf = (kind: Kind, name: string) => readExample(root, examplePaths(kind, name, prefix));
  const pages: [path: string, title: string, text: string][] = [
    ...resources.map((resource): [string, string, string] => {
      const type = `${prefix}_${resource.name}`;
      const text = resourcePage(resource, type, prefix, exampleOf("resources", resource.name));
      return [`resources/${resource.name}.md`, type, text];
    }),
    ...dataSources.map((source): [string, string, string] => {
      const type = `${prefix}_${source.name}`;
      const text = dataSourcePage(source, type, prefix, exampleOf("data-sources", source.name));
      return [`data-sources/${source.name}.md`, type, text];
    }),
    ...functions.map((part): [string, string, string] => {
      const text = functionPage(part, prefix, exampleOf("functions", part.name));
      return [`functions/${part.name}.md`, part.name, text];
    }),
  ];
  const index = providerPage(provider, readExample(root, PROVIDER_EXAMPLE), contentsOf(pages));
  return new Map([["index.md", index], ...pages.map(([path, , text]) => [path, text] as const)]);
}

function contentsOf(pages: readonly (readonly [path: string, title: string, text: string])[]): Contents {
  const under = (kind: Kind) =>
    pages.filter(([path]) => path.startsWith(`${kind}/`)).map(([path, title]) => [path, title] as const);
  const all: Contents = [
    ["Resources", under("resources")],
    ["Data Sources", under("data-sources")],
    ["Functions", under("functions")],
    ["Constructs", [[REFERENCE, "API reference of the CDKTF constructs"]]],
  ];
  return all.filter(([, listed]) => listed.length > 0);
}
