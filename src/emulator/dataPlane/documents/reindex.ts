import type { StoredDocument, StoredField } from "../../domain/store/data";
import { NodeRefusalError } from "../call";
import { conform } from "./conform";
import { detected } from "./detect";
import type { Draft } from "./flatten";
import type { Schema } from "./schema";

const INCOMPATIBLE =
  "Schema change is incompatible with the type of documents already stored in this collection.";

/** Number of documents between two pauses. */
const SLICE = 1000;

/**
 * Finds the fields of documents, which must fit the schema. Pauses after every {@link SLICE} of them.
 * @throws NodeRefusalError 400 for a document that does not fit
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
    const draft = copied(document) as Draft;
    const found = detected({ ...schema, fields }, draft, "drop", false);
    if (found.refusal !== null) throw found.refusal;
    if (found.fields.length > 0) fields = [...fields, ...found.fields];
    const occasion = { action: "create", isUpdate: false, dirty: "coerce_or_reject" } as const;
    try {
      conform({ ...schema, fields }, draft, found.flat, occasion);
    } catch (error) {
      throw error instanceof NodeRefusalError
        ? new NodeRefusalError(error.status, inAlteration(error.message))
        : error;
    }
  }
  return fields.slice(schema.fields.length);
}

/** Returns a mutable copy of JSON; `structuredClone` takes ten times as long. */
function copied(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copied);
  if (typeof value !== "object" || value === null) return value;
  const copy: Draft = {};
  for (const [name, inner] of Object.entries(value)) {
    copy[name] = typeof inner === "object" ? copied(inner) : inner;
  }
  return copy;
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
