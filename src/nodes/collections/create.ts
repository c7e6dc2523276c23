import type { CollectionRecord } from "../../api/dataPlane/records";
import type { CreateCollectionBody } from "../../api/dataPlane/requests";
import { resolve } from "../../client";
import type { NodeCallOptions, Nodes } from "../nodes";
import { resolveContext } from "../resolve";
import { forgetCollections, readCollection } from "./collections";

/**
 * Creates a collection. A lost answer is resolved by reading: a collection of this name is ours when `isOurs` says so
 * (docs/design/laws.md#l1).
 *
 * @param isOurs whether a collection is what was requested; throws what is to be said when it is not
 */
export async function createCollection(
  nodes: Nodes,
  body: CreateCollectionBody,
  isOurs: (record: CollectionRecord) => boolean,
  options: NodeCallOptions,
): Promise<CollectionRecord> {
  const { name } = body;
  forgetCollections(nodes);
  return resolve<CollectionRecord, CollectionRecord | null>(resolveContext(nodes), options.signal, {
    what: "collection",
    reading: "the collection",
    fields: { nodes: nodes.target.named, name },
    twice: "refused",
    send: () => nodes.call("createCollection", { body, subject: JSON.stringify(name) }, options),
    read: () => readCollection(nodes, name, options),
    judge: (seen) => (seen && isOurs(seen) ? { done: seen } : { repeat: true }),
  });
}
