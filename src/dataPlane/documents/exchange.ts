import { linesOf, textOf } from "../../api/dataPlane/jsonLines";
import type { ImportAction } from "../../api/dataPlane/requests";
import type { Nodes } from "../nodes";
import { answersIn, type DocumentAnswer } from "./answers";
import type { Batch } from "./batches";

/** Where documents go, and what becomes of those whose id is there already. */
export interface ImportTarget {
  readonly collection: string;
  readonly action: ImportAction;
  /** Documents that the server indexes at a time. @default the server's */
  readonly batchSize?: number | undefined;
}

/** Sends one request of an import; the answers come as they arrive, in the order of the lines. */
export async function* answersTo(
  nodes: Nodes,
  { collection, action, batchSize }: ImportTarget,
  batch: Batch,
  signal: AbortSignal,
): AsyncGenerator<readonly DocumentAnswer[]> {
  const query = { action, ...(batchSize !== undefined && { batch_size: batchSize }) };
  const lines = async function* () {
    yield textOf(batch);
  };
  const input = { path: { name: collection }, query, lines };
  const answer = await nodes.stream("importDocuments", input, { signal });
  for await (const some of linesOf(answer)) yield some.flatMap(({ bytes }) => answersIn(bytes));
}
