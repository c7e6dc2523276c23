import { MAX_PER_PAGE } from "../../api/limits";
import { sees } from "../http/access";
import { type Call, readBody, refuseProblems, visibleCluster } from "../http/call";
import { paged } from "../http/listing";
import { Refusal } from "../http/refusal";
import { configurationProblems, createFormProblems, readCreate } from "../rules/createCluster";
import { lifecycleProblems } from "../rules/lifecycle";
import { updateProblems } from "../rules/updateCluster";
import { resolveVersion } from "../rules/versions";
import { reveal } from "../world";
import { answerCluster } from "./answer";
import { isLeaving, provisioningTime } from "./life";
import { type ClusterAnswer, freshRecord, type StoredCluster, terminate } from "./record";

/** listClusters: the clusters that the key sees, in pages. */
export function listClusters(call: Call): unknown {
  return paged(call, "clusters", MAX_PER_PAGE, listed(call), (cluster) => cluster);
}

function listed({ world, key, now }: Call): ClusterAnswer[] {
  const { list_order: order, listed_after_seconds: lag, terminated_listed: terminated } = world.assumptions;
  const stored = world.store
    .all()
    .filter((cluster) => sees(key, cluster.id) && now >= cluster.provisionedAt + lag * 1000)
    .sort((left, right) => {
      if (order === "by_id") return left.id < right.id ? -1 : 1;
      const age = left.provisionedAt - right.provisionedAt;
      return order === "oldest_first" ? age : -age;
    });
  return stored
    .map((cluster) => answerCluster(cluster, now, world.assumptions))
    .filter((cluster) => cluster !== null)
    .filter((cluster) => terminated === "yes" || cluster.status !== "terminated");
}

/** getCluster */
export function getCluster(call: Call): unknown {
  return visibleCluster(call, call.params.id).shown;
}

/** createCluster: 400 for the form, 402 without a payment method, 422 for what cannot be built. */
export function createCluster(call: Call): unknown {
  const { world, key, now } = call;
  const { assumptions } = world;
  const body = readBody(call);
  refuseProblems(call, 400, createFormProblems(body));
  const request = readCreate(body);
  if (!world.account.payment_method)
    throw new Refusal(402, "A payment method is required to create a cluster");
  const prefixes = assumptions.server_version_prefix === "resolved";
  const version = resolveVersion(request.search_server_version, assumptions.latest_server_version, prefixes);
  refuseProblems(call, Number(assumptions.configuration_failure), configurationProblems(request, version));
  const { topology: _, ...settings } = request;
  const id = world.store.nextId();
  const cluster: StoredCluster = {
    ...freshRecord(),
    ...settings,
    id,
    search_server_version: version ?? assumptions.latest_server_version,
    provisioned_by: { user_name: key.name, user_type: "API Key" },
    provisionedAt: now,
    inServiceAt: now + provisioningTime(id, assumptions),
  };
  world.store.add(cluster);
  reveal(world, key.key, id);
  return { success: true, cluster: answerCluster(cluster, now, assumptions) };
}

/** updateCluster: rename, and automatic upgrades on or off. */
export function updateCluster(call: Call): unknown {
  const { world, now } = call;
  const { stored, shown } = visibleCluster(call, call.params.id);
  const body = readBody(call);
  const invalid = world.assumptions.update_validation_failure === "200" ? 200 : 400;
  refuseProblems(call, invalid, updateProblems(body));
  const early = shown.status === "provisioning" || shown.status === "initializing";
  if (isLeaving(shown.status) || (early && world.assumptions.update_before_service === "422")) {
    throw new Refusal(422, `Cluster ${stored.id} is ${shown.status} and cannot be updated`);
  }
  if (typeof body.name === "string" || body.name === null) stored.name = body.name;
  if (typeof body.auto_upgrade_capacity === "boolean")
    stored.auto_upgrade_capacity = body.auto_upgrade_capacity;
  return { success: true, cluster: answerCluster(stored, now, world.assumptions) };
}

/** terminateCluster: accepted from any state; once is enough. */
export function terminateCluster(call: Call): unknown {
  const { world, now } = call;
  const { stored, shown } = visibleCluster(call, call.params.cluster_id);
  refuseProblems(call, 400, lifecycleProblems(readBody(call)));
  if (isLeaving(shown.status)) {
    const { second_terminate: second } = world.assumptions;
    if (second === "422") throw new Refusal(422, `Cluster ${stored.id} is already ${shown.status}`);
    if (second === "404") throw new Refusal(404, `Cluster ${stored.id} not found`);
  } else {
    terminate(stored, now, world.assumptions);
  }
  return { success: true, message: "Cluster termination has been initiated" };
}
