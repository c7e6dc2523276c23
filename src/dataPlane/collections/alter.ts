import { isDeepStrictEqual } from "node:util";
import { isNeverShown } from "../../api/dataPlane/fields";
import type { CollectionRecord, FieldRecord } from "../../api/dataPlane/records";
import type { FieldBody, UpdateCollectionBody } from "../../api/dataPlane/requests";
import { pause } from "../../http/clock";
import { type ApiError, isApiError } from "../../http/error";
import type { Nodes, Snapshots } from "../nodes";
import { putOnce } from "../once/once";
import { withinDeadline } from "../request/times";
import { readCollectionEverywhere } from "./collections";

/** Milliseconds between two attempts while the server carries out another update of the collection. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 15_000;

/** A server that needs more does not do what it answers. */
const MOST_PATCHES = 8;

interface AlterOptions {
  /**
   * Returns the next PATCH for the current collection; null: nothing is left to change.
   * @param sent names of the fields that this call has already written
   */
  readonly difference: (now: CollectionRecord, sent: ReadonlySet<string>) => UpdateCollectionBody | null;
  /** Called with the collection after each PATCH but the last one. */
  readonly done?: (record: CollectionRecord) => void;
  /** Returns what to throw instead of a rejection, which may have come after a part was carried out. */
  readonly refused?: (refusal: Refusal) => Promise<unknown>;
  /** Milliseconds since the epoch, by the clock of the nodes. */
  readonly deadline: number;
  readonly signal: AbortSignal;
}

/** A PATCH that the server has rejected, and the reads before and after it. */
export interface Refusal {
  readonly error: ApiError;
  readonly body: UpdateCollectionBody;
  readonly before: CollectionRecord;
  /** The snapshots afterwards; undefined: they could not be read. */
  readonly after: Snapshots<CollectionRecord> | undefined;
}

/**
 * Alters a collection with as few PATCHes as possible. The server makes one update of a collection at a time: during another
 * one, this waits and reads again, until the deadline. A PATCH whose answer is lost is sent again only if every node shows the
 * collection as it was ({@link putOnce}).
 *
 * @throws ApiError, or what `refused` returns: a rejection does not mean that nothing was changed
 * (docs/design/data-plane.md#alteration).
 */
export async function alterCollection(
  nodes: Nodes,
  name: string,
  { difference, done, refused, deadline, signal }: AlterOptions,
): Promise<CollectionRecord> {
  const { clock, log } = nodes;
  const path = { name };
  const read = () => nodes.call("getCollection", { path }, { signal });
  const look = () => readCollectionEverywhere(nodes, name, { signal });
  const sent = new Set<string>();
  let waits = 0;
  let now = await read();
  for (let patches = 0; ; ) {
    const body = difference(now, sent);
    if (body === null || patches === MOST_PATCHES) return now;
    const before = now;
    const withBody = new Set([...sent, ...namesIn(body)]);
    const isWanted = (record: CollectionRecord) =>
      isDone(record, body) || difference(record, withBody) === null;
    nodes.shared.collections.forget();
    try {
      now = await putOnce<CollectionRecord>(nodes, signal, {
        what: "collection",
        name,
        look,
        deadline,
        isSame: isSameSchema,
        isWanted,
        describe: describeSchema,
        async send() {
          // The server answers after it has indexed all documents again.
          const times = withinDeadline(nodes, deadline + LONGEST_WAIT_MS);
          await nodes.call("updateCollection", { path, body }, { signal, ...times });
          // A node that lags behind would show the old collection.
          const records = (await look()).seen.flatMap(({ value }) => value ?? []);
          return records.find(isWanted) ?? read();
        },
      });
      for (const one of withBody) sent.add(one);
      patches += 1;
      if (!isWanted(now) || difference(now, sent) === null) return now;
      done?.(now);
    } catch (error) {
      if (isOtherUpdate(error) && clock.now() < deadline) {
        const waitMs = Math.min(FIRST_WAIT_MS * 2 ** waits, LONGEST_WAIT_MS, deadline - clock.now());
        waits += 1;
        log.info(`Waiting for another update of collection ${name} to end`, {
          next_try_ms: Math.round(waitMs),
        });
        await pause(clock, waitMs, signal, `waiting for another update of collection ${name}`);
        now = await read();
        continue;
      }
      if (!isApiError(error, "refused", "invalid", "not_found") || refused === undefined) throw error;
      const after = await look().catch(() => undefined);
      throw await refused({ error, body, before, after });
    }
  }
}

function namesIn({ fields = [] }: UpdateCollectionBody): string[] {
  return fields.flatMap((field) => ("drop" in field ? [] : [field.name]));
}

/** True if a collection shows all effects of a PATCH that servers show. */
function isDone(record: CollectionRecord, { fields = [], ...rest }: UpdateCollectionBody): boolean {
  const added = new Set(namesIn({ fields }));
  const isThere = (name: string) => record.fields.some((field) => field.name === name);
  return (
    fields.every((field) => {
      if ("drop" in field) return added.has(field.name) || !isThere(field.name);
      return (
        (isNeverShown(field.name) && !isThere(field.name)) ||
        record.fields.some((one) => one.name === field.name && shows(one, field))
      );
    }) && Object.entries(rest).every(([name, value]) => isDeepStrictEqual(record[name] ?? {}, value))
  );
}

/** True if a field has each plain value that was sent, as far as it is answered. */
function shows(record: FieldRecord, sent: FieldBody): boolean {
  return Object.entries(sent).every(([name, value]) => {
    const seen = record[name] ?? null;
    return seen === null || typeof seen === "object" || typeof value === "object" || seen === value;
  });
}

/**
 * True if a collection still has the same schema. Documents come and go while it is in service, and a restart resets the time
 * of creation. Another collection of the same schema would get the same edit from the next plan.
 */
export function isSameSchema(
  { created_at: _, num_documents: __, ...before }: CollectionRecord,
  { created_at: ___, num_documents: ____, ...now }: CollectionRecord,
): boolean {
  return isDeepStrictEqual(before, now);
}

function describeSchema({ fields }: CollectionRecord): string {
  return `Its fields are ${fields.map(({ name, type }) => `${name} (${type})`).join(", ") || "none"}.`;
}

/** True if an update was rejected because the server carries out another one. */
function isOtherUpdate(error: unknown): boolean {
  if (!isApiError(error, "refused")) return false;
  return error.failure.messages.some((message) => /\banother\b.*\b(update|alter)/i.test(message));
}
