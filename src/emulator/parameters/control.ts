import type { StoredCluster } from "../clusters/record";
import type { World } from "../world";

/** What a test or a demo can do to server parameters and keys beside the API. Each throws UnknownCluster. */
export interface ParameterControl {
  /**
   * Gives a server parameter a value as somebody else would, and makes it if there is none; no rule of the API is
   * asked. Answers its id.
   */
  setParameterOutside(clusterId: string, name: string, value: string): string;
  /** Deletes a server parameter as somebody else would. @throws UnknownParameter */
  deleteParameterOutside(clusterId: string, name: string): void;
  /** The server parameters that the nodes were started with, by name: what takes effect, whatever is stored. */
  runningParameters(clusterId: string): Readonly<Record<string, string>>;
  /** How many pairs of data-plane keys were issued for a cluster. */
  issuedKeys(clusterId: string): number;
}

export class UnknownParameter extends Error {
  constructor(clusterId: string, name: string) {
    super(`Cluster "${clusterId}" has no server parameter "${name}" in the emulator.`);
  }
}

/** @param cluster finds a cluster, with everything that has ended brought up to date */
export function createParameterControl(
  world: World,
  cluster: (id: string) => StoredCluster,
): ParameterControl {
  return {
    setParameterOutside(clusterId, name, value) {
      const { parameters } = cluster(clusterId);
      const now = world.clock.now();
      const found = parameters.find((one) => one.name === name);
      if (found !== undefined) {
        Object.assign(found, { value, updatedAt: now });
        return found.id;
      }
      const id = world.store.nextParameterId();
      parameters.push({ id, name, value, createdAt: now, updatedAt: now });
      return id;
    },
    deleteParameterOutside(clusterId, name) {
      const found = cluster(clusterId);
      const kept = found.parameters.filter((one) => one.name !== name);
      if (kept.length === found.parameters.length) throw new UnknownParameter(clusterId, name);
      found.parameters = kept;
    },
    runningParameters: (clusterId) => ({ ...cluster(clusterId).running }),
    issuedKeys: (clusterId) => cluster(clusterId).keysIssued,
  };
}
