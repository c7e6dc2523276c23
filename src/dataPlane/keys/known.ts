import { isDeepStrictEqual } from "node:util";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { isApiError } from "../../http/error";
import type { NodeCallOptions, Nodes, Snapshots } from "../nodes";
import { type Deleted, deleteOnce } from "../once/once";
import { nullIfMissing } from "../snapshots";
import { isKeyAsRequested, sharedKeys } from "./keys";
import { showsValue } from "./value";

/** The properties that identify a key besides its id, which a new server reuses for another key. */
export interface KnownKey {
  /** Null: imported. */
  readonly value: string | null;
  /** As the server has shown it; null: it showed none. */
  readonly value_prefix: string | null;
  /** The permissions. */
  readonly body: CreateKeyBody;
}

/**
 * - `same`: the known key.
 * - `other`: another key has its id.
 * - `unsure`: it cannot be determined. Keys cannot be edited, and this one has other permissions.
 */
export type Identity = "same" | "other" | "unsure";

/** The key that a server shows under an id, and whether it is the known one. */
export interface SeenKey {
  readonly shown: NodeKeyRecord;
  readonly identity: Identity;
}

/** Compares the key that a server shows with the known one (docs/design/data-plane.md#key). */
export function identityOf(shown: NodeKeyRecord, known: KnownKey): Identity {
  const begins = showsKnown(shown, known);
  if (begins === null) return isKeyAsRequested(known.body, shown) ? "same" : "unsure";
  return begins ? "same" : "other";
}

/** Compares them before a revocation, which requires the same permissions, too. */
export function identityToRevoke(shown: NodeKeyRecord, known: KnownKey): Identity {
  const identity = identityOf(shown, known);
  return identity === "same" && !isKeyAsRequested(known.body, shown) ? "unsure" : identity;
}

/** The value itself is the best evidence: the prefix in the state may be what the server has shown of another key. */
function showsKnown(shown: NodeKeyRecord, { value, value_prefix: prefix }: KnownKey): boolean | null {
  if (value !== null) return showsValue(shown, value);
  const other = shown.value_prefix ?? "";
  if (prefix === null || prefix === "" || other === "") return null;
  // One server may show a longer prefix than another.
  return other.startsWith(prefix) || prefix.startsWith(other);
}

interface Options {
  readonly signal: AbortSignal;
}

/**
 * Reads one key for a refresh: keys of the same nodes share one list. If the list lacks it or shows another key instead, it is
 * read by its id, and at every node before another key counts: the nodes may be those of several servers by mistake.
 *
 * @param known null: any key with this id, for an import
 * @returns null: the nodes agree that no key has this id.
 */
export async function readSharedKey(
  nodes: Nodes,
  id: string,
  known: KnownKey | null,
  { signal }: Options,
): Promise<SeenKey | null> {
  const seen = (shown: SeenKey["shown"]): SeenKey => ({
    shown,
    identity: known === null ? "same" : identityOf(shown, known),
  });
  const listed = (await sharedKeys(nodes, { signal })).find((key) => key.id === id);
  if (listed && seen(listed).identity === "same") return seen(listed);
  const read = await nullIfMissing(nodes.call("getKey", { path: { id } }, { signal }));
  if (read === null || seen(read).identity === "same") return read && seen(read);
  const { seen: snapshots } = await nodes.everywhere("getKey", { path: { id } }, { signal });
  const all = snapshots.flatMap(({ value }) => (value === null ? [] : [seen(value)]));
  for (const identity of ["same", "unsure"] as const) {
    const found = all.find((one) => one.identity === identity);
    if (found) return found;
  }
  return all[0] ?? seen(read);
}

/**
 * Revokes a key if it is the known one: all nodes are asked first (docs/design/laws.md#l2). If one of them shows another key of
 * this id, nothing is sent. A key may revoke itself.
 *
 * @returns that key, or the result of the delete.
 */
export async function revokeKey(
  nodes: Nodes,
  id: string,
  known: KnownKey,
  options: Omit<NodeCallOptions, "timeoutMs">,
): Promise<Deleted | SeenKey> {
  nodes.shared.keys.forget();
  const look = () => nodes.everywhere("getKey", { path: { id } }, options);
  const before = await look();
  const all = before.seen.flatMap(({ value }) =>
    value === null ? [] : [{ shown: value, identity: identityToRevoke(value, known) }],
  );
  const strange = all.filter(({ identity }) => identity !== "same");
  // Nodes that show both do not belong to one server, and it is unknown which of them would carry out the delete.
  if (strange[0]) return strange.length === all.length ? strange[0] : { ...strange[0], identity: "unsure" };
  const isOwn = all.some(({ shown }) => showsValue(shown, nodes.target.apiKey) === true);
  let isLost = false;
  try {
    return await deleteOnce(nodes, options.signal, {
      what: "key",
      name: id,
      before,
      look: isOwn ? () => look().catch((error) => goneWithKey(nodes, error)) : look,
      isSame: (was: NodeKeyRecord, now: NodeKeyRecord) => isDeepStrictEqual(was, now),
      describe: ({ description, value_prefix: prefix }: NodeKeyRecord) =>
        `Another key has this id: "${description ?? ""}", whose value begins with ${prefix ?? "?"}.`,
      send: () =>
        nodes.call("deleteKey", { path: { id } }, options).catch((error: unknown) => {
          isLost ||= isApiError(error, "lost_write");
          throw error;
        }),
    });
  } catch (error) {
    // A repetition of a request whose answer was lost: only that request can have revoked the key that opened the nodes.
    if (isOwn && isLost && isApiError(error, "auth")) return "deleted";
    throw error;
  }
}

/**
 * Returns that no node has a key, because they reject it: it opened them right before a request revoked it whose answer was lost. Rethrows
 * any other error.
 */
function goneWithKey({ target }: Nodes, error: unknown): Snapshots<NodeKeyRecord> {
  if (!isApiError(error, "auth")) throw error;
  return { seen: target.urls.map((url) => ({ url, value: null })), unseen: [] };
}
