import * as z from "zod";
import {
  type Account,
  type KeyBody,
  keyBody,
  type ManagementKey,
  managementKeyOf,
} from "../../domain/access";
import { withAssumptions } from "../../domain/assumptions";
import { CHANGES } from "../../domain/changes/kind";
import { seconds } from "../../domain/clock";
import { CLONES } from "../../domain/clones/kind";
import { terminate } from "../../domain/clusters/life";
import { newParameter } from "../../domain/store/cluster";
import { monthlyInvoices } from "../../domain/store/invoice";
import { faultRequest, type Pair, pair, type RaceRequest, raceRequest } from "../requests/faults";
import { type ClusterPatch, clusterPatch, type SeedBody, seedRequest } from "../requests/seeds";
import type { TestWorld } from "../world";
import { type Act, act, onCluster, Unknown } from "./act";
import { NODE_ACTS } from "./nodeActs";
import { patchCluster, seedClusters } from "./seeding";
import { stateOf } from "./state";
import { autoUpgrade, workflowActs } from "./workflowActs";

export const CHANGE_ACTS = workflowActs(CHANGES);
export const CLONE_ACTS = workflowActs(CLONES);

const parameterValue = z.strictObject({ value: z.string() }).transform(({ value }) => value);
const period = z.strictObject({ seconds: z.number().min(0) }).transform((request) => request.seconds);

