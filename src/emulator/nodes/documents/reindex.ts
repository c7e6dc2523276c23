import { NodeRefusal } from "../call";
import type { StoredDocument, StoredField } from "../record";
import { conforming, newFields, type Schema } from "./schema";

const INCOMPATIBLE =
  "Schema change is incompatible with the type of documents already stored in this collection.";

/**
 * The fields of an altered schema, with those that it finds in the stored documents.
 * @throws NodeRefusal 400 in the server's words for a document that does not fit
 */
export function reindexed(schema: Schema, documents: Iterable<StoredDocument>): readonly StoredField[] {
  let { fields } = schema;
  for (const document of documents) {
    try {
      const found = newFields({ ...schema, fields }, document, "drop");
      if (found.length > 0) fields = [...fields, ...found];
      conforming({ ...schema, fields }, document, { partial: false, dirty: "coerce_or_reject" });
    } catch (error) {
      throw error instanceof NodeRefusal ? new NodeRefusal(error.status, inAlteration(error.message)) : error;
    }
  }
  return fields;
}

function inAlteration(message: string): string {
  if (message.endsWith("but is not found in the document.")) {
    const advice = "If you still want to add this field, set it as `optional: true`.";
    return `${message.slice(0, -1)}s already present in the collection. ${advice}`;
  }
  const [, name, type] = /^Field (`.+`) must be (.+)$/.exec(message) ?? [];
  if (name === undefined) return `${INCOMPATIBLE} ${message}`;
  return `${INCOMPATIBLE} Existing data for field ${name} cannot be coerced into ${type}`;
}
