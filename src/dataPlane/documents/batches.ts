import type { Line } from "../../api/dataPlane/jsonLines";

/** Lines that go in one request. */
export type Batch = readonly Line[];

/** The most that one request of an import carries: what fails is at most this much, and is all that memory holds. */
const BATCH_LINES = 4000;
const BATCH_BYTES = 8 * 1024 * 1024;
export const BATCH_LIMITS = { lines: BATCH_LINES, bytes: BATCH_BYTES };

/** Gathers lines into batches, in their order. A line that is too large for any goes alone. */
export async function* inBatches(
  lines: AsyncIterable<readonly Line[]>,
  { most = BATCH_LINES, bytes: mostBytes = BATCH_BYTES } = {},
): AsyncGenerator<Batch> {
  let batch: Line[] = [];
  let bytes = 0;
  for await (const some of lines) {
    for (const line of some) {
      if (batch.length > 0 && (batch.length >= most || bytes + line.bytes.length > mostBytes)) {
        yield batch;
        [batch, bytes] = [[], 0];
      }
      batch.push(line);
      bytes += line.bytes.length + 1;
    }
  }
  if (batch.length > 0) yield batch;
}
