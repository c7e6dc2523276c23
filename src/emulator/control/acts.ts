import * as z from "zod";
import { withAssumptions } from "../assumptions";
import { CHANGES } from "../changes/kind";
import { seconds } from "../clock";
import { CLONES } from "../clones/kind";
import { terminate } from "../clusters/life";
import { faultRequest, type Pair, pair, type RaceRequest, raceRequest } from "../faults/request";
import { type Account, type KeyRequest, keyOf, keyRequest, type ManagementKey } from "../http/access";
import type { JournalEntry } from "../http/journal";
import { monthlyInvoices } from "../invoices/record";
import { newParameter } from "../parameters/record";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";
import { autoUpgrade } from "./autoUpgrade";
import { clusterOf, Unknown } from "./lookup";
import { patchCluster, seedClusters } from "./seeding";
import { type ClusterPatch, clusterPatch, type SeedRequest, seedRequest } from "./seeds";
import { type EmulatorState, stateOf } from "./state";
import { workflowActs } from "./workflowActs";

/** One act of the control: its request on the control path, and what it does. */
export interface Act {
  /** Method and path below `/control`; what follows a colon is an argument. */
  readonly line: string;
  /** Reads the request's body; its output is the last argument. Absent: the act takes no body. */
  readonly body?: z.ZodType;
  /** The key of the answer on the control path. Absent: the answer as it is, or an empty object for none. */
  readonly answers?: string;
  readonly run: (world: World, ...args: never[]) => unknown;
}

export const CHANGE_ACTS = workflowActs(CHANGES);
export const CLONE_ACTS = workflowActs(CLONES);

/**
 * What a test or a demo can do to the emulator beside the API, in this process and over the control path alike.
 * Every act on a cluster throws `Unknown` when there is no such cluster, change, clone or parameter.
 */
