import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { Nodes } from "../nodes";
import { expiryOf, listKeys } from "./keys";
import { type KnownKey, revokeKey } from "./known";
import { showsValue } from "./value";

/** The values of the two keys that the management API issues at once. */
export interface IssuedPair {
  readonly admin_key: string;
  readonly search_only_key: string;
}

/** The two issued keys: the action of each, and its name in messages. */
export const ISSUED_KEYS = {
  admin_key: { action: "*", noun: "admin key" },
  search_only_key: { action: "documents:search", noun: "search-only key" },
} as const;

/** The records of an issued pair, as servers list them. */
type ListedPair = { readonly [Key in keyof IssuedPair]: NodeKeyRecord };

/**
 * Finds the records of an issued pair: for each of its keys the only one that begins like its value and has its actions.
 *
 * @param others ids of keys that are certainly not issued
 * @returns null unless there is exactly one for each: nothing else identifies them.
 */
export function findIssuedPair(
  all: readonly NodeKeyRecord[],
  { admin_key, search_only_key }: IssuedPair,
  others: ReadonlySet<string>,
): ListedPair | null {
  const only = (value: string, action: string) => {
    const found = all.filter(
      (key) => showsValue(key, value) === true && isLikeIssued(key, action) && !others.has(key.id),
    );
    return found.length === 1 ? found[0] : undefined;
  };
  const admin = only(admin_key, ISSUED_KEYS.admin_key.action);
  const search = only(search_only_key, ISSUED_KEYS.search_only_key.action);
  return admin && search ? { admin_key: admin, search_only_key: search } : null;
}

/** True if a key allows exactly what an issued key does, on everything, for ever. */
export function isLikeIssued({ actions, collections, expires_at }: NodeKeyRecord, action: string): boolean {
  const isOnly = (texts: readonly string[], one: string) => texts.length === 1 && texts[0] === one;
  return isOnly(actions, action) && isOnly(collections, "*") && expiryOf({ expires_at }) === null;
}

/**
 * Returns the keys that may be pairs of earlier runs: they allow what issued keys do.
 *
 * @param pair a pair whose descriptions those of others must have; null: unknown
 */
export function otherIssuedKeys(
  all: readonly NodeKeyRecord[],
  pair: ListedPair | null,
): readonly NodeKeyRecord[] {
  const own = pair && [pair.admin_key, pair.search_only_key];
  return all.filter((key) => {
    if (own?.some(({ id }) => id === key.id)) return false;
    return (["admin_key", "search_only_key"] as const).some(
      (name) =>
        isLikeIssued(key, ISSUED_KEYS[name].action) &&
        (pair === null || pair[name].description === key.description),
    );
  });
}

/**
 * Revokes an issued pair at nodes that its admin key opens: the search-only key first, the admin key by itself.
 *
 * @param others ids of keys that are certainly not issued
 * @returns all keys as they were before, and false if the pair could not be identified; nothing was revoked then.
 */
export async function revokeIssuedPair(
  nodes: Nodes,
  pair: IssuedPair,
  { signal, others }: { readonly signal: AbortSignal; readonly others: ReadonlySet<string> },
): Promise<{
  readonly all: readonly NodeKeyRecord[];
  readonly found: ListedPair | null;
  readonly isRevoked: boolean;
}> {
  const all = await listKeys(nodes, signal);
  const found = findIssuedPair(all, pair, others);
  if (found === null) return { all, found, isRevoked: false };
  let isRevoked = true;
  for (const name of ["search_only_key", "admin_key"] as const) {
    const result = await revokeKey(nodes, found[name].id, knownFrom(found[name], pair[name]), { signal });
    isRevoked &&= typeof result === "string";
  }
  return { all, found, isRevoked };
}

/** Returns what identifies an issued key, of which the value is known. */
export function knownFrom(record: NodeKeyRecord, value: string): KnownKey {
  const { actions, collections, description, autodelete, value_prefix } = record;
  return {
    value,
    value_prefix,
    body: {
      actions,
      collections,
      ...(description !== null && { description }),
      ...(autodelete !== null && { autodelete }),
    },
  };
}
