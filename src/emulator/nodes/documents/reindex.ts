import { NodeRefusal } from "../call";
import type { StoredDocument, StoredField } from "../record";
import { conform } from "./conform";
import { detected } from "./detect";
import type { Draft } from "./flatten";
import type { Schema } from "./schema";

const INCOMPATIBLE =
  "Schema change is incompatible with the type of documents already stored in this collection.";

/**
 * The fields of an altered schema, with those that it finds in the stored documents.
 * @throws NodeRefusal 400 in the server's words for a document that does not fit
 */
export function reindexed(schema: Schema, documents: Iterable<StoredDocument>): readonly StoredField[] {
  let { fields } = schema;
  for (const document of documents) {
    const draft = structuredClone(document) as Draft;
    const found = detected({ ...schema, fields }, draft, "drop", false);
    if (found.fields.length > 0) fields = [...fields, ...found.fields];
    if (found.refusal !== null) throw found.refusal;
    const occasion = { action: "create", isUpdate: false, dirty: "coerce_or_reject" } as const;
    try {
      conform({ ...schema, fields }, draft, found.flat, occasion);
    } catch (error) {
      throw error instanceof NodeRefusal ? new NodeRefusal(error.status, inAlteration(error.message)) : error;
    }
  }
  return fields;
}

function inAlteration(message: string): string {
  if (message.includes("but is not found in the document.")) {
    const advice = "If you still want to add this field, set it as `optional: true`.";
    return `${message.slice(0, -1)}s already present in the collection. ${advice}`;
  }
  const parts = message.split("must be").map((part) => part.trim());
  if (parts.length === 1) return `${INCOMPATIBLE} error: ${message}`;
  const [subject = "", type = ""] = parts;
  const first = subject.charAt(0).toLowerCase() + subject.slice(1);
  return `${INCOMPATIBLE}${parts.length === 2 ? ` Existing data for ${first} cannot be coerced into ${type}` : ""}`;
}
