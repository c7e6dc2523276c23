import type { AnyResource } from "../../framework/provider";
import { type Attribute, type Block, type Fields, isBlock } from "../../framework/schema";
import type { NestedAttribute, Type } from "../../framework/type";
import { blockWords, editSentence, headingOf, typeWords } from "./words";

/** Of a resource, the way of each edit and a section of its own for the timeouts. */
export type Edited = Pick<AnyResource, "name" | "updates">;

type Field = Attribute | NestedAttribute | Block;
type Named = readonly [name: string, field: Field];

/** What is described below the list that names it. */
interface Nested {
  readonly path: string;
  readonly anchor: string;
  readonly fields: readonly Named[];
}

/** The block that has a section of its own, with the defaults. */
export const TIMEOUTS = "timeouts";

/** The part `## Schema` of a page: what is required, optional and read-only, then each nested schema. */
export function schemaSection(fields: Fields, edited?: Edited): string {
  const top = Object.entries(fields);
  const nested = top.flatMap(([name, field]) => (name === TIMEOUTS ? [] : nestedBelow(name, field)));
  return [
    "## Schema",
    ...lists(top, "", edited).map(({ heading, lines }) => `### ${heading}\n\n${lines}`),
    ...nested.map(nestedSection),
  ].join("\n\n");
}

function nestedSection({ path, anchor, fields }: Nested): string {
  const parts = lists(fields, path).map(({ heading, lines }) => `${heading}:\n\n${lines}`);
  return [`<a id="${anchor}"></a>\n### Nested Schema for \`${path}\``, ...parts].join("\n\n");
}

function lists(fields: readonly Named[], at: string, edited?: Edited) {
  return (["Required", "Optional", "Read-Only"] as const).flatMap((heading) => {
    const under = fields.filter(([, field]) => placeOf(field) === heading);
    if (under.length === 0) return [];
    const sorted = under.sort(([a], [b]) => (a < b ? -1 : 1));
    return [{ heading, lines: sorted.map(([name, field]) => line(name, field, at, edited)).join("\n") }];
  });
}

function placeOf(field: Field): ReturnType<typeof headingOf> {
  if ("block" in field) return (field.minItems ?? 0) > 0 ? "Required" : "Optional";
  return headingOf(field.mode);
}

function line(name: string, field: Field, at: string, edited?: Edited): string {
  const tags = [
    "block" in field ? blockWords(field) : typeWords(field.type),
    "sensitive" in field && field.sensitive && "Sensitive",
    "deprecated" in field && field.deprecated && "Deprecated",
  ].filter((tag) => typeof tag === "string");
  const updatedBy = "updatedBy" in field ? field.updatedBy : undefined;
  return [
    `- \`${name}\` (${tags.join(", ")})`,
    field.description,
    edited && leftOut(field),
    edited && updatedBy !== undefined && editSentence(edited, updatedBy),
    linkBelow(name, field, at),
  ]
    .filter((part) => typeof part === "string")
    .join(" ");
}

/** What null means where both the configuration and the service give the value, unless the description says it. */
function leftOut(field: Field): string | undefined {
  if ("block" in field || field.mode !== "optional_computed") return undefined;
  return /left out|without it/i.test(field.description)
    ? undefined
    : "Left out, it is what the service says.";
}

function linkBelow(name: string, field: Field, at: string): string | undefined {
  if (at === "" && name === TIMEOUTS) return "(see [Timeouts](#timeouts))";
  const [nested] = nestedBelow(pathOf(at, name), field);
  return nested && `(see [below for nested schema](#${nested.anchor}))`;
}

/** The nested schema of a field and those within it, outermost first. */
function nestedBelow(path: string, field: Field): Nested[] {
  const fields = Object.entries("block" in field ? field.fields : attributesOf(field.type));
  if (fields.length === 0) return [];
  const kind = "block" in field ? "nestedblock" : "nestedatt";
  const anchor = `${kind}--${path.replaceAll(".", "--")}`;
  return [
    { path, anchor, fields },
    ...fields.flatMap(([name, inner]) => nestedBelow(pathOf(path, name), inner)),
  ];
}

function attributesOf(type: Type): { readonly [name: string]: NestedAttribute } {
  return type.nested?.attributes ?? {};
}

function pathOf(at: string, name: string): string {
  return at === "" ? name : `${at}.${name}`;
}

/** The parts of the block `timeouts`, when there is one. */
export function timeoutFields(fields: Fields): readonly (readonly [name: string, description: string])[] {
  const field = fields[TIMEOUTS];
  if (!field || !isBlock(field)) return [];
  return Object.entries(field.fields).map(([name, { description }]) => [name, description]);
}
