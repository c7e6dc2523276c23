import { terminate } from "./clusters/life";
import { leaderAfterRestart } from "./nodes/hosts";
import { freshRecord, newParameter, type StoredCluster, valuesOf } from "./store/cluster";
import { type ClusterData, copyOfData, emptyData } from "./store/data";
import type { Settings } from "./store/settings";
import { beginOf, type Copy, endOf, type StoredClone, statusAt } from "./store/workflow";
import { reveal, type World } from "./world";

/** Applies the end of every change and clone that has ended by `now` to the clusters that it concerns. */
export function settleAll(world: World, now: number): void {
  for (const cluster of world.store.all()) settleChanges(world, cluster, now);
  settleClones(world, now);
}

/** Applies the end of every change that has ended by `now` to its cluster, once. */
function settleChanges(world: World, cluster: StoredCluster, now: number): void {
  const { assumptions } = world;
  for (const change of cluster.changes) {
    const status = statusAt(change, now);
    if (change.settled || status === "pending") continue;
    change.carries ??= valuesOf(cluster.parameters);
    if (status === "in_progress") continue;
    const left = status === "failed" ? assumptions.failed_change_leaves : "nothing";
    const whole = status === "succeeded" || left === "everything";
    const leader = leaderAfterRestart(cluster);
    const sets = whole ? change.sets : left === "memory_and_vcpu" ? sizesOf(change.sets) : {};
    if (sets.region_node_counts !== undefined) {
      cluster.moved = { from: cluster.region_node_counts, at: endOf(change) };
    }
    const { search_server_version: before } = cluster;
    Object.assign(cluster, sets);
    const differs = cluster.newer_server_differs ?? assumptions.newer_server_differs;
    world.upgradeData(cluster.data, before, cluster.search_server_version, differs);
    if (whole) {
      // The nodes have restarted, as with every change that succeeds, even one that changes nothing.
      cluster.running =
        assumptions.parameters_taken_over === "begin" ? change.carries : valuesOf(cluster.parameters);
    }
    if (status !== "canceled") cluster.data.leader = leader;
    change.settled = true;
  }
}

function sizesOf({ memory, vcpu }: Partial<Settings>): Partial<Settings> {
  return { ...(memory === undefined ? {} : { memory }), ...(vcpu === undefined ? {} : { vcpu }) };
}

/** Creates, finishes or terminates the new cluster of every clone that has begun or ended by `now`, once. */
function settleClones(world: World, now: number): void {
  // The list grows during the loop, but a new cluster has no clones yet.
  for (const source of world.store.all()) {
    for (const clone of source.clones) if (!clone.settled) settleClone(world, clone, source, now);
  }
}

function settleClone(world: World, clone: StoredClone, source: StoredCluster, now: number): void {
  const status = statusAt(clone, now);
  if (status === "pending") return;
  // Every write settles first, so this is still the data at the begin of the clone.
  clone.data ??= clonedData(world, source, clone.copy);
  const early = world.assumptions.clone_target_appears === "begun";
  if (clone.target === null && (status === "succeeded" || (status === "in_progress" && early))) {
    clone.target = createTarget(world, clone);
  }
  if (status === "in_progress") return;
  clone.settled = true;
  const target = clone.target === null ? undefined : world.store.get(clone.target);
  if (target === undefined) return;
  if (status === "succeeded") target.inServiceAt = serviceFrom(world, clone);
  else terminate(target, endOf(clone), world.assumptions);
}

function clonedData(
  { assumptions: { clone_copies_keys, newer_server_differs }, upgradeData }: World,
  { data, search_server_version: from }: StoredCluster,
  { search_server_version: to }: Copy,
): ClusterData {
  const copy = copyOfData(data);
  if (clone_copies_keys === "no") copy.keys = [];
  upgradeData(copy, from, to, newer_server_differs);
  return copy;
}

function serviceFrom({ assumptions }: World, clone: StoredClone): number {
  return endOf(clone) + assumptions.clone_target_service_seconds * 1000;
}

/** Adds the new cluster to the account, independent of its source from now on. */
function createTarget(world: World, clone: StoredClone): string {
  const { store, assumptions } = world;
  const { name, parameters, ...copied } = clone.copy;
  const id = store.nextId("cluster");
  const values = assumptions.clone_copies_parameters === "yes" ? parameters : {};
  const provisionedAt = beginOf(clone);
  store.add({
    ...freshRecord(),
    ...copied,
    id,
    name: assumptions.clone_target_name === "source" ? name : null,
    provisioned_by: clone.requested_by,
    provisionedAt,
    inServiceAt: serviceFrom(world, clone),
    parameters: Object.entries(values).map(([key, value]) => newParameter(store, key, value, provisionedAt)),
    running: values,
    data: clone.data ?? emptyData(),
  });
  if (clone.key !== null) reveal(world, clone.key, id);
  return id;
}
