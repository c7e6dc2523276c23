import { define, t } from "../../../framework";
import { describeCluster } from "../../model/describe";
import { attempted, whenFree } from "../../shared/changes/whenFree";
import { refuseOtherHost } from "../../shared/child";
import { clientOf, type Service } from "../../shared/service";
import { awaitTermination, refuseIfListed } from "../../shared/termination";
import { generatedConfiguration } from "./configuration";
import { createCluster } from "./create";
import { recordRemoval } from "./existing";
import { CLUSTER_TIMEOUTS } from "./model";
import { clusterMoves } from "./moves";
import { planCluster, protectedError } from "./plan";
import { type PrivateState, privateStateOf } from "./privateState";
import { NOT_FOUND, readCluster } from "./read";
import { type ClusterCall, type ClusterValues, clusterSchema } from "./schema";
import { updates } from "./update";
import { clusterValidators } from "./validators";

const { resource } = define<Service, PrivateState>();

/** `searchcloud_cluster`: one hosted search cluster, from POST to termination (docs/design/laws.md, docs/design/architecture.md#types). */
export const cluster = resource({
  name: "cluster",
  description: "A hosted search cluster.",
  schema: clusterSchema,
  validators: clusterValidators,
  timeouts: CLUSTER_TIMEOUTS,
  updates,
  plan: planCluster,
  create: createCluster,
  read: readCluster,
  delete: deleteCluster,
  import: async ({ service, setPrivateState }, id) => {
    const { host } = clientOf(service);
    setPrivateState({ ...privateStateOf(host, { id, termination_protection: null }), imported: true });
    return { id };
  },
  importIds: [{ form: "id", example: "kq3v9x2m7c1d" }],
  configurationOf: generatedConfiguration,
  identity: {
    attributes: { id: { type: t.string, description: "Cluster reference ID." } },
    of: ({ id }) => (id === null ? null : { id }),
    importId: ({ id }) => String(id),
  },
  moves: clusterMoves,
});

/** Terminates the cluster, and waits until it is gone (docs/design/laws.md#l2). */
export async function deleteCluster(call: ClusterCall, state: ClusterValues): Promise<void> {
  const { id } = state;
  if (id === null) return;
  const name = describeCluster(state);
  // Terraform plans no destroy of a tainted cluster, so that no plan could have rejected it.
  if (state.termination_protection === true) throw protectedError(name);
  refuseOtherHost(call, `Cluster ${name}`);
  const client = clientOf(call.service);
  const termination = await whenFree(call, client, id, {
    purpose: "to terminate",
    attempt: () => attempted(() => client.terminateCluster(id, { signal: call.signal })),
  });
  recordRemoval(client, state);
  if (termination.kind !== "missing")
    return awaitTermination(call, id, `cluster ${name}`, "It has been removed from the state.");
  await refuseIfListed(call, id, `Cluster ${name}`);
  call.warn(`Cluster ${name} was not found`, `${NOT_FOUND} It has been removed from the state.`);
}
