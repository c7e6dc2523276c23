/** What the schema of a collection says of how documents are stored, by names of fields. */
export interface StoredFields {
  /** Fields that are indexed and not kept. */
  readonly dropped: ReadonlySet<string>;
  /** Fields that the server makes, such as embeddings. */
  readonly made: ReadonlySet<string>;
}

type Document = { readonly [name: string]: unknown };

/**
 * Whether a stored document is what an import of the other would have stored: null is the same as nothing, and a value may have
 * been made fit for its field ("7" for 7).
 *
 * @param fields null: the schema could not be read
 * @returns "unclear" where only the schema could tell
 */
export function compareDocuments(
  sent: Document,
  stored: Document,
  fields: StoredFields | null,
): "same" | "different" | "unclear" {
  let isUnclear = false;
  for (const name of new Set([...Object.keys(sent), ...Object.keys(stored)])) {
    const [ours, theirs] = [own(sent, name), own(stored, name)];
    if (isSame(ours, theirs)) continue;
    if (ours !== null && theirs !== null) return "different";
    const isExplained = fields && (theirs === null ? fields.dropped : fields.made).has(name);
    if (fields && !isExplained) return "different";
    isUnclear ||= fields === null;
  }
  return isUnclear ? "unclear" : "same";
}

function isSame(ours: unknown, theirs: unknown): boolean {
  if (ours === theirs) return true;
  if (ours === null || theirs === null) return false;
  if (Array.isArray(ours) || Array.isArray(theirs)) {
    if (!Array.isArray(ours) || !Array.isArray(theirs) || ours.length !== theirs.length) return false;
    return ours.every((item, index) => isSame(item, theirs[index]));
  }
  if (typeof ours === "object" && typeof theirs === "object") {
    const [a, b] = [ours as Document, theirs as Document];
    return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((name) =>
      isSame(own(a, name), own(b, name)),
    );
  }
  // A server that coerces stores the number of a text, or the text of a number.
  return (
    typeof ours !== typeof theirs && isScalar(ours) && isScalar(theirs) && String(ours) === String(theirs)
  );
}

/** Null where a document has no such field. */
function own(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : null;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}
