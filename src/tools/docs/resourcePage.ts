import type { AnyResource } from "../../framework/provider";
import { STATE_ONLY } from "../../framework/updates";
import { type Example, exampleSection, fenced, page } from "./page";
import { schemaSection, TIMEOUTS, timeoutFields } from "./schemaSection";

/** The page of a resource; `type` is its whole name, "searchcloud_cluster". */
export function resourcePage(
  resource: AnyResource,
  type: string,
  provider: string,
  example: Example,
): string {
  return page({
    title: `${type} Resource - ${provider}`,
    heading: `${type} (Resource)`,
    description: resource.description,
    sections: [
      exampleSection(example),
      schemaSection(resource.schema, resource),
      timeoutsSection(resource),
      importSection(resource, type, example),
    ],
  });
}

function timeoutsSection({ schema, timeouts = {} }: AnyResource): string | undefined {
  const configurable = timeoutFields(schema);
  if (configurable.length === 0) return undefined;
  const defaults = new Map(Object.entries(timeouts));
  const lines = configurable.map(([name, description]) => {
    const words = `The default is \`${defaults.get(name)}\`.`;
    return `- \`${name}\` (String) ${description}${description.includes(words) ? "" : ` ${words}`}`;
  });
  const names = configurable.map(([name]) => name);
  const fixed = [...defaults].filter(([name]) => !names.includes(name));
  const others = fixed.map(([name, duration]) => `\`${name}\` may take \`${duration}\``).join(", ");
  return [
    "## Timeouts",
    `The block \`${TIMEOUTS}\` takes durations such as \`45m\` or \`1h30m\`:`,
    lines.join("\n"),
    ...(others === "" ? [] : [`Not configurable: ${others}.`]),
  ].join("\n\n");
}

function importSection(resource: AnyResource, type: string, { hcl }: Example): string {
  const { importIds = [], notImported = "It cannot be imported." } = resource;
  const [usual, ...others] = importIds;
  if (!usual) return `## Import\n\n${notImported}`;
  const address = `${type}.${new RegExp(`resource "${type}" "(\\w+)"`).exec(hcl)?.[1] ?? "example"}`;
  const command = (id: string) => fenced("shell", `terraform import ${address} ${id}`);
  return [
    "## Import",
    `By \`${usual.form}\`, with a block in the configuration:`,
    fenced("terraform", `import {\n  to = ${address}\n  id = ${JSON.stringify(usual.example)}\n}`),
    "or with the command:",
    command(usual.example),
    ...others.flatMap(({ form, example }) => [`By \`${form}\` as well:`, command(example)]),
    ...afterImport(resource),
  ].join("\n\n");
}

/** What the service does not know, an import cannot find (docs/design/laws.md#l5). */
function afterImport({ schema }: AnyResource): string[] {
  const kept = Object.entries(schema).filter(([, field]) => field.updatedBy === STATE_ONLY);
  if (kept.length === 0) return [];
  const names = kept.map(([name]) => `\`${name}\``).join(", ");
  return [
    `What only Terraform keeps (${names}) is not known to the service: the first apply after an import writes what the configuration ` +
      "says of it to the state, and sends nothing.",
  ];
}
