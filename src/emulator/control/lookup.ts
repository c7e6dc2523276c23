import type { StoredCluster } from "../clusters/record";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";

/** An act on a cluster, change, clone or parameter that the emulator does not have. */
export class Unknown extends Error {
  override readonly name = "Unknown";
}

/** The cluster, with the end of its changes and clones applied. @throws Unknown */
export function clusterOf(world: World, id: string): StoredCluster {
  settleAll(world, world.clock.now());
  const found = world.store.get(id);
  if (found === undefined) throw new Unknown(`There is no cluster "${id}" in the emulator.`);
  return found;
}
