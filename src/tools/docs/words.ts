import type { AnyResource } from "../../framework/provider";
import type { Block } from "../../framework/schema";
import type { Mode, Nesting, Type } from "../../framework/type";
import type { BuiltInUpdate } from "../../framework/updates";
import { REPLACE, STATE_ONLY } from "../../framework/updates";
import type { CtyType } from "../../wire/cty/type";

/** A type as the registry's pages name it: `["map", "number"]` is "Map of Number". */
export function typeWords(type: Type): string {
  return type.nested ? nestedWords("Attributes", type.nested.nesting) : ctyWords(type.cty);
}

/** A block's type: "Block", "Block List". */
export function blockWords({ block }: Block): string {
  return nestedWords("Block", block);
}

function nestedWords(kind: string, nesting: Nesting): string {
  return nesting === "single" ? kind : `${kind} ${CTY_WORDS[nesting]}`;
}

function ctyWords(cty: CtyType): string {
  if (typeof cty === "string") return CTY_WORDS[cty] ?? cty;
  const [kind, inner] = cty;
  const words = CTY_WORDS[kind] ?? kind;
  return kind === "object" || kind === "tuple" ? words : `${words} of ${ctyWords(inner as CtyType)}`;
}

const CTY_WORDS: { readonly [kind: string]: string } = {
  string: "String",
  number: "Number",
  bool: "Boolean",
  dynamic: "Dynamic",
  list: "List",
  set: "Set",
  map: "Map",
  object: "Object",
  tuple: "Tuple",
};

/** The headings under which a page lists what people set, and what they only read. */
export function headingOf(mode: Mode): "Required" | "Optional" | "Read-Only" {
  if (mode === "required") return "Required";
  return mode === "computed" ? "Read-Only" : "Optional";
}

const BUILT_IN: { readonly [update in BuiltInUpdate]: string } = {
  [STATE_ONLY]: "Edits: kept in the state only; nothing is sent.",
  [REPLACE]: "Edits force replacement.",
};

/** How an edit of an attribute with this `updatedBy` is carried: by which request, by none, or by another instance. */
export function editSentence(
  { name, updates }: Pick<AnyResource, "name" | "updates">,
  updatedBy: string,
): string {
  if (updatedBy === STATE_ONLY || updatedBy === REPLACE) return BUILT_IN[updatedBy];
  const update = updates[updatedBy];
  if (!update)
    throw new Error(
      `The resource ${name} has no update "${updatedBy}"; it has ${Object.keys(updates).join(", ")}.`,
    );
  const carrier = update.carriedBy.replace(REQUEST, "`$&`").replace(/^none: /, "");
  return `${update.requiresReplace ? "Edits force replacement" : "Edits"}: ${carrier}.`;
}

/** A method and a path. */
const REQUEST = /\b(?:GET|POST|PATCH|DELETE) \/[\w{}/-]*/g;
