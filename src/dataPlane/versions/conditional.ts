import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import { canBeNamed } from "./lines";
import type { ReadDocument } from "./mergePatch";
import type { UpdatedAt } from "./sync";

/** A document to write only if it is still the one that was read. */
interface Condition {
  /** Name of the collection, never an alias. */
  readonly collection: string;
  readonly id: string;
  readonly updatedAt: UpdatedAt;
  /** The value of the field when it was read. */
  readonly at: number | bigint;
}

/** Returns the filter that only this document passes, as long as nobody has written it again. */
export function filterOf({ id, updatedAt, at }: Omit<Condition, "collection">): string {
  if (!canBeNamed(id)) throw new Error("A filter cannot name this document");
  return `id:=\`${id}\` && ${updatedAt.field}:=${at}`;
}

/**
 * The outcome of a conditional write. `held`: the document was written. `failed`: the condition does not hold any more, or the
 * server did not take the document. `lost`: there is no answer.
 */
type ConditionalWrite = "held" | "failed" | "lost";

interface Options {
  readonly signal: AbortSignal;
}

/**
 * Merges a body into a document if nobody has written it since it was read. The server checks this in the same step as it
 * writes, so that nothing newer is overwritten.
 *
 * After a lost answer, the caller reads the document again and decides afresh. Even if the first request is carried out after the
 * second one, nothing is lost: the body sets another `at`, so that the condition of the later one fails; where the body keeps
 * `at`, both have the same body, or were made of documents with the same time, which nobody can order
 * (docs/design/live-collections.md#settle).
 */
export async function patchIfUnchanged(
  nodes: Nodes,
  condition: Condition,
  body: ReadDocument,
  { signal }: Options,
): Promise<ConditionalWrite> {
  const path = { name: condition.collection };
  const query = { filter_by: filterOf(condition) };
  return outcomeOf(async () => {
    const answer = await nodes.call("updateDocuments", { path, query, body }, { signal });
    return answer.num_updated;
  });
}

/**
 * Deletes a document if nobody has written it since it was read. After a lost answer, the caller reads it again: if the first
 * request is carried out late, it deletes only what has still the time of the document that was to be deleted.
 */
export async function deleteIfUnchanged(
  nodes: Nodes,
  condition: Condition,
  { signal }: Options,
): Promise<ConditionalWrite> {
  const path = { name: condition.collection };
  const query = { filter_by: filterOf(condition) };
  return outcomeOf(async () => {
    const answer = await nodes.call("deleteDocuments", { path, query }, { signal });
    return answer.num_deleted;
  });
}

async function outcomeOf(write: () => Promise<number>): Promise<ConditionalWrite> {
  try {
    return (await write()) > 0 ? "held" : "failed";
  } catch (error) {
    if (isApiError(error, "lost_write")) return "lost";
    throw error;
  }
}
