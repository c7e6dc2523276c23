import type { IdentityAttribute, IdentityValues } from "../../src/framework/identity";
import type { AnyResource } from "../../src/framework/provider";
import { STATE_ONLY } from "../../src/framework/updates";
import { type Example, fenced, labelled, typeWords } from "./sections";

/**
 * Renders the section `## Import`: each form of id, and the identity, with the resource of the example; or the reason why there is none.
 *
 * @param isListed true if a list finds the objects
 */
export function importSection(
  { importIds = [], notImported = "It cannot be imported.", schema, identity, name }: AnyResource,
  type: string,
  { hcl }: Example,
  isListed = false,
): string {
  const [usual, ...others] = importIds;
  if (!usual) return `## Import\n\n${notImported}`;
  const address = labelled("resource", type, hcl);
  const command = (id: string) => fenced("shell", `terraform import ${address} ${id}`);
  const names = Object.entries(schema).flatMap(([name, { updatedBy }]) =>
    updatedBy === STATE_ONLY ? [`\`${name}\``] : [],
  );
  // An import cannot read values that the service does not have (docs/design/laws.md#l5).
  const kept =
    `The service does not have the values that only Terraform keeps (${names.join(", ")}). The first apply after an import ` +
    "writes their configured values to the state and sends nothing.";
  return [
    "## Import",
    `By \`${usual.form}\`, with a block in the configuration:`,
    importBlock(address, [`id = ${JSON.stringify(usual.example)}`]),
    "or with the command:",
    command(usual.example),
    ...others.flatMap(({ form, example }) => [`By \`${form}\` as well:`, command(example)]),
    ...(isListed
      ? [
          `A query [finds them](../list-resources/${name}.md), and writes these blocks and their configuration.`,
        ]
      : []),
    ...(names.length === 0 ? [] : [kept]),
    ...(identity === undefined ? [] : identitySections(identity, address, usual)),
  ].join("\n\n");
}

function importBlock(address: string, lines: readonly string[]): string {
  const inner = [`to = ${address}`, ...lines].map((line) => `  ${line}\n`).join("");
  return fenced("terraform", `import {\n${inner}}`);
}

/** The parts of an identity that a page shows. */
type ShownIdentity = Pick<NonNullable<AnyResource["identity"]>, "attributes" | "importId">;

/** An example of an id, with the names of its parts. */
interface ExampleId {
  readonly form: string;
  readonly example: string;
}

/** Shows the import by identity, and lists its attributes. */
function identitySections(identity: ShownIdentity, address: string, usual: ExampleId): string[] {
  const values = Object.entries(exampleIdentity(identity, usual));
  const width = Math.max(...values.map(([name]) => name.length));
  const lines = values.map(([name, value]) => `  ${name.padEnd(width)} = ${JSON.stringify(value)}`);
  const attributes = Object.entries(identity.attributes);
  const lists = (["Required", "Optional"] as const).flatMap((heading) => {
    const under = attributes.filter(([, { isOptional = false }]) => isOptional === (heading === "Optional"));
    return under.length === 0 ? [] : [`#### ${heading}`, under.map(identityLine).join("\n")];
  });
  return [
    "### Import by Identity",
    "With Terraform 1.12 or later:",
    importBlock(address, ["identity = {", ...lines, "}"]),
    ...lists,
  ];
}

function identityLine([name, { type, description }]: readonly [string, IdentityAttribute]): string {
  return `- \`${name}\` (${typeWords(type)}) ${description}`;
}

/**
 * Returns the identity of the object that an example of an id names: the parts of the id, in the order of the attributes that are strings.
 *
 * @throws if the import by this identity would not be the import by the id
 */
export function exampleIdentity(
  { attributes, importId }: ShownIdentity,
  { form, example }: ExampleId,
): IdentityValues {
  const names = Object.keys(attributes).filter((name) => attributes[name]?.type.cty === "string");
  const parts = form.includes("/") ? example.split("/") : [example];
  const values = Object.fromEntries(names.map((name, index) => [name, parts[index] ?? null]));
  const others = Object.keys(attributes).map((name) => [name, values[name] ?? null]);
  const found = importId(Object.fromEntries(others));
  if (parts.length === names.length && found === example) return values;
  throw new Error(
    `The page cannot show an import by identity: ${JSON.stringify(values)} is imported as "${found}", and the example of ${form} is "${example}".`,
  );
}

/** Renders the section about types of other providers that a `moved` block can turn into this one. Undefined if there are none. */
export function movesSection({ moves = [], name, schema }: AnyResource, type: string): string | undefined {
  const [first] = moves;
  if (first === undefined) return undefined;
  const rows = moves.map(({ provider, type, schemaVersions }) => {
    return `| \`${provider}\` | \`${type}\` | ${schemaVersions.join(", ")} |`;
  });
  return [
    "## Moving from other providers",
    "With Terraform 1.8 or OpenTofu 1.10, a block in the configuration turns a resource of another provider into this one:",
    fenced("terraform", `moved {\n  from = ${first.type}.${name}\n  to   = ${type}.${name}\n}`),
    `${"node_urls" in schema ? "`SEARCHCLOUD_MOVE_TO` names the server for that plan. " : ""}See [from another provider](../guides/moving.md).`,
    ["| provider | type | schema versions |", "|---|---|---|", ...rows].join("\n"),
  ].join("\n\n");
}
