import type { World } from "../../world";
import { settleChanges } from "../changes/life";
import { settleClones } from "../clones/life";

/** Applies the end of every change and clone that has ended by `now` to the clusters that it concerns. */
export function settleAll(world: World, now: number): void {
  for (const cluster of world.store.all()) settleChanges(cluster, now, world.assumptions);
  settleClones(world, now);
}
