import type { CollectionRecord } from "../../api/dataPlane/records";
import type { CreateCollectionBody } from "../../api/dataPlane/requests";
import type { ApiError } from "../../http/error";
import { withLine } from "../../http/explain";
import { type Resolution, resolve } from "../../http/resolve";
import { otherNodesLine } from "../messages/failures";
import type { NodeCallOptions, Nodes, Snapshot, Snapshots } from "../nodes";
import { resolveContext, withinDeadline } from "../request/times";
import { isMinority } from "../snapshots";
import { readCollectionEverywhere } from "./collections";

interface CreateCollectionOptions extends Pick<NodeCallOptions, "signal"> {
  /** Milliseconds of the nodes' clock: when the create gives up, whatever it has sent. @default never */
  readonly deadline?: number | undefined;
  /** True if a collection has the schema that was requested. */
  readonly isAsRequested: (record: CollectionRecord) => boolean;
  /** Returns what to throw if a collection of this name is somebody else's. */
  readonly taken: (record: CollectionRecord) => Error;
}

/**
 * Creates a collection whose name was just found to be free. A lost answer is resolved by reading it at every node
 * (docs/design/laws.md#l1): a collection as requested, without documents and not older than the request, is ours.
 */
export async function createCollection(
  nodes: Nodes,
  body: CreateCollectionBody,
  { isAsRequested, taken, signal, deadline }: CreateCollectionOptions,
): Promise<CollectionRecord> {
  const { name } = body;
  nodes.shared.collections.forget();
  const before = nodes.lastDates();
  const sentAt = nodes.clock.now() / 1000;

  function judge(
    { seen, unseen }: Snapshots<CollectionRecord>,
    after: ApiError,
  ): Resolution<CollectionRecord> {
    const there = seen.flatMap(({ value, ...sight }) => (value === null ? [] : [{ ...sight, value }]));
    const others = there.find(
      (one) => !isAsRequested(one.value) || !isNew(one, before.get(one.url) ?? sentAt - OWN_TOLERANCE_S),
    );
    if (others) throw taken(others.value);
    const [first] = there;
    if (first) return { done: first.value };
    if (isMinority({ seen, unseen })) throw withLine(after, otherNodesLine(unseen) ?? "");
    return { repeat: true };
  }

  return resolve<CollectionRecord, Snapshots<CollectionRecord>>(resolveContext(nodes), signal, {
    what: "collection",
    reading: "the collection",
    fields: { nodes: nodes.target.named, name },
    twice: "refused",
    deadline,
    send: () =>
      nodes.call(
        "createCollection",
        { body, subject: JSON.stringify(name) },
        { signal, ...withinDeadline(nodes, deadline) },
      ),
    read: () => readCollectionEverywhere(nodes, name, { signal }),
    judge,
  });
}

/** Seconds by which a node's clock may have been set back since. */
const TOLERANCE_S = 60;
/** Seconds by which the clock of a node that tells no time may be behind this machine's. */
const OWN_TOLERANCE_S = 3_600;

/**
 * True if a node shows a collection as created after an earlier `Date` of that node, both in epoch seconds. A collection that
 * holds documents, or may hold some, was not. A restart of the node may make a collection look younger, never older.
 */
export function isNew({ value }: Snapshot<CollectionRecord>, before: number): boolean {
  if (value === null || value.num_documents !== 0) return false;
  return value.created_at === null || value.created_at >= before - TOLERANCE_S;
}
