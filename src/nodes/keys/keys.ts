import { isDeepStrictEqual } from "node:util";
import { NEVER_EXPIRES } from "../../api/dataPlane/keyActions";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import type { Nodes } from "../nodes";
import { nullIfMissing } from "../nullIfMissing";
import { type Deleted, deleteOnce } from "../once/once";
import { sharedList } from "../sharedList";

interface Options {
  readonly signal: AbortSignal;
}

const keys = sharedList(listKeys);

/** After a write: the next refresh reads anew. */
export const forgetKeys = keys.forget;

export function listKeys(nodes: Nodes, signal: AbortSignal): Promise<readonly NodeKeyRecord[]> {
  return nodes.call("listKeys", {}, { signal });
}

/** One key, for a refresh: those of the same nodes share one list. One that the list lacks is read by its id. Null: 404. */
export async function sharedKey(nodes: Nodes, id: string, options: Options): Promise<NodeKeyRecord | null> {
  const all = await keys.get(nodes, options.signal);
  const found = all.find((key) => key.id === id);
  return found ?? nullIfMissing(nodes.call("getKey", { path: { id } }, options));
}

/** Revokes a key. Once: see {@link deleteOnce}. */
export async function deleteKey(nodes: Nodes, id: string, { signal }: Options): Promise<Deleted> {
  forgetKeys(nodes);
  return deleteOnce(nodes, signal, {
    what: "key",
    name: id,
    look: () => nodes.everywhere("getKey", { path: { id } }, { signal }),
    isSame: (before: NodeKeyRecord, now: NodeKeyRecord) => isDeepStrictEqual(before, now),
    describe: ({ description, value_prefix: prefix }: NodeKeyRecord) =>
      `There is another key of this id: "${description ?? ""}", whose value begins with ${prefix ?? "?"}.`,
    send: () => nodes.call("deleteKey", { path: { id } }, { signal }),
  });
}

/** When a key expires, in epoch seconds; null: never. */
export function expiryOf({ expires_at }: Pick<NodeKeyRecord, "expires_at">): number | null {
  return expires_at === null || expires_at >= NEVER_EXPIRES ? null : expires_at;
}

/** Whether a key has just what a request says. */
export function answersKey(body: CreateKeyBody, key: NodeKeyRecord): boolean {
  return (
    (key.description ?? "") === (body.description ?? "") &&
    (body.expires_at ?? null) === expiryOf(key) &&
    sameTexts(body.actions, key.actions) &&
    sameTexts(body.collections, key.collections)
  );
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  const all = new Set([...a, ...b]).size;
  return all === new Set(a).size && all === new Set(b).size;
}
