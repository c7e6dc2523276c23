import type { Client, ServerParameterRecord } from "../../../client";
import { toInstant } from "../../model/convert";
import { failedAs } from "../../model/errors";

import { childPrivateState, gone, refuseMissing } from "../../shared/child";
import { runState } from "../../shared/runState";

import { clientOf } from "../../shared/service";
import type { ParameterCall, ParameterValues } from "./schema";

export async function readParameter(call: ParameterCall, state: ParameterValues) {
  const { cluster_id: cluster, id } = state;
  const record = await sharedRead(clientOf(call.service), cluster, id ?? "", call.signal);
  if (record) {
    call.setPrivateState(childPrivateState(call.service, cluster));
    return observedParameter(record);
  }
  refuseMissing(call, parameterDisplayName(state));
  return gone(
    call,
    parameterDisplayName(state),
    "it was deleted outside of Terraform, its cluster was terminated",
  );
}

/** What a record says of a parameter, in the names of the resource. Its name stays in the user's words: it cannot change. */
export function observedParameter(record: ServerParameterRecord): Partial<ParameterValues> {
  return {
    id: record.id,
    value: record.parameter_value,
    created_at: toInstant(record.created_at),
    updated_at: toInstant(record.updated_at),
  };
}

/** As a sentence begins with it: `Server parameter "max-per-page" of cluster c-1`. */
export function parameterDisplayName({
  name,
  cluster_id,
}: Pick<ParameterValues, "name" | "cluster_id">): string {
  return `Server parameter "${name}" of cluster ${cluster_id}`;
}

/** Milliseconds that a list may be old that a refresh reads from (docs/design/laws.md#l7). */
const MAX_AGE_MS = 120_000;

type List = Promise<readonly ServerParameterRecord[] | null>;

const sharedBy = runState((_: Client) => new Map<string, { readonly at: number; readonly list: List }>());

/**
 * One parameter, for a refresh: all parameters of a cluster that are refreshed share one list. One that the list lacks is read
 * by its id. Null: 404, for the parameter or for its cluster.
 */
export async function sharedRead(client: Client, clusterId: string, id: string, signal: AbortSignal) {
  const list = await sharedList(client, clusterId, signal);
  if (!list) return null;
  return list.find((record) => record.id === id) ?? client.readParameter(clusterId, id, { signal });
}

function sharedList(client: Client, clusterId: string, signal: AbortSignal): List {
  const lists = sharedBy(client);
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
