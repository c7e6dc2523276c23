import { NodeRefusal } from "../call";
import type { StoredDocument, StoredField } from "../record";
import { conforming, newFields, type Schema } from "./schema";

const INCOMPATIBLE =
  "Schema change is incompatible with the type of documents already stored in this collection.";

/** Documents that are looked at at a time. */
export const SLICE = 1000;

/**
 * The fields that a schema finds in documents, which must fit it. Pauses after every {@link SLICE} of them.
 * @throws NodeRefusal 400 in the server's words for a document that does not fit
 */
export function* reindexing(
  schema: Schema,
  documents: Iterable<StoredDocument>,
): Generator<void, readonly StoredField[]> {
  let { fields } = schema;
  let seen = 0;
  for (const document of documents) {
    if (seen > 0 && seen % SLICE === 0) yield;
    seen += 1;
    const found = newFields({ ...schema, fields }, document, "drop");
    if (found.length > 0) fields = [...fields, ...found];
    try {
      conforming({ ...schema, fields }, document, { partial: false, dirty: "coerce_or_reject" });
    } catch (error) {
      throw error instanceof NodeRefusal ? new NodeRefusal(error.status, inAlteration(error.message)) : error;
    }
  }
  return fields.slice(schema.fields.length);
}

function inAlteration(message: string): string {
  if (message.includes("but is not found in the document.")) {
    const advice = "If you still want to add this field, set it as `optional: true`.";
    return `${message.slice(0, -1)}s already present in the collection. ${advice}`;
  }
  if (!message.includes("must be")) return `${INCOMPATIBLE} error: ${message}`;
  const [first = "", second, ...more] = message.split("must be").map((part) => part.trim());
  if (second === undefined || more.length > 0) return INCOMPATIBLE;
  return `${INCOMPATIBLE} Existing data for ${first[0]?.toLowerCase()}${first.slice(1)} cannot be coerced into ${second}`;
}
