import { EVERY_FIELD } from "../../../api/dataPlane/fields";
import { isRecord } from "../../domain/rules/fields";
import type { StoredCollection, StoredField } from "../../domain/store/data";
import { badRequest, NodeRefusalError, refused } from "../call";
import { isRule } from "../documents/schema";
import { isEmptyValue, type Json } from "../json";
import { embeddingDimensions, taken, withNewKey } from "./embed";
import { type ParsedField, parsedField } from "./fieldJson";

const FORM =
  "The `fields` value should be an array of objects containing the field `name` and other properties.";

/** The effect of an update on the fields of a collection, before its documents are checked. */
export interface Alteration {
  /** New fields, added before the drops. */
  readonly additions: StoredField[];
  /** Dropped fields, possibly with duplicates. */
  readonly drops: StoredField[];
  /** Fields added after the drops: those that are dropped and added, and those found in documents. */
  readonly reindexed: StoredField[];
  /** Fields that get a new key for their model. */
  readonly rekeyed: StoredField[];
  /** The fields that documents must fit, by name. */
  readonly checked: Map<string, StoredField>;
  /** Fields of the body that let documents add further fields. */
  readonly rules: StoredField[];
  /** The fields of the body in the response. */
  readonly answer: readonly Json[];
}

/** Returns the fields with a fixed name and type, by name: the first of each name. */
function plainFields(fields: readonly StoredField[]): Map<string, StoredField> {
  const plain = fields.filter((field) => field.name !== EVERY_FIELD && !isRule(field));
  return new Map(plain.reverse().map((field) => [field.name, field]));
}

/**
 * Reads the fields of an update in the server's order: drops come first.
 * @throws NodeRefusalError 400 for an invalid update, before anything changes
 */
export function readAlteration(collection: StoredCollection, list: unknown, from30: boolean): Alteration {
  const changes = checkedForm(list);
  const plain = plainFields(collection.fields);
  const rules = new Map(collection.fields.filter(isRule).map((field) => [field.name, field]));
  const droppedNames = new Set(changes.filter((one) => "drop" in one.given).map(({ name }) => name));
  const read: Alteration = {
    ...{ additions: [], drops: [], reindexed: [], rekeyed: [] },
    ...{ checked: new Map(plain), rules: [], answer: changes.map(({ given }) => given) },
  };
  const context: Context = { collection, from30, plain, rules, sent: changes.map(({ given }) => given) };
  for (const { name, given } of changes) {
    if ("drop" in given) drop(read, context, name, given);
    else {
      const isKnown = plain.has(name) || rules.has(name);
      add(read, context, name, given, { isKnown, isDropped: droppedNames.has(name) });
    }
  }
  if (read.rules.filter(({ name }) => name === EVERY_FIELD).length > 1) {
    throw refused("There can be only one field named `.*`.");
  }
  return read;
}

interface Change {
  readonly name: string;
  /** A copy, which becomes the response. */
  readonly given: Json;
}

interface Context {
  readonly collection: StoredCollection;
  readonly from30: boolean;
  readonly plain: ReadonlyMap<string, StoredField>;
  readonly rules: ReadonlyMap<string, StoredField>;
  readonly sent: readonly Json[];
}

function checkedForm(list: unknown): readonly Change[] {
  if (!Array.isArray(list) || list.length === 0) throw refused(FORM);
  const sorted = [...list].sort((left, right) => Number(isDrop(right)) - Number(isDrop(left)));
  return sorted.map((given: unknown) => {
    if (!isRecord(given) || !("name" in given)) throw refused(FORM);
    if (typeof given.name !== "string") throw badRequest();
    if (given.name === "id") throw refused("Field `id` cannot be altered.");
    return { name: given.name, given: { ...given } };
  });
}

function isDrop(given: unknown): boolean {
  return isRecord(given) && "drop" in given;
}

