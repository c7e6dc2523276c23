import { NODE_OPERATIONS } from "../../api/dataPlane/operations";
import type { CreateKeyBody } from "../../api/dataPlane/requests";
import { pause } from "../../http/clock";
import { isApiError } from "../../http/error";
import { MAX_WRITE_REQUESTS } from "../../http/resolve";
import { backoff } from "../../http/retry";
import type { NodeCallOptions, Nodes, NodesClient, NodesTarget } from "../nodes";
import type { Deleted } from "../once/once";
import { revokeKey, type SeenKey } from "./known";
import { prefixOf } from "./value";

/** A key that expires by itself, as this software has created it. */
export interface TemporaryKey {
  /** The number that the server gave it. */
  readonly id: string;
  readonly value: string;
  /** Its permissions, and its description, which no other key has. */
  readonly body: CreateKeyBody & { readonly description: string; readonly expires_at: number };
}

/** Milliseconds for which nodes that cannot be reached are tried: the key expires anyway. */
const PATIENCE_MS = 30_000;

/**
 * Deletes a temporary key with the key itself, if it may delete keys: a server that accepts it has it, so the id is that key's, and the
 * request may be repeated. Otherwise, or if servers refuse it, the key that created it does, after a read that shows the same key
 * (docs/design/laws.md#l2).
 *
 * @param opener the nodes, with the key that created it
 * @returns the other key that has the id now: then nothing is deleted
 */
export async function endTemporaryKey(
  client: NodesClient,
  opener: NodesTarget,
  key: TemporaryKey,
  { signal }: Pick<NodeCallOptions, "signal">,
): Promise<Deleted | SeenKey> {
  const { id, value, body } = key;
  const nodes = client.at(opener);
  const isExpired = (nodes.serverNow() ?? 0) > body.expires_at * 1000;
  if (mayDeleteKeys(body.actions) && !isExpired) {
    const own = client.at({ ...opener, apiKey: value, keyOrigin: "the temporary key" });
    const deleted = await deleteByItself(own, id, signal);
    if (deleted !== "refused") {
      nodes.shared.keys.forget();
      return deleted;
    }
  }
  return revokeKey(
    nodes,
    id,
    { value, value_prefix: prefixOf(value), body },
    { signal, patienceMs: PATIENCE_MS },
  );
}

/** True if a key with these actions may delete keys. */
function mayDeleteKeys(actions: readonly string[]): boolean {
  const action = NODE_OPERATIONS.deleteKey.action ?? "";
  const [resource] = action.split(":");
  return ["*", `${resource}:*`, action].some((one) => actions.includes(one));
}

async function deleteByItself(own: Nodes, id: string, signal: AbortSignal): Promise<Deleted | "refused"> {
  for (let sent = 1; ; sent += 1) {
    try {
      await own.call("deleteKey", { path: { id } }, { signal, patienceMs: PATIENCE_MS });
      return "deleted";
    } catch (error) {
      if (isApiError(error, "not_found")) return "missing";
      // After a lost answer, too: it is refused once it is deleted, and a read tells.
      if (isApiError(error, "auth")) return "refused";
      if (!isApiError(error, "lost_write") || sent === MAX_WRITE_REQUESTS) throw error;
      await pause(
        own.clock,
        backoff(sent, own.random),
        signal,
        "waiting to repeat the delete of a temporary key",
      );
    }
  }
}