export const ACTS = {
  /** Moves the clock forward by `seconds`. Answers its time in epoch seconds. */
  advance: {
    line: "POST /advance",
    body: z.strictObject({ seconds: z.number().min(0) }).transform((request) => request.seconds),
    answers: "now",
    run({ clock }: World, by: number): number {
      clock.advance(by * 1000);
      return seconds(clock.now());
    },
  },
  /**
   * Puts clusters and keys into the account, and replaces its invoices. Answers the ids of the clusters.
   * @throws Error for an id that is taken.
   */
  seed: {
    line: "POST /seed",
    body: seedRequest,
    answers: "clusters",
    run(world: World, { clusters = [], keys = [], invoices }: SeedRequest): string[] {
      const ids = seedClusters(world, clusters);
      for (const key of keys) world.keys.set(key.key, keyOf(key));
      if (invoices !== undefined) world.invoices = monthlyInvoices(invoices, world.clock.now());
      return ids;
    },
  },
  /** Changes a cluster out of band. */
  patchCluster: {
    line: "PATCH /clusters/:cluster",
    body: clusterPatch,
    run: (world: World, clusterId: string, patch: ClusterPatch): void =>
      patchCluster(clusterOf(world, clusterId), patch),
  },
  /** Terminates a cluster as somebody else would. */
  terminateOutside: {
    line: "POST /clusters/:cluster/terminate",
    run: (world: World, clusterId: string): void =>
      terminate(clusterOf(world, clusterId), world.clock.now(), world.assumptions),
  },
  /** Drops a cluster at once: 404 from now on. */
  forget: {
    line: "POST /clusters/:cluster/forget",
    run: (world: World, clusterId: string): void => world.store.forget(clusterOf(world, clusterId).id),
  },
  // What each of these does, for changes and clones alike: workflowActs.
  changeOutside: CHANGE_ACTS.create,
  cancelOutside: CHANGE_ACTS.cancel,
  beginChange: CHANGE_ACTS.begin,
  finishChange: CHANGE_ACTS.finish,
  failNextChange: CHANGE_ACTS.failNext,
  /**
   * Raises memory and vcpu as the service does by itself. @throws Error unless auto_upgrade_capacity is true, no
   * change is in progress, and the pair is a larger one that exists.
   */
  autoUpgrade: {
    line: "POST /clusters/:cluster/auto-upgrade",
    body: pair,
    run: (world: World, clusterId: string, to: Pair): void =>
      autoUpgrade(world, clusterOf(world, clusterId), to),
  },
  cloneOutside: CLONE_ACTS.create,
  cancelCloneOutside: CLONE_ACTS.cancel,
  beginClone: CLONE_ACTS.begin,
  finishClone: CLONE_ACTS.finish,
  failNextClone: CLONE_ACTS.failNext,
  /**
   * Gives a server parameter a value as somebody else would, and creates it if there is none; no rule of the API
   * applies. Answers its id.
   */
  setParameterOutside: {
    line: "PUT /clusters/:cluster/parameters/:name",
    body: z.strictObject({ value: z.string() }).transform((request) => request.value),
    answers: "id",
    run(world: World, clusterId: string, name: string, value: string): string {
      const { parameters } = clusterOf(world, clusterId);
      const now = world.clock.now();
      const found = parameters.find((one) => one.name === name);
      if (found !== undefined) return Object.assign(found, { value, updatedAt: now }).id;
      const created = newParameter(world.store, name, value, now);
      parameters.push(created);
      return created.id;
    },
  },
  /** Deletes a server parameter as somebody else would. */
  deleteParameterOutside: {
    line: "DELETE /clusters/:cluster/parameters/:name",
    run(world: World, clusterId: string, name: string): void {
      const cluster = clusterOf(world, clusterId);
      const others = cluster.parameters.filter((one) => one.name !== name);
      if (others.length === cluster.parameters.length) {
        throw new Unknown(`Cluster "${clusterId}" has no server parameter "${name}" in the emulator.`);
      }
      cluster.parameters = others;
    },
  },
  /** The server parameters that the nodes were started with, by name: those in effect, whatever is stored. */
  runningParameters: {
    line: "GET /clusters/:cluster/running-parameters",
    answers: "parameters",
    run: (world: World, clusterId: string): Readonly<Record<string, string>> => ({
      ...clusterOf(world, clusterId).running,
    }),
  },
  /** How many pairs of data-plane keys were issued for a cluster. */
  issuedKeys: {
    line: "GET /clusters/:cluster/issued-keys",
    answers: "pairs",
    run: (world: World, clusterId: string): number => clusterOf(world, clusterId).keysIssued,
  },
  /** Adds a fault. Answers its id, which the journal names. */
  addFault: {
    line: "POST /faults",
    body: faultRequest,
    answers: "id",
    run: ({ faults }: World, request: z.infer<typeof faultRequest>): string => faults.add(request),
  },
  /** Lets somebody else act right before or after a request; a fault like others. Answers its id. */
  race: {
    line: "POST /races",
    body: raceRequest,
    answers: "id",
    run: ({ faults }: World, { match, ...race }: RaceRequest): string =>
      faults.add({ match, effect: { kind: "race", ...race } }),
  },
  /** The faults, with how many requests each has met. */
  faults: {
    line: "GET /faults",
    answers: "faults",
    run: ({ faults }: World) => faults.list(),
  },
  /** Clears races too. */
  clearFaults: {
    line: "DELETE /faults",
    run: ({ faults }: World): void => faults.clear(),
  },
  /** Releases the held requests. Answers how many. */
  releaseHolds: {
    line: "POST /hold/release",
    answers: "released",
    run: ({ holds }: World): number => holds.release(),
  },
  /** The API requests so far, of more than 10,000 the last ones. */
  journal: {
    line: "GET /journal",
    answers: "requests",
    run: ({ journal }: World): readonly JournalEntry[] => journal.entries(),
  },
  clearJournal: {
    line: "DELETE /journal",
    run: ({ journal }: World): void => journal.clear(),
  },
  /** Adds or replaces a key. @throws Error that says which presets and capabilities there are. */
  addKey: {
    line: "POST /keys",
    body: keyRequest,
    run({ keys }: World, request: KeyRequest): ManagementKey {
      const key = keyOf(request);
      keys.set(key.key, key);
      return key;
    },
  },
  setAccount: {
    line: "POST /account",
    body: z.strictObject({ payment_method: z.boolean(), restricted: z.boolean() }).partial(),
    answers: "account",
    run: ({ account }: World, fields: Partial<Account>): Account => Object.assign(account, fields),
  },
  /** @throws Error that says which rows or alternatives there are. */
  setAssumptions: {
    line: "POST /assumptions",
    body: z.record(z.string(), z.unknown()),
    answers: "assumptions",
    run(world: World, rows: Readonly<Record<string, unknown>>) {
      world.assumptions = withAssumptions(world.assumptions, rows);
      return world.assumptions;
    },
  },
  state: {
    line: "GET /state",
    run(world: World): EmulatorState {
      settleAll(world, world.clock.now());
      return stateOf(world, world.clock.now());
    },
  },
} satisfies Record<string, Act>;
