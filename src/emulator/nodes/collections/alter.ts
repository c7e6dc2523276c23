import { isDynamic, isFoundBy, isObjectType } from "../../../api/dataPlane/fields";
import { isRecord } from "../../rules/fields";
import { NodeRefusal } from "../call";
import { conforming, newFields } from "../documents/schema";
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
 * @param misfit the status for documents that do not fit
 * @throws NodeRefusal 400 for what cannot be, `misfit` for documents that do not fit; nothing has changed then
 */
export function alteredFields(
  collection: StoredCollection,
  list: unknown,
  misfit: number,
): readonly StoredField[] {
  const changes = checkedChanges(list);
  const dropped = changes.filter(({ given }) => "drop" in given);
  const added = changes.filter(({ given }) => !("drop" in given));
  for (const { name, given } of dropped) checkDrop(collection, name, given.drop);
  const left = dropped.reduce((fields, { name }) => without(fields, name), collection.fields);
  const taken = added.find(({ name }) => left.some((field) => field.name === name));
  if (taken !== undefined) {
    const words = "To change this field, drop it first before adding it back to the schema.";
    throw new NodeRefusal(400, `Field \`${taken.name}\` is already part of the schema: ${words}`);
  }
  const fields = [...left, ...added.map(({ given }) => storedField(given, collection.enable_nested_fields))];
  checkSchema(fields, collection.default_sorting_field);
  return fitted({ ...collection, fields }, misfit);
}

function checkedChanges(list: unknown): readonly Change[] {
  if (!Array.isArray(list) || list.length === 0) throw new NodeRefusal(400, FORM);
  return list.map((given: unknown) => {
    if (!isRecord(given) || typeof given.name !== "string") throw new NodeRefusal(400, FORM);
    if (given.name === "id") throw new NodeRefusal(400, "Field `id` cannot be altered.");
    return { name: given.name, given };
  });
}

function checkDrop({ fields, default_sorting_field }: StoredCollection, name: string, drop: unknown): void {
  if (drop !== true) throw new NodeRefusal(400, `Field \`${name}\` must have a drop value of \`true\`.`);
  if (!fields.some((field) => field.name === name)) {
    throw new NodeRefusal(400, `Field \`${name}\` is not part of collection schema.`);
  }
  if (name === default_sorting_field) {
    throw new NodeRefusal(400, `Field \`${name}\` is the default sorting field and cannot be dropped.`);
  }
}

/** The fields without one, and without those that it has found. */
function without(fields: readonly StoredField[], name: string): readonly StoredField[] {
  const finders = fields.filter(
    (field) => field.name === name && (isDynamic(field) || isObjectType(field.type)),
  );
  return fields.filter(
    (field) => field.name !== name && !finders.some((finder) => isFoundBy(field.name, finder)),
  );
}

const INCOMPATIBLE =
  "Schema change is incompatible with the type of documents already stored in this collection.";

/** The fields with those that they find in the documents. @throws NodeRefusal when a document does not fit. */
function fitted(collection: StoredCollection, misfit: number): readonly StoredField[] {
  let { fields } = collection;
  for (const document of collection.documents.values()) {
    try {
      const schema = { ...collection, fields };
      const found = newFields(schema, document, "coerce_or_drop");
      if (found.length > 0) fields = [...fields, ...found];
      conforming({ ...collection, fields }, document, { partial: false, dirty: "coerce_or_reject" });
    } catch (error) {
      if (!(error instanceof NodeRefusal)) throw error;
      throw new NodeRefusal(misfit, misfitMessage(error.message));
    }
  }
  return fields;
}

/** What a document's refusal means for an alteration, in the server's words. */
function misfitMessage(message: string): string {
  if (message.endsWith("but is not found in the document.")) {
    const words =
      "already present in the collection. If you still want to add this field, set it as `optional: true`.";
    return `${message.slice(0, -1)}s ${words}`;
  }
  const [field, type] = message.split(" must be ");
  if (field === undefined || type === undefined) return `${INCOMPATIBLE} ${message}`;
  return `${INCOMPATIBLE} Existing data for ${field.replace(/^F/, "f")} cannot be coerced into ${type}`;
}
