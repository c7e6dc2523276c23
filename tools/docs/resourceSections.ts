import type { AnyResource } from "../../src/framework/provider";
import { isBlock } from "../../src/framework/schema";
import { STATE_ONLY } from "../../src/framework/updates";
import { type Example, fenced } from "./page";
import { TIMEOUTS } from "./schemaSection";

/** The part `## Timeouts`, where there is a block of them. */
export function timeoutsSection({ schema, timeouts = {} }: AnyResource): string | undefined {
  const block = schema[TIMEOUTS];
  if (!block || !isBlock(block)) return undefined;
  const defaults = Object.entries(timeouts);
  const lines = Object.entries(block.fields).map(([name, { description }]) => {
    const words = `The default is \`${timeouts[name as keyof typeof timeouts]}\`.`;
    return `- \`${name}\` (String) ${description}${description.includes(words) ? "" : ` ${words}`}`;
  });
  const fixed = defaults.filter(([name]) => !(name in block.fields));
  const others = fixed.map(([name, duration]) => `\`${name}\` may take \`${duration}\``).join(", ");
  return [
    "## Timeouts",
    `The block \`${TIMEOUTS}\` takes durations such as \`45m\` or \`1h30m\`:`,
    lines.join("\n"),
    ...(others === "" ? [] : [`Not configurable: ${others}.`]),
  ].join("\n\n");
}

/** The part `## Import`: each form of id with the resource of the example, or why there is none. */
export function importSection(resource: AnyResource, type: string, { hcl }: Example): string {
  const { importIds = [], notImported = "It cannot be imported.", schema } = resource;
  const [usual, ...others] = importIds;
  if (!usual) return `## Import\n\n${notImported}`;
  const address = `${type}.${new RegExp(`resource "${type}" "(\\w+)"`).exec(hcl)?.[1] ?? "example"}`;
  const command = (id: string) => fenced("shell", `terraform import ${address} ${id}`);
  const names = Object.entries(schema).flatMap(([name, { updatedBy }]) =>
    updatedBy === STATE_ONLY ? [`\`${name}\``] : [],
  );
  // What the service does not know, an import cannot find (docs/design/laws.md#l5).
  const kept =
    `What only Terraform keeps (${names.join(", ")}) is not known to the service: the first apply after an import writes ` +
    "what the configuration says of it to the state, and sends nothing.";
  return [
    "## Import",
    `By \`${usual.form}\`, with a block in the configuration:`,
    fenced("terraform", `import {\n  to = ${address}\n  id = ${JSON.stringify(usual.example)}\n}`),
    "or with the command:",
    command(usual.example),
    ...others.flatMap(({ form, example }) => [`By \`${form}\` as well:`, command(example)]),
    ...(names.length === 0 ? [] : [kept]),
  ].join("\n\n");
}
