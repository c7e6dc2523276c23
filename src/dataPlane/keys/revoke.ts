import { isDeepStrictEqual } from "node:util";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { Nodes } from "../nodes";
import { type Deleted, deleteOnce } from "../once/once";
import { identityToRevoke, type KnownKey, type SeenKey } from "./identity";
import { forgetKeys } from "./keys";

/**
 * Revokes a key, if it is the one that is known: all nodes are asked first (docs/design/laws.md#l2). Where one of them shows another
 * key of this id, nothing is sent.
 *
 * @returns that key, or what the delete has come to.
 */
export async function revokeKey(
  nodes: Nodes,
  id: string,
  known: KnownKey,
  { signal }: { readonly signal: AbortSignal },
): Promise<Deleted | SeenKey> {
  forgetKeys(nodes);
  const look = () => nodes.everywhere("getKey", { path: { id } }, { signal });
  const before = await look();
  const all = before.seen.flatMap(({ value }) =>
    value === null ? [] : [{ shown: value, identity: identityToRevoke(value, known) }],
  );
  const strange = all.filter(({ identity }) => identity !== "same");
  // Where nodes show both, they are not those of one server, and nobody can tell which of them carries it out.
  if (strange[0]) return strange.length === all.length ? strange[0] : { ...strange[0], identity: "unsure" };
  return deleteOnce(nodes, signal, {
    what: "key",
    name: id,
    before,
    look,
    isSame: (was: NodeKeyRecord, now: NodeKeyRecord) => isDeepStrictEqual(was, now),
    describe: ({ description, value_prefix: prefix }: NodeKeyRecord) =>
      `Another key has this id: "${description ?? ""}", whose value begins with ${prefix ?? "?"}.`,
    send: () => nodes.call("deleteKey", { path: { id } }, { signal }),
  });
}
