import { type Account, type KeyRequest, keyOf, type ManagementKey } from "./access";
import { answerCluster } from "./answer";
import { type Assumptions, withAssumptions } from "./assumptions";
import { answerChange, type ChangeAnswer } from "./changeAnswer";
import { type ChangeControl, createChangeControl } from "./changeControl";
import { seededChange } from "./changeSeeding";
import { epochSeconds } from "./clock";
import { answerClone, type CloneAnswer } from "./clones/answer";
import { type CloneControl, createCloneControl } from "./clones/control";
import { seededClone } from "./clones/seeding";
import { type ClusterAnswer, type StoredCluster, terminate } from "./cluster";
import type { ClusterPatch, SeedRequest } from "./controlRequests";
import type { FaultRequest } from "./faults";
import { monthlyInvoices } from "./invoices";
import type { JournalEntry } from "./journal";
import { answerParameter, type ParameterAnswer } from "./parameters/answer";
import { createParameterControl, type ParameterControl } from "./parameters/control";
import { valuesOf } from "./parameters/parameter";
import { type RaceRequest, raceEffect } from "./races";
import { settleAll } from "./scheduling";
import { patchCluster, seededCluster } from "./seeding";
import type { World } from "./world";

/** What a test or a demo can do to the emulator beside the API; the control path offers the same over HTTP. */
export interface Control extends ChangeControl, CloneControl, ParameterControl {
  /** Moves the clock forward by `seconds`. Answers its time in epoch seconds. */
  advance(seconds: number): number;
  /** Puts clusters and keys into the account, and replaces its invoices. Answers the ids of the clusters. @throws Error for an id that is taken. */
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

export interface EmulatorState {
  /** The emulator's time, RFC 3339. */
  now: string;
  account: Account;
  /** As a key that sees all would read them now, whether listed or not. */
  clusters: ClusterAnswer[];
  /** The changes of all clusters, also of those that are gone, in the order in which they were made. */
  changes: (ChangeAnswer & { cluster_id: string })[];
  /** The clones of all clusters, likewise. */
  clones: (CloneAnswer & { cluster_id: string })[];
  /** The stored server parameters of all clusters, likewise. */
  parameters: (ParameterAnswer & { cluster_id: string })[];
  keys: ManagementKey[];
  assumptions: Assumptions;
  faults: unknown[];
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
      const ids = clusters.flatMap(({ id }) => id ?? []);
      const taken = ids.find((id, place) => store.get(id) !== undefined || ids.indexOf(id) < place);
      if (taken !== undefined) throw new Error(`There is a cluster "${taken}" already.`);
      keys.forEach(addKey);
      if (invoices !== undefined) world.invoices = monthlyInvoices(invoices, clock.now());
      return clusters.map((seed) => {
        const id = seed.id ?? store.nextId();
        const made = seededCluster(seed, id, clock.now(), world.assumptions);
        for (const [name, value] of Object.entries(seed.parameters ?? {})) {
          const parameterId = store.nextParameterId();
          const { provisionedAt: since } = made;
          made.parameters.push({ id: parameterId, name, value, createdAt: since, updatedAt: since });
        }
        made.running = valuesOf(made.parameters);
        for (const change of seed.changes ?? []) {
          const changeId = change.id ?? store.nextChangeId();
          made.changes.push(seededChange(change, made, changeId, clock.now(), world.assumptions));
        }
        for (const clone of seed.clones ?? []) {
          const cloneId = clone.id ?? store.nextCloneId();
          made.clones.push(seededClone(clone, made, cloneId, clock.now(), world.assumptions));
        }
        store.add(made);
        return id;
      });
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
      const now = clock.now();
      settleAll(world, now);
      return stateOf(world, now);
    },
  };
}

function stateOf({ store, assumptions, account, keys, faults }: World, now: number): EmulatorState {
  return {
    now: new Date(now).toISOString(),
    account: { ...account },
    clusters: store
      .all()
      .map((one) => answerCluster(one, now, assumptions))
      .filter((one) => one !== null),
    changes: store
      .all()
      .flatMap(({ id, changes }) =>
        changes.map((one) => ({ cluster_id: id, ...answerChange(one, now, assumptions) })),
      ),
    clones: store
      .all()
      .flatMap(({ id, clones }) =>
        clones.map((one) => ({ cluster_id: id, ...answerClone(one, now, assumptions) })),
      ),
    parameters: store
      .all()
      .flatMap(({ id, parameters }) =>
        parameters.map((one) => ({ cluster_id: id, ...answerParameter(one, assumptions) })),
      ),
    keys: [...keys.values()],
    assumptions: { ...assumptions },
    faults: [...faults.list()],
  };
}
