import { DEFAULT_HA_NODES } from "../../api/limits";
import type { Assumptions } from "../assumptions/index";
import { seededChange } from "../changes/seeding";
import { seededClone } from "../clones/seeding";
import { provisioningTime } from "../clusters/life";
import { freshRecord, type StoredCluster } from "../clusters/record";
import { valuesOf } from "../parameters/record";
import { vcpusOf } from "../rules/createCluster";
import type { World } from "../world";
import type { ClusterPatch, ClusterSeed } from "./requests";

const DAY = 86_400_000;
const STARTING: readonly string[] = ["provisioning", "initializing"];

/**
 * The cluster of a seed. What is left out is a small node in oregon (three with high availability) that a person made a day ago and that is in
 * service; `status` provisioning or initializing: made just now, and on its way.
 */
function seededCluster(seed: ClusterSeed, id: string, now: number, assumptions: Assumptions): StoredCluster {
  const starting = seed.status !== undefined && STARTING.includes(seed.status);
  const provisionedAt =
    seed.provisioned_at === undefined ? now - (starting ? 0 : DAY) : seed.provisioned_at * 1000;
  const took = provisioningTime(id, assumptions);
  const going = seed.status === "deprovisioning";
  const held = seed.status === undefined || starting || going || seed.status === "in_service";
  const { memory = "0.5_gb", high_availability: available = "no" } = seed;
  return {
    ...freshRecord(),
    id,
    name: seed.name ?? null,
    memory,
    vcpu: seed.vcpu ?? vcpusOf(memory)[0] ?? "2_vcpus",
    gpu: seed.gpu ?? "no",
    high_performance_disk: seed.high_performance_disk ?? "no",
    search_server_version: seed.search_server_version ?? assumptions.latest_server_version,
    high_availability: available,
    search_delivery_network: seed.search_delivery_network ?? "off",
    region_node_counts: seed.region_node_counts ?? { oregon: available === "yes" ? DEFAULT_HA_NODES : 1 },
    auto_upgrade_capacity: seed.auto_upgrade_capacity ?? null,
    provisioned_by: seed.provisioned_by ?? { user_name: "Console", user_type: "User" },
    provisionedAt,
    inServiceAt: starting ? provisionedAt + took : Math.min(now, provisionedAt + took),
    terminatedAt: going ? now : null,
    held: held ? {} : { status: seed.status },
  };
}

/** Puts clusters into the account, each with what belongs to it. Answers their ids. @throws Error for an id that is taken. */
export function seedClusters(world: World, seeds: readonly ClusterSeed[]): string[] {
  const { store } = world;
  const ids = seeds.flatMap(({ id }) => id ?? []);
  const taken = ids.find((id, place) => store.get(id) !== undefined || ids.indexOf(id) < place);
  if (taken !== undefined) throw new Error(`There is a cluster "${taken}" already.`);
  return seeds.map((seed) => {
    const cluster = withChildren(world, seed, seed.id ?? store.nextId());
    store.add(cluster);
    return cluster.id;
  });
}

/** Changes and clones are of the cluster with its parameters, which run already. */
function withChildren({ store, assumptions, clock }: World, seed: ClusterSeed, id: string): StoredCluster {
  const now = clock.now();
  const cluster = seededCluster(seed, id, now, assumptions);
  const { provisionedAt: since } = cluster;
  cluster.parameters = Object.entries(seed.parameters ?? {}).map(([name, value]) => ({
    id: store.nextParameterId(),
    name,
    value,
    createdAt: since,
    updatedAt: since,
  }));
  cluster.running = valuesOf(cluster.parameters);
  cluster.changes = (seed.changes ?? []).map((change) =>
    seededChange(change, cluster, change.id ?? store.nextChangeId(), now, assumptions),
  );
  cluster.clones = (seed.clones ?? []).map((clone) =>
    seededClone(clone, cluster, clone.id ?? store.nextCloneId(), now, assumptions),
  );
  return cluster;
}

/** Changes a cluster behind everybody's back: kept fields change, fields that follow from others are held. */
export function patchCluster(cluster: StoredCluster, patch: ClusterPatch): void {
  const { automatic = [], additional = {}, provisioned_at: provisionedAt, ...fields } = patch;
  const held: Record<string, unknown> = { ...cluster.held, ...additional };
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isKept(field, value)) {
      Object.assign(cluster, { [field]: value });
      delete held[field];
    } else {
      held[field] = value;
    }
  }
  for (const field of automatic) delete held[field];
  if (provisionedAt !== undefined) cluster.provisionedAt = provisionedAt * 1000;
  cluster.held = held;
}

const KEPT: readonly string[] = [
  "name",
  "memory",
  "vcpu",
  "gpu",
  "high_performance_disk",
  "high_availability",
  "search_delivery_network",
  "auto_upgrade_capacity",
  "provisioned_by",
];
/** Kept when they have a value; null is something that only an answer can say. */
const KEPT_UNLESS_NULL: readonly string[] = ["search_server_version", "region_node_counts"];

function isKept(field: string, value: unknown): boolean {
  return KEPT.includes(field) || (KEPT_UNLESS_NULL.includes(field) && value !== null);
}
