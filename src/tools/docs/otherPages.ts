import type { AnyDataSource, AnyProvider } from "../../framework/provider";
import type { ProviderFunction } from "../../framework/resource";
import { type Example, exampleSection, fenced, page } from "./page";
import { schemaSection } from "./schemaSection";
import { typeWords } from "./words";

/** The page of a data source; `type` is its whole name, "searchcloud_clusters". */
export function dataSourcePage(
  source: AnyDataSource,
  type: string,
  provider: string,
  example: Example,
): string {
  return page({
    title: `${type} Data Source - ${provider}`,
    heading: `${type} (Data Source)`,
    description: source.description,
    sections: [exampleSection(example), schemaSection(source.schema)],
  });
}

/** The page of a function. */
export function functionPage(part: ProviderFunction, provider: string, example: Example): string {
  const { name, summary, description, parameters, returns } = part;
  const typed = parameters.map((parameter) => `${parameter.name} ${typeWords(parameter.type).toLowerCase()}`);
  const lines = parameters.map(
    (parameter) =>
      `1. \`${parameter.name}\` (${typeWords(parameter.type)}${parameter.allowNull ? ", Nullable" : ""}) ${parameter.description}`,
  );
  return page({
    title: `${name} Function - ${provider}`,
    heading: `${name} (Function)`,
    description: summary,
    sections: [
      description === summary ? undefined : description,
      exampleSection(example),
      `## Signature\n\n${fenced("text", `${name}(${typed.join(", ")}) ${typeWords(returns).toLowerCase()}`)}`,
      `Called as \`provider::${provider}::${name}(…)\`. Functions of providers need Terraform 1.8 or later.`,
      `## Arguments\n\n${lines.join("\n")}`,
    ],
  });
}

/** Pages by the heading under which the provider's page lists them: path and title of each. */
export type Contents = readonly (readonly [
  heading: string,
  pages: readonly (readonly [path: string, title: string, ...text: string[]])[],
])[];

/** The page of the provider itself, which leads to all others. */
export function providerPage(provider: AnyProvider, example: Example, contents: Contents): string {
  return page({
    title: `${provider.name} Provider`,
    heading: `${provider.name} Provider`,
    description: provider.description,
    sections: [
      exampleSection(example),
      schemaSection(provider.schema),
      ...contents.map(([heading, pages]) => {
        const links = pages.map(([path, title]) => `- [${title}](${path})`);
        return `## ${heading}\n\n${links.join("\n")}`;
      }),
    ],
  });
}
