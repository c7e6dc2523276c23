import { withAssumptions } from "../assumptions/index";
import { type ChangeControl, createChangeControl } from "../changes/control";
import { settleAll } from "../changes/create";
import { epochSeconds } from "../clock";
import { type CloneControl, createCloneControl } from "../clones/control";
import { type StoredCluster, terminate } from "../clusters/record";
import type { FaultRequest } from "../faults/faults";
import { type Account, type KeyRequest, keyOf, type ManagementKey } from "../http/access";
import type { JournalEntry } from "../http/journal";
import { monthlyInvoices } from "../invoices/record";
import { createParameterControl, type ParameterControl } from "../parameters/control";
import type { World } from "../world";
import { type RaceRequest, raceEffect } from "./races";
import type { ClusterPatch, SeedRequest } from "./requests";
import { patchCluster, seedClusters } from "./seeding";
import { type EmulatorState, stateOf } from "./state";

/** What a test or a demo can do to the emulator beside the API; the control path offers the same over HTTP. */
export interface Control extends ChangeControl, CloneControl, ParameterControl {
  /** Moves the clock forward by `seconds`. Answers its time in epoch seconds. */
  advance(seconds: number): number;
  /**
   * Puts clusters and keys into the account, and replaces its invoices. Answers the ids of the clusters.
   * @throws Error for an id that is taken.
   */
  seed(request: SeedRequest): string[];
  /** Changes a cluster behind everybody's back. @throws UnknownCluster */
  patchCluster(id: string, patch: ClusterPatch): void;
  /** Terminates a cluster as somebody else would. @throws UnknownCluster */
  terminateOutside(id: string): void;
  /** Drops a cluster at once: 404 from now on. @throws UnknownCluster */
  forget(id: string): void;
  /** Answers the fault's id, which the journal names. */
  addFault(request: FaultRequest): string;
  /** Lets somebody else act right before or after a request; a fault like others. Answers its id. */
  race(request: RaceRequest): string;
  /** Clears races too. */
  clearFaults(): void;
  /** Lets held requests go on. Answers how many. */
  releaseHolds(): number;
  journal(): readonly JournalEntry[];
  clearJournal(): void;
  /** Adds or replaces a key. @throws Error that says which presets and capabilities there are. */
  addKey(request: KeyRequest): ManagementKey;
  setAccount(changes: Partial<Account>): void;
  /** @throws Error that says which rows or alternatives there are. */
  setAssumptions(changes: Readonly<Record<string, unknown>>): void;
  state(): EmulatorState;
}

export class UnknownCluster extends Error {
  constructor(id: string) {
    super(`There is no cluster "${id}" in the emulator.`);
  }
}

export function createControl(world: World): Control {
  const { store, clock, faults, journal } = world;
  const cluster = (id: string): StoredCluster => {
    settleAll(world, clock.now());
    const found = store.get(id);
    if (found === undefined) throw new UnknownCluster(id);
    return found;
  };
  const addKey = (request: KeyRequest) => {
    const key = keyOf(request);
    world.keys.set(key.key, key);
    return key;
  };
  return {
    ...createChangeControl(world, cluster),
    ...createCloneControl(world, cluster),
    ...createParameterControl(world, cluster),
    advance(seconds) {
      clock.advance(seconds * 1000);
      return epochSeconds(clock);
    },
    seed({ clusters = [], keys = [], invoices }) {
      const ids = seedClusters(world, clusters);
      keys.forEach(addKey);
      if (invoices !== undefined) world.invoices = monthlyInvoices(invoices, clock.now());
      return ids;
    },
    patchCluster: (id, patch) => patchCluster(cluster(id), patch),
    terminateOutside: (id) => terminate(cluster(id), clock.now(), world.assumptions),
    forget: (id) => void store.forget(cluster(id).id),
    addFault: (request) => faults.add(request),
    race: (request) => faults.add({ match: request.match ?? {}, effect: raceEffect(request) }),
    clearFaults: () => faults.clear(),
    releaseHolds: () => world.holds.release(),
    journal: () => journal.entries(),
    clearJournal: () => journal.clear(),
    addKey,
    setAccount: (changes) => void Object.assign(world.account, changes),
    setAssumptions(changes) {
      world.assumptions = withAssumptions(world.assumptions, changes);
    },
    state() {
      settleAll(world, clock.now());
      return stateOf(world, clock.now());
    },
  };
}
