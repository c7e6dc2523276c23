import { takeOver } from "../../dataPlane/newerServer";
import { type ClusterData, copyOfData, emptyData } from "../../dataPlane/record";
import { reveal, type World } from "../../world";
import type { Assumptions } from "../assumptions";
import { terminate } from "../clusters/life";
import { freshRecord, type StoredCluster } from "../clusters/record";
import { newParameter } from "../parameters/record";
import { beginOf, endOf, statusAt } from "../workflows/life";
import type { Copy, StoredClone } from "./record";

/** Creates, finishes or gives up the new cluster of every clone that has begun or ended by `now`, each once. */
export function settleClones(world: World, now: number): void {
  // The list grows meanwhile: a new cluster has no clones of its own yet.
  for (const source of world.store.all()) {
    for (const clone of source.clones) if (!clone.settled) settleClone(world, clone, source, now);
  }
}

function settleClone(world: World, clone: StoredClone, source: StoredCluster, now: number): void {
  const status = statusAt(clone, now);
  if (status === "pending") return;
  // Whatever writes has settled before, so that this is still what there was when the clone began.
  clone.data ??= clonedData(source, clone.copy, world.assumptions);
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
  { data, search_server_version: from }: StoredCluster,
  { search_server_version: to }: Copy,
  { clone_copies_keys, newer_server_differs }: Assumptions,
): ClusterData {
  const copy = copyOfData(data);
  if (clone_copies_keys === "no") copy.keys = [];
  takeOver(copy, from, to, newer_server_differs);
  return copy;
}

function serviceFrom({ assumptions }: World, clone: StoredClone): number {
  return endOf(clone) + assumptions.clone_target_service_seconds * 1000;
}

/** Puts the new cluster into the account: one of its own, like any other from here on. */
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
