import type { Client, ServerParameterRecord } from "../../client";
import { failedAs } from "../api/errors";

/** How old, in milliseconds, a list may be that a refresh reads from (docs/design/laws.md#l7). */
const MAX_AGE_MS = 120_000;

interface Shared {
  readonly at: number;
  readonly list: Promise<readonly ServerParameterRecord[] | null>;
}

/** By client, so that what is shared belongs to one ConfigureProvider. */
const shared = new WeakMap<Client, Map<string, Shared>>();

/**
 * One parameter, for a refresh: however many parameters of a cluster are refreshed, they take one list. One that the list
 * lacks is asked for by its id. Null: 404, for the parameter or for its cluster.
 */
export async function sharedRead(
  client: Client,
  clusterId: string,
  id: string,
  signal: AbortSignal,
): Promise<ServerParameterRecord | null> {
  const list = await sharedList(client, clusterId, signal);
  if (!list) return null;
  return list.find((record) => record.id === id) ?? client.readParameter(clusterId, id, { signal });
}

function sharedList(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<readonly ServerParameterRecord[] | null> {
  const lists = shared.get(client) ?? new Map<string, Shared>();
  shared.set(client, lists);
  const now = client.clock.now();
  const found = lists.get(clusterId);
  if (found && now - found.at < MAX_AGE_MS) return found.list;
  const list = client.parameters(clusterId, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return null;
    throw error;
  });
  lists.set(clusterId, { at: now, list });
  list.catch(() => lists.delete(clusterId));
  return list;
}
