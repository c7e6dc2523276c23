import type { AnyResource } from "../../src/framework/provider";
import { type Attribute, type Block, type Fields, isBlock, type Nesting } from "../../src/framework/schema";
import type { NestedAttribute, Type } from "../../src/framework/type";
import { REPLACE, STATE_ONLY } from "../../src/framework/updates";
import type { CtyType } from "../../src/wire/cty/type";

/** The programs that show a part of the provider. */
export interface Example {
  /** The way without a secret in the state, if there is one, which comes first. */
  readonly first?: string | undefined;
  readonly hcl: string;
  /** The same with the constructs, if they have it. */
  readonly typescript?: string | undefined;
}

const NOTICE =
  "<!-- Made from the provider's definitions and from examples/ by tools/generate.ts. Do not edit. -->";

/** Renders a page of the Terraform registry: front matter, heading, description and sections. */
export function page(
  title: string,
  heading: string,
  description: string,
  sections: readonly (string | undefined)[],
): string {
  // Lists of pages show the front matter's description beside the title.
  const firstSentence = /^.*?\.(?=\s|$)/.exec(description)?.[0] ?? description;
  const front = `---
page_title: ${JSON.stringify(title)}
subcategory: ""
description: |-
  ${firstSentence}
---`;
  const parts = [front, NOTICE, `# ${heading}`, description, ...sections];
  return `${parts.filter((part) => part !== undefined).join("\n\n")}\n`;
}

/** Renders the section `## Example Usage`: in HCL, and the same with the constructs, if they have it. */
export function exampleSection({ first, hcl, typescript }: Example): string {
  const before =
    first === undefined
      ? []
      : [
          "Without a secret in the state (Terraform 1.11 or OpenTofu 1.11):",
          fenced("terraform", first),
          "With the secret in the state:",
        ];
  const after = typescript === undefined ? [] : ["In TypeScript:", fenced("typescript", typescript)];
  return ["## Example Usage", ...before, fenced("terraform", hcl), ...after].join("\n\n");
}

/** Returns the first block of a type in HCL as `type.label`, for the commands that name one. */
export function labelled(block: string, type: string, hcl: string): string {
  return `${type}.${new RegExp(`${block} "${type}" "(\\w+)"`).exec(hcl)?.[1] ?? "example"}`;
}

export function fenced(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;
}

/** A resource and its updates. */
export type Edited = Pick<AnyResource, "name" | "updates">;

type Field = Attribute | NestedAttribute | Block;
type Named = readonly [name: string, field: Field];

/** The block with its own section, which shows the defaults. */
export const TIMEOUTS = "timeouts";

/** The owner of a schema, as far as the words about its fields depend on it. */
interface Owner {
  /** The resource whose attributes they are. */
  readonly edited?: Edited | undefined;
  /** True for an action, whose configuration Terraform stores in a saved plan. */
  readonly isAction?: boolean;
}

/** Renders the section `## Schema`: required, optional and read-only fields, then each nested schema. */
export function schemaSection(schema: Fields, owner: Owner = {}): string {
  const fields = Object.entries(schema);
  const nested = fields.flatMap(([name, field]) => (name === TIMEOUTS ? [] : nestedBelow(name, field)));
  return [
    "## Schema",
    ...lists(fields, "", owner).map(({ heading, lines }) => `### ${heading}\n\n${lines}`),
    ...nested.flatMap(({ path, anchor, fields }) => [
      `<a id="${anchor}"></a>\n### Nested Schema for \`${path}\``,
      ...lists(fields, `${path}.`, { ...owner, edited: undefined }).map(
        ({ heading, lines }) => `${heading}:\n\n${lines}`,
      ),
    ]),
  ].join("\n\n");
}

function lists(fields: readonly Named[], at: string, owner: Owner) {
  return (["Required", "Optional", "Read-Only"] as const).flatMap((heading) => {
    const under = fields.filter(([, field]) => headingOf(field) === heading);
    if (under.length === 0) return [];
    const sorted = under.sort(([a], [b]) => (a < b ? -1 : 1));
    return [{ heading, lines: sorted.map(([name, field]) => line(name, field, at, owner)).join("\n") }];
  });
}

function headingOf(field: Field): "Required" | "Optional" | "Read-Only" {
  const isRequired = "block" in field ? (field.minItems ?? 0) > 0 : field.mode === "required";
  if (isRequired) return "Required";
  return "block" in field || field.mode !== "computed" ? "Optional" : "Read-Only";
}

