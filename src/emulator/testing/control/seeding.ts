import { DEFAULT_HA_NODES } from "../../../api/limits";
import { settingOf } from "../../../api/settings";
import type { Assumptions } from "../../domain/assumptions";
import { CHANGES } from "../../domain/changes/kind";
import { CLONES } from "../../domain/clones/kind";
import { isStarting, provisioningTime } from "../../domain/clusters/life";
import { vcpusOf } from "../../domain/rules/configuration";

import { CONSOLE, freshRecord, newParameter, type StoredCluster, valuesOf } from "../../domain/store/cluster";
import { type Settings, STORED_SETTINGS } from "../../domain/store/settings";
import { freshWorkflow, type StoredWorkflow, type WorkflowState } from "../../domain/store/workflow";
import type { WorkflowKind } from "../../domain/workflows/kind";
import { type ClusterPatch, type ClusterSeedBody, isStored } from "../requests/seeds";
import type { TestWorld } from "../world";
import { seedData } from "./nodeActs";

const DAY = 86_400_000;

/** Adds clusters to the account, each with its records and data. Returns their ids. @throws Error for an id that is taken */
export function seedClusters(world: TestWorld, seeds: readonly ClusterSeedBody[]): string[] {
  const { store } = world;
  const ids = seeds.flatMap(({ id }) => id ?? []);
  const taken = ids.find((id, place) => store.get(id) !== undefined || ids.indexOf(id) < place);
  if (taken !== undefined) throw new Error(`Cluster "${taken}" already exists.`);
  return seeds.map((seed) => {
    const id = seed.id ?? store.nextId("cluster");
    const cluster = seededCluster(seed, id, world.clock.now(), world.assumptions);
    // Parameters come first, because changes and clones copy them. They run already.
    cluster.parameters = Object.entries(seed.parameters ?? {}).map(([name, value]) =>
      newParameter(store, name, value, cluster.provisionedAt),
    );
    cluster.running = valuesOf(cluster.parameters);
    if (seed.data !== undefined) seedData(cluster, seed.data, world.clock.now());
    seedWorkflows(world, CHANGES, cluster, seed.changes);
    seedWorkflows(world, CLONES, cluster, seed.clones);
    store.add(cluster);
    return id;
  });
}

/**
 * Returns the cluster of a seed. By default it is a small node in oregon (three with high availability) that a user
 * created a day ago and that is in service. With `status` provisioning or initializing it was created just now.
 */
function seededCluster(
  seed: ClusterSeedBody,
  id: string,
  now: number,
  assumptions: Assumptions,
): StoredCluster {
  const { status = "in_service", provisioned_at, memory = "0.5_gb", high_availability = "no" } = seed;
  const starting = isStarting(status);
  const provisionedAt = provisioned_at === undefined ? now - (starting ? 0 : DAY) : provisioned_at * 1000;
  const took = provisioningTime(id, assumptions);
  const version = seed.search_server_version ?? assumptions.latest_server_version;
  const settings = Object.fromEntries(
    STORED_SETTINGS.map((name) => [name, seed[name] ?? settingOf(name).default ?? null]),
  ) as unknown as Settings;
  const moves = starting || status === "deprovisioning" || status === "in_service";
  return {
    ...freshRecord(),
    id,
    name: seed.name ?? null,
    ...settings,
    memory,
    vcpu: seed.vcpu ?? vcpusOf(memory)[0] ?? "2_vcpus",
    search_server_version: version,
    firstVersion: version,
    region_node_counts: seed.region_node_counts ?? {
      oregon: high_availability === "yes" ? DEFAULT_HA_NODES : 1,
    },
    auto_upgrade_capacity: seed.auto_upgrade_capacity ?? null,
    newer_server_differs: seed.newer_server_differs ?? null,
    provisioned_by: seed.provisioned_by ?? CONSOLE,
    provisionedAt,
    inServiceAt: starting ? provisionedAt + took : Math.min(now, provisionedAt + took),
    terminatedAt: status === "deprovisioning" ? now : null,
    held: moves ? {} : { status },
  };
}

/** Changes a cluster outside the API: stored fields change, derived fields are held. */
export function patchCluster(cluster: StoredCluster, patch: ClusterPatch): void {
  const { automatic = [], additional = {}, provisioned_at: provisionedAt, ...fields } = patch;
  const held: Record<string, unknown> = { ...cluster.held, ...additional };
  for (const [field, value] of Object.entries(fields)) {
    if (value === undefined) continue;
    if (isStored(field, value)) {
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

/** The times (epoch seconds) and status of a seed. */
interface WorkflowSeed {
  readonly id?: string | undefined;
  readonly status?: WorkflowState | undefined;
  readonly created_at?: number | undefined;
  readonly perform_change_at?: number | undefined;
  readonly completed_at?: number | undefined;
  readonly notification_email_addresses?: readonly string[] | undefined;
}

/** Adds the changes or clones of a seed to a cluster. */
function seedWorkflows<Stored extends StoredWorkflow, Seed extends WorkflowSeed>(
  { store, clock, assumptions }: TestWorld,
  kind: WorkflowKind<Stored, NoInfer<Seed>>,
  cluster: StoredCluster,
  seeds: readonly Seed[] = [],
): void {
  for (const seed of seeds) {
    const id = seed.id ?? store.nextId(kind.name);
    const common: StoredWorkflow = {
      ...freshWorkflow(),
      ...timeline(seed, clock.now()),
      id,
      duration: kind.duration(id, assumptions),
      notification_email_addresses: seed.notification_email_addresses ?? [],
    };
    kind.of(cluster).push({ ...common, ...kind.seeded(cluster, seed) } as Stored);
  }
}

function timeline({ status = "pending", ...seed }: WorkflowSeed, now: number) {
  const over = status === "succeeded" || status === "failed";
  const completedAt = at(seed.completed_at) ?? now;
  const due = at(seed.perform_change_at) ?? (status === "pending" ? now + DAY : null);
  const createdAt = at(seed.created_at) ?? Math.min(now, due ?? now, over ? completedAt : now);
  const performAt = due ?? createdAt;
  return {
    createdAt,
    performAt,
    beganAt: status === "in_progress" ? Math.min(now, due ?? now) : over ? Math.min(now, performAt) : null,
    endedAt: over ? completedAt : null,
    canceledAt: status === "canceled" ? completedAt : null,
    outcome: status === "failed" ? "failed" : "succeeded",
    settled: over,
  } as const;
}

function at(epochSeconds: number | undefined): number | null {
  return epochSeconds === undefined ? null : epochSeconds * 1000;
}
