import { pause } from "../../http/clock";
import { readCollectionEverywhere } from "../collections/collections";
import { SyncTimeoutError } from "./errors";
import type { SyncContext } from "./sync";

/** Milliseconds between two looks, and the number of equal looks in a row that show that nothing is written. */
const LOOK_MS = 2_000;
const EQUAL_LOOKS = 3;

/**
 * Waits until the number of documents in the new version stands still at each node: the last request of a killed apply may still
 * be carried out at the server. A version that this apply has created needs no wait.
 */
export async function awaitQuiet({ nodes, pair, signal, deadline }: SyncContext): Promise<void> {
  const doing = `waiting for writes to collection "${pair.to}" to end`;
  let last: string | undefined;
  for (let equal = 0; ; ) {
    const { seen } = await readCollectionEverywhere(nodes, pair.to, { signal });
    const now = JSON.stringify(seen.map(({ url, value }) => [url, value?.num_documents]).sort());
    equal = now === last ? equal + 1 : 1;
    last = now;
    if (equal === EQUAL_LOOKS) return;
    if (nodes.clock.now() > deadline) throw new SyncTimeoutError(doing);
    await pause(nodes.clock, LOOK_MS, signal, doing);
  }
}
