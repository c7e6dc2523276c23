import * as z from "zod";
import { MAX_PER_PAGE } from "../../../api/limits";
import { sees } from "../access";
import type { Assumptions } from "../assumptions";
import { type Call, jsonBody, paged, refusalFor } from "../calls/call";
import { configurationProblems, type TopologyRequest, targetCounts } from "../rules/configuration";
import { type BodyRules, checkBody, oneOf, regions, strict } from "../rules/fields";
import { RefusalError } from "../rules/refusal";
import { createSettingFields } from "../rules/settings";
import { requestedVersion } from "../rules/versions";
import { freshRecord } from "../store/cluster";
import { reveal, type World } from "../world";
import { answerCluster, type ClusterAnswer, shownStatus, visibleCluster } from "./answer";
import { isLeaving, isStarting, provisioningTime, terminate } from "./life";

function nameOrNull({ cluster_name_limit: limit }: Assumptions) {
  const name = z.string("must be a string or null");
  if (limit === "none") return name.nullable();
  return name.max(Number(limit), `must have at most ${limit} characters`).nullable();
}

const { memory, vcpu, region_node_counts, high_availability_node_count, search_server_version, ...others } =
  createSettingFields();

/** The body of createCluster (management API, Request bodies), in the order in which its problems are reported. */
const createRules = (assumptions: Assumptions) =>
  ({
    schema: strict({
      memory,
      vcpu,
      regions: regions.optional(),
      region_node_counts,
      high_availability_node_count,
      name: nameOrNull(assumptions).default(null),
      ...others,
      search_server_version,
      auto_upgrade_capacity: z.boolean("must be true, false or null").nullable().default(null),
    }),
    together: [
      {
        broken: (has) => has("regions") === has("region_node_counts"),
        text: "exactly one of regions and region_node_counts must be present",
      },
      {
        broken: (has) => has("region_node_counts") && has("high_availability_node_count"),
        text: "region_node_counts must not be sent together with high_availability_node_count",
      },
    ],
  }) satisfies BodyRules;

/** The body of updateCluster (management API, Request bodies). */
const updateRules = (assumptions: Assumptions) =>
  ({
    schema: strict({
      name: nameOrNull(assumptions).optional(),
      auto_upgrade_capacity: z.boolean("must be true or false").optional(),
    }),
    together: [
      {
        broken: (has) => !has("name") && !has("auto_upgrade_capacity"),
        text: "at least one of name and auto_upgrade_capacity must be present",
      },
    ],
  }) satisfies BodyRules;

const LIFECYCLE = { schema: strict({ lifecycle_action: oneOf(["terminate"]) }) };

/**
 * listClusters: the clusters that the key sees, in pages of at most 50. Only the clusters of the page are computed,
 * because there may be thousands.
 */
export function listClusters(call: Call): unknown {
  const { world, key, now } = call;
  const { listed_after_seconds: lag, terminated_listed } = world.assumptions;
  const seen = world.store
    .all()
    .filter(({ id, provisionedAt }) => sees(key, id) && now >= provisionedAt + lag * 1000)
    .filter((cluster) => {
      const status = shownStatus(cluster, now, world.assumptions);
      return status !== "gone" && (terminated_listed === "yes" || status !== "terminated");
    })
    .map((cluster) => ({ id: cluster.id, createdAt: cluster.provisionedAt, cluster }));
  return paged(call, "clusters", MAX_PER_PAGE, seen, ({ cluster }) =>
    answerCluster(cluster, now, world.assumptions),
  );
}

/** getCluster */
export function getCluster(call: Call): ClusterAnswer {
  return visibleCluster(call, call.params.id).shown;
}

/** createCluster: 400 for an invalid body, 402 without a payment method, 422 for an invalid configuration. */
export function createCluster(call: Call): unknown {
  const { world, key, now } = call;
  const { assumptions } = world;
  const body = checkBody(createRules(assumptions), jsonBody(call), refusalFor(call));
  const { regions: named, region_node_counts: counts, high_availability_node_count: nodes, ...given } = body;
  const { high_availability: highAvailability, search_delivery_network: network } = given;
  const place = { regions: named ?? null, counts: counts ?? null, nodeCount: nodes ?? null };
  const topology: TopologyRequest = { highAvailability, network, ...place };
  if (!world.account.payment_method) {
    throw new RefusalError(402, "A payment method is required to create a cluster");
  }
  const version = requestedVersion(given.search_server_version, assumptions);
  const problems = configurationProblems({ ...given, topology }, version);
  if (version === null || problems.length > 0) {
    throw refusalFor(call)(Number(assumptions.configuration_failure), problems);
  }
  const id = world.store.nextId("cluster");
  world.store.add({
    ...freshRecord(),
    ...given,
    id,
    region_node_counts: targetCounts(topology),
    search_server_version: version,
    firstVersion: version,
    provisioned_by: { user_name: key.name, user_type: "API Key" },
    provisionedAt: now,
    inServiceAt: now + provisioningTime(id, assumptions),
  });
  reveal(world, key.key, id);
  return mutation(world, id, now);
}

/** updateCluster: changes the name, and turns automatic upgrades on or off. */
export function updateCluster(call: Call): unknown {
  const { world, now } = call;
  const { update_validation_failure: failure, update_before_service: early } = world.assumptions;
  const { stored, shown } = visibleCluster(call, call.params.id);
  const body = checkBody(
    updateRules(world.assumptions),
    jsonBody(call),
    refusalFor(call),
    failure === "200" ? 200 : 400,
  );
  if (isLeaving(shown.status) || (isStarting(shown.status) && early === "422")) {
    throw new RefusalError(422, `Cluster ${stored.id} is ${shown.status} and cannot be updated`);
  }
  if (body.name !== undefined) stored.name = body.name;
  if (body.auto_upgrade_capacity !== undefined) stored.auto_upgrade_capacity = body.auto_upgrade_capacity;
  return mutation(world, stored.id, now);
}

/** terminateCluster: accepted in any state, but only once. */
export function terminateCluster(call: Call): unknown {
  const { world, now } = call;
  const { stored, shown } = visibleCluster(call, call.params.cluster_id);
  checkBody(LIFECYCLE, jsonBody(call), refusalFor(call));
  if (isLeaving(shown.status)) {
    const { second_terminate: second } = world.assumptions;
    if (second === "422") throw new RefusalError(422, `Cluster ${stored.id} is already ${shown.status}`);
    if (second === "404") throw new RefusalError(404, `Cluster ${stored.id} not found`);
  } else {
    terminate(stored, now, world.assumptions);
  }
  return { success: true, message: "Cluster termination has been initiated" };
}

function mutation({ store, assumptions }: World, id: string, now: number): unknown {
  const stored = store.get(id);
  return { success: true, cluster: stored ? answerCluster(stored, now, assumptions) : null };
}
