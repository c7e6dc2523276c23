import { isApiError } from "../../client";
import type { Nodes } from "../nodes";
import { exactJson } from "../request/exactJson";
import type { Batch } from "./batches";
import { compareDocuments, type StoredFields } from "./same";

/** What a document that is there already is beside the one that was sent. */
export type Existing = "same" | "different" | { readonly unknown: string };

/** Documents that are read at the same time. */
const AT_A_TIME = 6;

/**
 * Makes what compares documents with those that are there under their ids, for one import. It reads each by its id, which every
 * server can, of whatever version and with whatever characters in the id. Never throws: what cannot be read is unknown.
 */
export function createComparer(nodes: Nodes, collection: string, signal: AbortSignal) {
  /** Why nothing can be read at all. */
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

/** Null where nobody says: a key that may read documents need not be one that may read collections. */
async function storedFields(nodes: Nodes, name: string, signal: AbortSignal): Promise<StoredFields | null> {
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
