import type { CollectionRecord } from "../../api/dataPlane/records";
import type { UpdateCollectionBody } from "../../api/dataPlane/requests";
import { isApiError, pause, resolve } from "../../client";
import type { Nodes, Sights } from "../nodes";
import { resolveContext } from "../resolve";
import { forgetCollections } from "./collections";

/** Milliseconds between two tries while the server carries out another update of the collection. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

export interface AlterOptions {
  /** What is to be sent, from what the collection is now; null: it is as it is to be. */
  readonly difference: (now: CollectionRecord) => UpdateCollectionBody | null;
  /** Milliseconds since the epoch, by the clock of the nodes. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/**
 * Brings a collection to what it is to be, by one PATCH. The server makes one update of a collection at a time: while it makes
 * another one, this waits and reads anew, until the deadline. A lost answer is resolved by reading.
 *
 * @throws ApiError; one of the kind `refused` or `invalid` means that nothing was changed.
 */
export async function alterCollection(
  nodes: Nodes,
  name: string,
  { difference, deadline, signal }: AlterOptions,
): Promise<CollectionRecord> {
  const { clock, log } = nodes;
  const path = { name };
  const read = () => nodes.call("getCollection", { path }, { signal });
  const readAll = () => nodes.everywhere("getCollection", { path }, { signal });
  for (let tries = 0; ; tries += 1) {
    const now = await read();
    if (difference(now) === null) return now;
    forgetCollections(nodes);
    // The server answers when it has indexed all documents again.
    const timeoutMs = Math.max(deadline - clock.now(), 0) + LONGEST_WAIT_MS;
    try {
      return await resolve<CollectionRecord, Sights<CollectionRecord>>(resolveContext(nodes), signal, {
        what: "update of a collection",
        reading: "the collection",
        fields: { nodes: nodes.target.named, name },
        twice: "refused",
        async send(sent) {
          // Somebody else may have changed it while the answer was lost.
          const current = sent === 0 ? now : await read();
          const body = difference(current);
          if (body === null) return current;
          await nodes.call("updateCollection", { path, body }, { signal, timeoutMs });
          const after = await readAll();
          return reached(after, difference) ?? read();
        },
        read: readAll,
        judge(seen) {
          const done = reached(seen, difference);
          return done ? { done } : { repeat: true };
        },
      });
    } catch (error) {
      if (!isOtherUpdate(error) || clock.now() >= deadline) throw error;
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** tries, LONGEST_WAIT_MS, deadline - clock.now());
      log.info(`Waiting for another update of collection ${name} to end`, {
        next_try_ms: Math.round(waitMs),
      });
      await pause(clock, waitMs, signal, `waiting for another update of collection ${name}`);
    }
  }
}

/** The collection as a node shows it that knows of the update: others may lag behind. */
function reached(
  { seen }: Sights<CollectionRecord>,
  difference: AlterOptions["difference"],
): CollectionRecord | undefined {
  return seen.flatMap(({ value }) => value ?? []).find((record) => difference(record) === null);
}

/** Whether an update was refused because the server carries out another one. */
function isOtherUpdate(error: unknown): boolean {
  if (!isApiError(error, "refused")) return false;
  return error.failure.messages.some((message) => /\banother\b.*\b(update|alter)/i.test(message));
}
