import { isFoundBy, isObjectType, isPattern } from "../../../api/dataPlane/fields";
import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import type { StoredCollection, StoredField } from "../record";
import { checkSchema, storedField } from "./fields";

const FORM =
  "The `fields` value should be an array of objects containing the field `name` and other properties.";

interface Change {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/**
 * The fields of a collection after some are dropped and added; one that is dropped and added is changed.
 * @param takes whether the drop of a pattern drops what matches it too
 * @throws NodeRefusal 400 for what cannot be
 */
export function alteredFields(
  collection: StoredCollection,
  list: unknown,
  takes: boolean,
): readonly StoredField[] {
  const changes = checkedChanges(list);
  const dropped = changes.filter(({ given }) => "drop" in given);
  const added = changes.filter(({ given }) => !("drop" in given));
  for (const { name, given } of dropped) checkDrop(collection, name, given.drop);
  const left = dropped.reduce((fields, { name }) => without(fields, name, takes), collection.fields);
  const taken = added.find(({ name }) => left.some((field) => field.name === name));
  if (taken !== undefined) {
    const words = "To change this field, drop it first before adding it back to the schema.";
    throw new NodeRefusal(400, `Field \`${taken.name}\` is already part of the schema: ${words}`);
  }
  const fields = [...left, ...added.map(({ given }) => storedField(given, collection.enable_nested_fields))];
  checkSchema(fields, collection.default_sorting_field);
  return fields;
}

function checkedChanges(list: unknown): readonly Change[] {
  if (!Array.isArray(list) || list.length === 0) throw new NodeRefusal(400, FORM);
  return list.map((given: unknown) => {
    if (!isRecord(given) || typeof given.name !== "string") throw new NodeRefusal(400, FORM);
    if (given.name === "id") throw new NodeRefusal(400, "Field `id` cannot be altered.");
    return { name: given.name, given };
  });
}

function checkDrop({ fields }: StoredCollection, name: string, drop: unknown): void {
  if (drop !== true) throw new NodeRefusal(400, `Field \`${name}\` must have a drop value of \`true\`.`);
  if (!fields.some((field) => field.name === name)) {
    throw new NodeRefusal(400, `Field \`${name}\` is not part of collection schema.`);
  }
}

/** The fields without one: without its parts, and without what matches it if a pattern takes that along. */
function without(fields: readonly StoredField[], name: string, takes: boolean): readonly StoredField[] {
  const isObject = fields.some((field) => field.name === name && isObjectType(field.type));
  // What the field for all fields has found always stays.
  const isPatternToo = takes && isPattern(name) && name !== ".*";
  return fields.filter(
    (field) =>
      field.name !== name &&
      !(isObject && field.name.startsWith(`${name}.`)) &&
      !(isPatternToo && isFoundBy(field.name, { name, type: "auto" })),
  );
}
