import { GONE, type Gone, TerraformError } from "../../framework";
import { refuseOtherHost } from "../child";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf } from "../service";
import { importedValues, observedChange } from "./model";
import type { ChangeValues } from "./schema";
import type { ChangeCall } from "./types";
import { importedFrom } from "./update";

export async function readChange(
  call: ChangeCall,
  state: ChangeValues,
): Promise<Partial<ChangeValues> | Gone> {
  const { cluster_id: cluster, id } = state;
  const client = clientOf(call.service);
  markManaged(client, cluster, id);
  const change = await client.readChange(cluster, id ?? "", { signal: call.signal });
  if (!change) return missing(call, state);
  if (state.status !== change.status && (change.status === "failed" || change.status === "canceled")) {
    call.warn(
      `Configuration change ${id} of cluster ${cluster} ${change.status === "failed" ? "has failed" : "was cancelled"}`,
      `It stays in the state as ${change.status}. To request it again, change a value of \`triggers\`.`,
    );
  }
  if (!call.privateState?.importing) return observedChange(change);
  call.setPrivateState({ cluster, host: client.host, imported: importedFrom(change) });
  return { ...observedChange(change), ...importedValues(change) };
}

function missing(call: ChangeCall, { cluster_id: cluster, id }: ChangeValues): Gone {
  if (call.privateState?.importing) {
    throw new TerraformError(
      `Cannot import configuration change ${id}`,
      `The service answers 404: cluster ${cluster} has no such change, or this key cannot see it.`,
    );
  }
  refuseOtherHost(call, `Configuration change ${id} of cluster ${cluster}`);
  call.warn(
    `Configuration change ${id} of cluster ${cluster} is gone`,
    "The service answers 404: the cluster was terminated, or this key cannot see it. It has been removed from the state.",
  );
  return GONE;
}
