import type { Client, ServerParameterRecord } from "../../client";
import { GONE, type Gone, TerraformError } from "../../framework";
import { failedAs } from "../api/errors";
import { refuseOtherHost } from "../child";
import { clientOf } from "../service";
import { called, observedParameter } from "./model";
import type { ParameterValues } from "./schema";
import type { ParameterCall } from "./types";

export async function readParameter(
  call: ParameterCall,
  state: ParameterValues,
): Promise<Partial<ParameterValues> | Gone> {
  const client = clientOf(call.service);
  const record = await sharedRead(client, state.cluster_id, state.id ?? "", call.signal);
  if (record) {
    call.setPrivateState({ cluster: state.cluster_id, host: client.host });
    return observedParameter(record);
  }
  if (call.privateState?.importing) throw notImportedError(state.cluster_id, state.name);
  refuseOtherHost(call, called(state));
  call.warn(
    `${called(state)} is gone`,
    "The service answers 404: it was deleted outside of Terraform, its cluster was terminated, or this key cannot see it. It has been removed " +
      "from the state.",
  );
  return GONE;
}

/** @param names of the cluster's parameters; left out where the service answers 404 */
export function notImportedError(cluster: string, child: string, names?: readonly string[]): TerraformError {
  const has = names && (names.length === 0 ? "It has none." : `It has: ${[...names].sort().join(", ")}.`);
  return new TerraformError(
    `Cannot import server parameter "${child}" of cluster ${cluster}`,
    has
      ? `The cluster has no server parameter with this name or id. ${has} To set a new one, leave out the import.`
      : "The service answers 404: the cluster no longer has this parameter, or this key cannot see it.",
  );
}

/** Milliseconds that a list may be old that a refresh reads from (docs/design/laws.md#l7). */
const MAX_AGE_MS = 120_000;

interface Shared {
  readonly at: number;
  readonly list: Promise<readonly ServerParameterRecord[] | null>;
}

/** By client, so that what is shared belongs to one ConfigureProvider. */
const shared = new WeakMap<Client, Map<string, Shared>>();

/**
 * One parameter, for a refresh: all parameters of a cluster that are refreshed share one list. One that the list lacks is read
 * by its id. Null: 404, for the parameter or for its cluster.
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

function sharedList(client: Client, clusterId: string, signal: AbortSignal): Shared["list"] {
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
