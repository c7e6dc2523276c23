import { isApiError } from "../../http/error";
import type { Nodes, NodesClient, NodesTarget } from "../nodes";
import { ISSUED_KEYS, type IssuedPair, isLikeIssued, knownFrom } from "./issued";
import { listKeys } from "./keys";
import { revokeKey } from "./known";
import { randomLetters, showsValue } from "./value";

/** The nodes of a pair, without a key. */
export type PairTarget = Pick<NodesTarget, "urls" | "named">;

interface Options {
  readonly signal: AbortSignal;
}

/** True if the nodes accept a key of an issued pair. Throws the error of nodes that cannot tell. */
export async function isKeyAccepted(
  client: NodesClient,
  target: PairTarget,
  pair: IssuedPair,
  name: keyof IssuedPair,
  { signal }: Options,
): Promise<boolean> {
  const nodes = client.at({ ...target, apiKey: pair[name], keyOrigin: `the ${ISSUED_KEYS[name].noun}` });
  try {
    if (name === "admin_key") await nodes.call("listKeys", {}, { signal });
    else await searchNothing(nodes, signal);
    return true;
  } catch (error) {
    if (isApiError(error, "auth")) return false;
    throw error;
  }
}

/** Searches a collection that does not exist: servers check the key first, so a 404 shows that it is accepted. */
async function searchNothing(nodes: Nodes, signal: AbortSignal): Promise<void> {
  const name = `no-collection-${randomLetters(16, nodes.randomBytes)}`;
  try {
    await nodes.call("searchDocuments", { path: { name }, query: { q: "*" } }, { signal });
  } catch (error) {
    if (!isApiError(error, "not_found")) throw error;
  }
}

/**
 * The fate of an old key. `gone`: the nodes do not accept it, and list no key that begins like it. `unsure`: not exactly one of their keys
 * is certain to be it, so nothing was revoked.
 */
export type KeyFate = "revoked" | "gone" | "unsure";

/**
 * Revokes the keys of an old pair at nodes that another pair opens. A key is revoked only if the nodes accept its value, and exactly one of
 * their keys may begin like it, does, allows exactly what an issued key does, and is not of the pair that stays.
 */
export async function revokeOldPair(
  client: NodesClient,
  target: PairTarget,
  { old, stays }: { readonly old: IssuedPair; readonly stays: IssuedPair },
  { signal }: Options,
): Promise<Readonly<Record<keyof IssuedPair, KeyFate>>> {
  const nodes = client.at({ ...target, apiKey: stays.admin_key, keyOrigin: "the new admin key" });
  const revoke = async (name: keyof IssuedPair): Promise<KeyFate> => {
    const isAccepted = await isKeyAccepted(client, target, old, name, { signal });
    // The old key may itself be one that allows something else: another one that only looks issued is not it.
    const [record, ...others] = (await listKeys(nodes, signal)).filter(
      (key) => showsValue(key, old[name]) !== false,
    );
    // A rejection alone proves nothing (docs/design/laws.md#l2): the value may be nowhere else than in the file.
    if (!isAccepted) return record === undefined ? "gone" : "unsure";
    if (record === undefined || others.length > 0) return "unsure";
    if (showsValue(record, old[name]) === null || showsValue(record, stays[name]) !== false) return "unsure";
    if (!isLikeIssued(record, ISSUED_KEYS[name].action)) return "unsure";
    const result = await revokeKey(nodes, record.id, knownFrom(record, old[name]), { signal });
    return typeof result === "string" ? "revoked" : "unsure";
  };
  return { search_only_key: await revoke("search_only_key"), admin_key: await revoke("admin_key") };
}