/** What a test or a demo can do to the emulator beside the API, in this process and over the control path alike. */
export const ACTS = {
  /** Moves the clock forward by so many seconds. Answers its time in epoch seconds. */
  advance: act(
    "POST /advance",
    { body: period, answers: "now" },
    ({ clock }: TestWorld, by: number): number => {
      clock.advance(by * 1000);
      return seconds(clock.now());
    },
  ),
  /**
   * Puts clusters and keys into the account, and replaces its invoices. Answers the ids of the clusters.
   * @throws Error for an id that is taken.
   */
  seed: act(
    "POST /seed",
    { body: seedRequest, answers: "clusters" },
    (world: TestWorld, { clusters = [], keys = [], invoices }: SeedBody): string[] => {
      const ids = seedClusters(world, clusters);
      for (const key of keys) world.keys.set(key.key, managementKeyOf(key));
      if (invoices !== undefined) world.invoices = monthlyInvoices(invoices, world.clock.now());
      return ids;
    },
  ),
  /** Changes a cluster out of band. */
  patchCluster: onCluster(
    "PATCH /clusters/:cluster",
    { body: clusterPatch },
    (_, cluster, patch: ClusterPatch): void => patchCluster(cluster, patch),
  ),
  /** Terminates a cluster as somebody else would. */
  terminateOutside: onCluster("POST /clusters/:cluster/terminate", {}, ({ clock, assumptions }, cluster) =>
    terminate(cluster, clock.now(), assumptions),
  ),
  /** Drops a cluster at once: 404 from now on. */
  forget: onCluster("POST /clusters/:cluster/forget", {}, ({ store }, { id }) => store.forget(id)),
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
  autoUpgrade: onCluster(
    "POST /clusters/:cluster/auto-upgrade",
    { body: pair },
    (world, cluster, to: Pair): void => autoUpgrade(world, cluster, to),
  ),
  cloneOutside: CLONE_ACTS.create,
  cancelCloneOutside: CLONE_ACTS.cancel,
  beginClone: CLONE_ACTS.begin,
  finishClone: CLONE_ACTS.finish,
  failNextClone: CLONE_ACTS.failNext,
  /**
   * Gives a server parameter a value as somebody else would, and creates it if there is none; no rule of the API
   * applies. Answers its id.
   */
  setParameterOutside: onCluster(
    "PUT /clusters/:cluster/parameters/:name",
    { body: parameterValue, answers: "id" },
    ({ clock, store }, { parameters }, name: string, value: string): string => {
      const now = clock.now();
      const found = parameters.find((one) => one.name === name);
      if (found !== undefined) return Object.assign(found, { value, updatedAt: now }).id;
      const created = newParameter(store, name, value, now);
      parameters.push(created);
      return created.id;
    },
  ),
  /** Deletes a server parameter as somebody else would. */
  deleteParameterOutside: onCluster(
    "DELETE /clusters/:cluster/parameters/:name",
    {},
    (_, cluster, name: string): void => {
      const others = cluster.parameters.filter((one) => one.name !== name);
      if (others.length === cluster.parameters.length) {
        throw new Unknown(`Cluster "${cluster.id}" has no server parameter "${name}" in the emulator.`);
      }
      cluster.parameters = others;
    },
  ),
  /** The server parameters that the nodes were started with, by name: those in effect, whatever is stored. */
  runningParameters: onCluster(
    "GET /clusters/:cluster/running-parameters",
    { answers: "parameters" },
    (_, { running }): Readonly<Record<string, string>> => ({ ...running }),
  ),
  /** How many pairs of data-plane keys were issued for a cluster. */
  issuedKeys: onCluster(
    "GET /clusters/:cluster/issued-keys",
    { answers: "pairs" },
    (_, { keysIssued }) => keysIssued,
  ),
  // What runs on a cluster, and its nodes: nodeActs.
  ...NODE_ACTS,
  /** Adds a fault. Answers its id, which the journal names. */
  addFault: act(
    "POST /faults",
    { body: faultRequest, answers: "id" },
    ({ faults }: TestWorld, request: z.infer<typeof faultRequest>): string => faults.add(request),
  ),
  /** Lets somebody else act right before or after a request; a fault like others. Answers its id. */
  race: act(
    "POST /races",
    { body: raceRequest, answers: "id" },
    ({ faults }: TestWorld, { match, ...race }: RaceRequest): string =>
      faults.add({ match, effect: { kind: "race", ...race } }),
  ),
  /** The faults, with how many requests each has met. */
  faults: act("GET /faults", { answers: "faults" }, ({ faults }: TestWorld) => faults.list()),
  /** Clears races too. */
  clearFaults: act("DELETE /faults", {}, ({ faults }: TestWorld) => faults.clear()),
  /** Releases the held requests. Answers how many. */
  releaseHolds: act("POST /hold/release", { answers: "released" }, ({ holds }: TestWorld) =>
    holds.release("carry out", null),
  ),
  /** The API requests so far, of more than 10,000 the last ones. */
  journal: act("GET /journal", { answers: "requests" }, ({ journal }: TestWorld) => journal.entries()),
  clearJournal: act("DELETE /journal", {}, ({ journal }: TestWorld) => journal.clear()),
  /** Adds or replaces a key. @throws Error that says which presets and capabilities there are. */
  addKey: act("POST /keys", { body: keyBody }, ({ keys }: TestWorld, request: KeyBody): ManagementKey => {
    const key = managementKeyOf(request);
    keys.set(key.key, key);
    return key;
  }),
  setAccount: act(
    "POST /account",
    {
      body: z.strictObject({ payment_method: z.boolean(), restricted: z.boolean() }).partial(),
      answers: "account",
    },
    ({ account }: TestWorld, fields: Partial<Account>): Account => Object.assign(account, fields),
  ),
  /** @throws Error that says which rows or alternatives there are. */
  setAssumptions: act(
    "POST /assumptions",
    { body: z.record(z.string(), z.unknown()), answers: "assumptions" },
    (world: TestWorld, rows: Readonly<Record<string, unknown>>) => {
      world.assumptions = withAssumptions(world.assumptions, rows);
      return world.assumptions;
    },
  ),
  state: act("GET /state", {}, stateOf),
} satisfies Record<string, Act>;

/** The acts of {@link ACTS} as methods, without the world that they act on. */
export type Control = {
  readonly [Name in keyof typeof ACTS]: (typeof ACTS)[Name]["run"] extends (
    world: TestWorld,
    ...args: infer Arguments
  ) => infer Answer
    ? (...args: Arguments) => Answer
    : never;
};

export function createControl(world: TestWorld): Control {
  const methods = Object.entries<Act>(ACTS).map(([name, { run }]) => [
    name,
    (...args: never[]) => run(world, ...args),
  ]);
  return Object.fromEntries(methods) as Control;
}
