import { NEVER_EXPIRES } from "../../api/dataPlane/keyActions";
import type { NodeKeyRecord } from "../../api/dataPlane/records";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import type { Nodes } from "../nodes";
import { listedOrNone } from "../shared";

interface Options {
  readonly signal: AbortSignal;
}

/** Reads the keys that any node knows: a node that lags behind may lack some. */
export async function listKeys(nodes: Nodes, signal: AbortSignal): Promise<readonly NodeKeyRecord[]> {
  const { seen } = await nodes.everywhere("listKeys", {}, { signal });
  const all = seen.flatMap(({ value }) => value ?? []);
  return [...new Map(all.map((key) => [`${key.id} ${key.value_prefix}`, key])).values()];
}

/** Returns the keys of these nodes for a refresh, at most two minutes old; none if this key may not list them. */
export function sharedKeys(nodes: Nodes, { signal }: Options): Promise<readonly NodeKeyRecord[]> {
  return nodes.shared.keys.get((stop) => listedOrNone(nodes.call("listKeys", {}, { signal: stop })), signal);
}

/** Returns the keys from a list of the last minutes; none if this key may not list them. */
export function listKeysAtPlan(nodes: Nodes, { signal }: Options): Promise<readonly NodeKeyRecord[]> {
  return nodes.shared.plannedKeys.get((stop) => sharedKeys(nodes, { signal: stop }), signal);
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