function drop(
  { drops, checked }: Alteration,
  { collection, plain, rules }: Context,
  name: string,
  given: Json,
) {
  if (given.drop !== true) throw refused(`Field \`${name}\` must have a drop value of \`true\`.`);
  if (name === EVERY_FIELD) {
    drops.push(everyField(collection.fields));
    return;
  }
  const [field, rule] = [plain.get(name), rules.get(name)];
  if (field === undefined && rule === undefined) {
    throw refused(`Field \`${name}\` is not part of collection schema.`);
  }
  const found = [
    ...(field === undefined ? [] : withParts(collection, plain, field)),
    ...matching(plain, rule),
  ];
  for (const one of found) checked.delete(one.name);
  drops.push(...found, ...(rule === undefined ? [] : [rule]));
}

/** Returns the field `.*` to drop, even if the schema has none. */
function everyField(fields: readonly StoredField[]): StoredField {
  const dropped = { facet: false, optional: true, index: true, sort: false };
  return fields.find(({ name }) => name === EVERY_FIELD) ?? { ...dropped, name: EVERY_FIELD, type: "auto" };
}

/**
 * Returns a field, and for a nested one all fields whose names start with its name. The server requires no dot
 * after it, so dropping `p` also drops `price`.
 */
function withParts(
  { enable_nested_fields: isNested }: StoredCollection,
  plain: ReadonlyMap<string, StoredField>,
  field: StoredField,
): readonly StoredField[] {
  if (field.nested !== true || !isNested) return [field];
  return [field, ...[...plain.values()].filter((one) => one !== field && one.name.startsWith(field.name))];
}

/** Returns the fields that match a rule, whether the rule has found them or not. */
function matching(
  plain: ReadonlyMap<string, StoredField>,
  rule: StoredField | undefined,
): readonly StoredField[] {
  if (rule === undefined || plain.size === 0) return [];
  const expression = expressionOf(rule.name);
  return [...plain.values()].filter(({ name }) => expression.test(name));
}

function expressionOf(pattern: string): RegExp {
  try {
    return new RegExp(`^(?:${pattern})$`);
  } catch {
    throw badRequest();
  }
}

interface Standing {
  readonly isKnown: boolean;
  readonly isDropped: boolean;
}

function add(
  read: Alteration,
  context: Context,
  name: string,
  given: Json,
  { isKnown, isDropped }: Standing,
) {
  const { plain, from30, collection } = context;
  if (!isKnown && isDropped) {
    throw refused(`Field \`${name}\` cannot be added and deleted at the same time.`);
  }
  if (isKnown && !isDropped) {
    const known = plain.get(name);
    if (known === undefined || isEmptyValue(known.embed)) throw taken(name);
    read.rekeyed.push(withNewKey(known, given, from30));
    return;
  }
  const { field, json } = newField(context, given);
  Object.assign(given, json);
  if (isRule(field) || name === EVERY_FIELD) read.rules.push(field);
  // The server checks vectors only when it computes them.
  else read.checked.set(name, isEmptyValue(field.embed) ? field : { ...field, embed: {}, optional: true });
  const num_dim = embeddingDimensions(json, { sent: context.sent, known: plain });
  if (num_dim !== null) given.num_dim = num_dim;
  const list = isDropped ? read.reindexed : read.additions;
  list.push(num_dim === null ? field : { ...field, num_dim });
  const parts = withParts(collection, plain, field).filter((one) => one.name !== name && one !== field);
  for (const part of parts) if (!read.checked.has(part.name)) read.checked.set(part.name, part);
  list.push(...parts);
}

/** @throws NodeRefusalError 400 */
function newField({ collection, from30 }: Context, given: Json): ParsedField {
  const { name, enable_nested_fields } = collection;
  const parsed = parsedField(given, { collection: name, enable_nested_fields, from30 });
  const { field } = parsed;
  if (from30 || field.reference === "") return parsed;
  const words =
    "using alter operation is not yet supported. Workaround is to drop the whole collection and re-index it.";
  throw new NodeRefusalError(400, `Adding/Modifying reference field \`${field.name}\` ${words}`);
}
