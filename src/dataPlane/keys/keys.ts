import { NEVER_EXPIRES } from "../../api/dataPlane/keyActions";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { pause } from "../../http/clock";
import { isApiError } from "../../http/error";
import type { Nodes } from "../nodes";
import { resolveContext } from "../request/times";
import { listedOrNone } from "../shared";
import { showsValue } from "./value";

/** Milliseconds between two reads for a key that exists, but that a list does not show yet. */
const LOOK_AGAIN_MS = 1_000;

interface Options {
  readonly signal: AbortSignal;
}

/** Reads the keys that any node knows: a node that lags behind may lack some. */
export async function listKeys(nodes: Nodes, signal: AbortSignal): Promise<readonly NodeKeyRecord[]> {
  const { seen } = await nodes.everywhere("listKeys", {}, { signal });
  const all = seen.flatMap(({ value }) => value ?? []);
  return [...new Map(all.map((key) => [`${key.id} ${key.value_prefix}`, key])).values()];
}

/** Reads the keys until they show what is certain to exist, or until the nodes have had the time to catch up. */
export async function listKeysUntil(
  nodes: Nodes,
  signal: AbortSignal,
  isShown: (all: readonly NodeKeyRecord[]) => boolean,
): Promise<readonly NodeKeyRecord[]> {
  const { secondReadAfter } = resolveContext(nodes);
  for (let waited = 0; ; waited += LOOK_AGAIN_MS) {
    const all = await listKeys(nodes, signal);
    if (isShown(all) || waited >= secondReadAfter) return all;
    await pause(nodes.clock, LOOK_AGAIN_MS, signal, "waiting for a key to show in the list");
  }
}

/** Returns the keys of these nodes for a refresh, at most two minutes old; none if this key may not list them. */
export function sharedKeys(nodes: Nodes, { signal }: Options): Promise<readonly NodeKeyRecord[]> {
  return nodes.shared.keys.get((stop) => listedOrNone(nodes.call("listKeys", {}, { signal: stop })), signal);
}

/** Returns the keys from a list of the last minutes; none if this key may not list them. */
export function listKeysAtPlan(nodes: Nodes, { signal }: Options): Promise<readonly NodeKeyRecord[]> {
  return nodes.shared.plannedKeys.get((stop) => sharedKeys(nodes, { signal: stop }), signal);
}

/** Returns all keys if this key opens the nodes and may list them, else null. */
export async function listKeysIfOpen(
  nodes: Nodes,
  signal: AbortSignal,
): Promise<readonly NodeKeyRecord[] | null> {
  try {
    return await listKeys(nodes, signal);
  } catch (error) {
    if (isApiError(error, "auth")) return null;
    throw error;
  }
}

/** Returns the keys that begin like a value: servers show no more of theirs. */
export function keysLike(all: readonly NodeKeyRecord[], value: string): readonly NodeKeyRecord[] {
  return all.filter((key) => showsValue(key, value) === true);
}

/**
 * Finds the key that has a value, of which is known that some key has it: the only one that begins like it, if it is exactly as requested.
 *
 * @returns null: none is proved to be it.
 */
export function keyWithValue(
  all: readonly NodeKeyRecord[],
  value: string,
  body: CreateKeyBody,
): NodeKeyRecord | null {
  const [only, ...others] = keysLike(all, value);
  return only && others.length === 0 && isKeyAsRequested(body, only) ? only : null;
}

/** Returns when a key expires, in epoch seconds; null: never. */
export function expiryOf({ expires_at }: Pick<NodeKeyRecord, "expires_at">): number | null {
  return expires_at === null || expires_at >= NEVER_EXPIRES ? null : expires_at;
}

/** True if a key is exactly as requested. */
export function isKeyAsRequested(body: CreateKeyBody, key: NodeKeyRecord): boolean {
  return (
    (key.description ?? "") === (body.description ?? "") &&
    (body.expires_at ?? null) === expiryOf(key) &&
    (body.autodelete ?? false) === (key.autodelete ?? body.autodelete ?? false) &&
    sameTexts(body.actions, key.actions) &&
    sameTexts(body.collections, key.collections)
  );
}

function sameTexts(a: readonly string[], b: readonly string[]): boolean {
  const all = new Set([...a, ...b]).size;
  return all === new Set(a).size && all === new Set(b).size;
}
