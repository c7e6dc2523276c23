import { isDeepStrictEqual } from "node:util";
import type { CollectionRecord } from "../../api/dataPlane/records";
import type { UpdateCollectionBody } from "../../api/dataPlane/requests";
import { isApiError, pause } from "../../client";
import type { Nodes } from "../nodes";
import { putOnce } from "../once/once";
import { withinDeadline } from "../withinDeadline";
import { collectionEverywhere, forgetCollections } from "./collections";

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
 * another one, this waits and reads anew, until the deadline. One whose answer is lost is sent again only where every node shows the
 * collection as it was ({@link putOnce}).
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
  const look = () => collectionEverywhere(nodes, name, { signal });
  for (let tries = 0; ; tries += 1) {
    const now = await read();
    const body = difference(now);
    if (body === null) return now;
    forgetCollections(nodes);
    try {
      return await putOnce<CollectionRecord>(nodes, signal, {
        what: "collection",
        name,
        look,
        deadline,
        isSame: isSameSchema,
        isWanted: (record) => difference(record) === null,
        describe: describeSchema,
        async send() {
          // The server answers when it has indexed all documents again.
          const times = withinDeadline(nodes, deadline + LONGEST_WAIT_MS);
          await nodes.call("updateCollection", { path, body }, { signal, ...times });
          // A node that lags behind would show what it was before.
          const records = (await look()).seen.flatMap(({ value }) => value ?? []);
          return records.find((record) => difference(record) === null) ?? read();
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

/**
 * Whether a collection has the schema that it had. Documents come and go while it is in service, and a restart sets the time of
 * creation anew. Another collection of the same schema would get the same edit from the next plan.
 */
function isSameSchema(
  { created_at: _, num_documents: __, ...before }: CollectionRecord,
  { created_at: ___, num_documents: ____, ...now }: CollectionRecord,
): boolean {
  return isDeepStrictEqual(before, now);
}

function describeSchema({ fields }: CollectionRecord): string {
  return `Its fields are ${fields.map(({ name, type }) => `${name} (${type})`).join(", ") || "none"}.`;
}

/** Whether an update was refused because the server carries out another one. */
function isOtherUpdate(error: unknown): boolean {
  if (!isApiError(error, "refused")) return false;
  return error.failure.messages.some((message) => /\banother\b.*\b(update|alter)/i.test(message));
}
