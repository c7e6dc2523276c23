import { fieldDefaults, isDynamic, isPattern } from "../../../api/dataPlane/fields";
import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import type { StoredCollection, StoredDocument, StoredField } from "../record";
import { type DirtyValues, DROPPED, fitted } from "./fit";
import { singles, valueAt } from "./values";

/** What of a collection decides about its documents. */
export type Schema = Pick<StoredCollection, "fields" | "default_sorting_field" | "enable_nested_fields">;

/** The name of the field that stands for all fields that the schema does not name. */
const ALL = ".*";

interface Rule {
  readonly field: StoredField;
  readonly applies: (name: string) => boolean;
}

interface Compiled {
  readonly names: ReadonlySet<string>;
  /** The one for all fields comes last. */
  readonly rules: readonly Rule[];
  readonly required: readonly StoredField[];
  readonly objects: readonly StoredField[];
}

const COMPILED = new WeakMap<readonly StoredField[], Compiled>();

/** What the fields mean for documents: worked out once for each list of fields, since every line of an import asks. */
function compiled(fields: readonly StoredField[]): Compiled {
  const found = COMPILED.get(fields);
  if (found !== undefined) return found;
  const rules = fields.filter(isDynamic).map((field) => ({ field, applies: ruleOf(field.name) }));
  const plain = fields.filter((field) => !isDynamic(field) && field.name !== "id");
  const made = {
    names: new Set(["id", ...plain.map(({ name }) => name)]),
    rules: rules.sort((left, right) => Number(left.field.name === ALL) - Number(right.field.name === ALL)),
    required: plain,
    objects: plain.filter(({ type, index }) => index && /^object(\[\])?$/.test(type)),
  };
  COMPILED.set(fields, made);
  return made;
}

function ruleOf(pattern: string): (name: string) => boolean {
  if (!isPattern(pattern)) return (name) => name === pattern;
  try {
    const expression = new RegExp(`^(?:${pattern})$`);
    return (name) => expression.test(name);
  } catch {
    return () => false;
  }
}

/** Whether the collection infers fields; documents are then coerced unless the request says otherwise. */
export function infersFields({ fields }: Pick<Schema, "fields">): boolean {
  return compiled(fields).rules.length > 0;
}

/**
 * The fields that the server finds in a document by itself: those that a rule of the schema covers, and with
 * enable_nested_fields the ones inside of objects.
 * @throws NodeRefusal 400 for a value whose type cannot be told
 */
export function newFields(schema: Schema, document: StoredDocument, dirty: DirtyValues): StoredField[] {
  const { fields, enable_nested_fields: nested } = schema;
  const { names, rules, objects } = compiled(fields);
  if (rules.length === 0 && (objects.length === 0 || !nested)) return [];
  const found = new Map<string, StoredField>();
  for (const [name, value] of Object.entries(document)) {
    if (names.has(name)) continue;
    const rule = rules.find(({ applies }) => applies(name));
    const type = rule?.field.index ? typeBy(rule.field, name, value, dirty) : null;
    if (rule === undefined || type === null || (type.startsWith("object") && !nested)) continue;
    found.set(name, inferred(rule.field, name, type));
  }
  if (!nested) return [...found.values()];
  const parents = [...objects, ...[...found.values()].filter(({ type }) => type.startsWith("object"))];
  for (const parent of parents) {
    for (const [name, type] of leaves(parent.name, valueAt(document, parent.name, true), false)) {
      if (!names.has(name) && !found.has(name)) found.set(name, inferred(parent, name, type));
    }
  }
  return [...found.values()];
}

function typeBy(rule: StoredField, name: string, value: unknown, dirty: DirtyValues): string | null {
  if (rule.type !== "auto" && rule.type !== "string*") return rule.type;
  if (value === null || (Array.isArray(value) && value.length === 0)) return null;
  if (rule.type !== "auto") return Array.isArray(value) ? "string[]" : "string";
  const type = typeOfValue(value);
  if (type === null && dirty.endsWith("reject")) {
    throw new NodeRefusal(400, `Type of field \`${name}\` is invalid.`);
  }
  return type;
}

/** The type that the server finds for a value; null when it finds none. */
function typeOfValue(value: unknown): string | null {
  if (Array.isArray(value)) {
    const inner = Array.isArray(value[0]) ? null : typeOfValue(value[0]);
    return inner === null ? null : `${inner}[]`;
  }
  if (typeof value === "number") return Number.isInteger(value) ? "int64" : "float";
  if (isRecord(value)) return "object";
  return { string: "string", boolean: "bool" }[typeof value as string] ?? null;
}

function inferred(rule: StoredField, name: string, type: string): StoredField {
  return { ...rule, name, type, optional: true, sort: fieldDefaults({ name, type }).sort };
}

/** The names and types of everything inside of an object, or of a list of them. */
function leaves(prefix: string, value: unknown, isList: boolean): [string, string][] {
  if (Array.isArray(value)) return value.filter(isRecord).flatMap((one) => leaves(prefix, one, true));
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const name = `${prefix}.${key}`;
    const type = typeOfValue(inner);
    if (type === null) return [];
    if (type.startsWith("object")) return leaves(name, inner, isList);
    return [[name, isList && !type.endsWith("[]") ? `${type}[]` : type]];
  });
}

/**
 * The document as the schema has it: refused, coerced, or without what does not fit, as `dirty` says.
 * @param partial whether it holds only what changes
 * @throws NodeRefusal 400 in the server's words
 */
export function conforming(
  schema: Schema,
  document: StoredDocument,
  { partial, dirty }: { readonly partial: boolean; readonly dirty: DirtyValues },
): StoredDocument {
  const { default_sorting_field: sorting, enable_nested_fields: nested } = schema;
  if (!partial && sorting !== "" && valueAt(document, sorting, nested) === undefined) {
    const words = "has been declared as a default sorting field, but is not found in the document.";
    throw new NodeRefusal(400, `Field \`${sorting}\` ${words}`);
  }
  let result = document;
  for (const field of compiled(schema.fields).required) {
    const { name, optional } = field;
    const value = valueAt(document, name, nested);
    if (value === undefined) {
      if (partial || optional) continue;
      const words = "has been declared in the schema, but is not found in the document.";
      throw new NodeRefusal(400, `Field \`${name}\` ${words}`);
    }
    // In a part, null is how a value is taken away.
    if (value === null && optional && partial) continue;
    const fit = value === null && optional ? DROPPED : fitted(field, value, dirty);
    // A value inside of an object is checked where it stands, and only own properties are replaced.
    if (fit === value || !Object.hasOwn(document, name)) continue;
    const { [name]: _, ...others } = result;
    result = fit === DROPPED ? others : { ...result, [name]: fit };
  }
  return result;
}

/** The field of a name. One whose type is found is there once with its rule and once with its type: the latter. */
export function fieldNamed({ fields }: Pick<Schema, "fields">, name: string): StoredField | undefined {
  return fields.find((field) => field.name === name && !isDynamic(field));
}

/** The fields in which text is looked for. */
export function isText({ type }: Pick<StoredField, "type">): boolean {
  return type === "string" || type === "string[]";
}

/** The texts of a document at a field. */
export function textsAt(document: StoredDocument, name: string, nested: boolean): readonly string[] {
  return singles(valueAt(document, name, nested)).filter((one) => typeof one === "string");
}