function line(name: string, field: Field, at: string, { edited, isAction = false }: Owner): string {
  const tags = [
    "block" in field ? nestedWords("Block", field.block) : typeWords(field.type),
    ...("sensitive" in field && field.sensitive ? ["Sensitive"] : []),
    ...(isWriteOnly(field) ? ["Write-only"] : []),
  ];
  const [nested] = nestedBelow(at + name, field);
  const link = nested && `(see [below for nested schema](#${nested.anchor}))`;
  return [
    `- \`${name}\` (${tags.join(", ")})`,
    field.description,
    writeOnlySentence(field, isAction),
    edited && leftOut(field),
    edited && "updatedBy" in field && field.updatedBy && editSentence(edited, field.updatedBy),
    at + name === TIMEOUTS ? "(see [Timeouts](#timeouts))" : link,
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** Explains null for an attribute that both the configuration and the service can set, unless the description does. */
function leftOut(field: Field): string | undefined {
  if ("block" in field || field.mode !== "optional_computed") return undefined;
  return /left out|without it/i.test(field.description) ? undefined : "If left out, the service chooses it.";
}

function isWriteOnly(field: Field): field is Attribute & { readonly writeOnly: true } {
  return "writeOnly" in field && field.writeOnly === true;
}

function writeOnlySentence(field: Field, isAction: boolean): string | undefined {
  if (!isWriteOnly(field)) return undefined;
  if (isAction) return "Use an ephemeral value: Terraform stores any other one in a saved plan.";
  const { alternative } = field;
  const isName = /^\w+$/.test(alternative ?? "");
  const before =
    alternative === undefined ? "" : `; before, use ${isName ? `\`${alternative}\`` : alternative}`;
  return `The value is in no plan and no state. Needs Terraform 1.11 or OpenTofu 1.11${before}.`;
}

/** A nested schema, described below the list that names it. */
interface Nested {
  readonly path: string;
  readonly anchor: string;
  readonly fields: readonly Named[];
}

/** Returns the nested schema of a field and the schemas within it, the outermost first. */
function nestedBelow(path: string, field: Field): Nested[] {
  const isBlock = "block" in field;
  const fields = Object.entries(isBlock ? field.fields : (field.type.nested?.attributes ?? {}));
  if (fields.length === 0) return [];
  const anchor = `${isBlock ? "nestedblock" : "nestedatt"}--${path.replaceAll(".", "--")}`;
  const within = fields.flatMap(([name, inner]) => nestedBelow(`${path}.${name}`, inner));
  return [{ path, anchor, fields }, ...within];
}

/** Formats a type as in the registry's pages: `["map", "number"]` is "Map of Number". */
export function typeWords({ nested, cty }: Type): string {
  return nested ? nestedWords("Attributes", nested.nesting) : ctyWords(cty);
}

function nestedWords(kind: string, nesting: Nesting): string {
  return nesting === "single" ? kind : `${kind} ${ctyWords(nesting)}`;
}

/** Formats a type or a nesting. */
function ctyWords(cty: CtyType | Nesting): string {
  const [kind, inner] = typeof cty === "string" ? [cty] : cty;
  const word = kind === "bool" ? "Boolean" : kind.charAt(0).toUpperCase() + kind.slice(1);
  return inner === undefined || kind === "object" || kind === "tuple"
    ? word
    : `${word} of ${ctyWords(inner as CtyType)}`;
}

/** Describes the effect of editing an attribute with this `updatedBy`: a request, none, or a replacement. */
export function editSentence({ name, updates }: Edited, updatedBy: string): string {
  if (updatedBy === STATE_ONLY) return "Edits: kept in the state only; nothing is sent.";
  if (updatedBy === REPLACE) return "Edits force replacement.";
  const update = updates[updatedBy];
  if (!update) {
    const known = Object.keys(updates).join(", ");
    throw new Error(`The resource ${name} has no update "${updatedBy}"; it has ${known}.`);
  }
  const { request, requiresReplace } = update;
  const carrier = request.replace(REQUEST, "`$&`").replace(/^none: /, "");
  if (!requiresReplace) return `Edits: ${carrier}.`;
  const isRequest = request.search(REQUEST) === 0;
  return isRequest ? `Edits: ${carrier}; some force replacement.` : `Edits force replacement: ${carrier}.`;
}

/** A method and a path. */
const REQUEST = /\b(?:GET|POST|PUT|PATCH|DELETE) \/[\w{}/-]*/g;

/** Renders the section `## Timeouts`. Undefined if there is no such block. */
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
