import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import { exactJson } from "../request/exactJson";
import type { Batch } from "./requests";

/** The result of comparing a stored document with the one that was sent. */
export type Existing = "same" | "different" | { readonly unknown: string };

/** Documents that are read at the same time. */
const AT_A_TIME = 6;

/**
 * Creates the comparison of documents with those stored under their ids, for one import. It reads each by its id, which works
 * on every version of the server and with any characters in the id. Never throws: a document that cannot be read is unknown.
 */
export function createComparer(nodes: Nodes, collection: string, signal: AbortSignal) {
  /** Why no document can be read. */
  let refused: string | undefined;
  let fields: Promise<StoredFields | null> | undefined;

  async function compare({ bytes }: Batch[number]): Promise<Existing> {
    const sent = exactJson(Buffer.from(bytes).toString()) as { readonly id: string };
    const path = { name: collection, id: sent.id };
    const stored = await nodes.call("getDocument", { path }, { signal });
    fields ??= storedFields(nodes, collection, signal);
    const result = compareDocuments(sent, stored, await fields);
    return result === "unclear" ? { unknown: "the schema of the collection could not be read" } : result;
  }

  return async (lines: Batch): Promise<readonly Existing[]> => {
    const found: Existing[] = [];
    let failed = refused;
    const waiting = [...lines.entries()];
    const work = async () => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
        const [at, line] = next;
        try {
          found[at] = failed === undefined ? await compare(line) : { unknown: failed };
        } catch (error) {
          const why = whyOf(error);
          found[at] = { unknown: why };
          if (isApiError(error, "auth")) refused = why;
          if (!isApiError(error, "not_found")) failed ??= why;
        }
      }
    };
    await Promise.all(Array.from({ length: Math.min(AT_A_TIME, lines.length) }, work));
    return found;
  };
}

function whyOf(error: unknown): string {
  if (isApiError(error, "auth")) return "the key may not read documents (documents:get)";
  if (isApiError(error, "not_found")) return "no node that was asked has it";
  return error instanceof Error ? error.message : String(error);
}

/** Reads the stored fields from the schema; null if the key may not read the collection. */
export async function storedFields(
  nodes: Nodes,
  name: string,
  signal: AbortSignal,
): Promise<StoredFields | null> {
  try {
    const { fields } = await nodes.call("getCollection", { path: { name } }, { signal });
    const named = (is: (field: (typeof fields)[number]) => boolean) =>
      new Set(fields.filter(is).map((field) => field.name));
    return { dropped: named(({ store }) => store === false), made: named(({ embed }) => Boolean(embed)) };
  } catch (error) {
    if (isApiError(error)) return null;
    throw error;
  }
}

/** Names of the fields of a collection that are not stored as they were sent. */
export interface StoredFields {
  /** Fields that are indexed and not stored. */
  readonly dropped: ReadonlySet<string>;
  /** Fields that the server computes, such as embeddings. */
  readonly made: ReadonlySet<string>;
}

type Document = { readonly [name: string]: unknown };

/**
 * Compares a stored document with the result of importing another one: null equals a missing field, and a value may have been
 * coerced to its field ("7" for 7).
 *
 * @param fields null: the schema could not be read
 * @returns "unclear" if only the schema could tell
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
  // A server that coerces stores the number of a string, or the string of a number.
  return (
    typeof ours !== typeof theirs && isScalar(ours) && isScalar(theirs) && String(ours) === String(theirs)
  );
}

/** Returns null if a document has no such field. */
function own(document: Document, name: string): unknown {
  return Object.hasOwn(document, name) ? document[name] : null;
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object";
}
