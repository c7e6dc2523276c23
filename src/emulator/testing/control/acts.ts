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
import { type Act, act, onCluster, UnknownIdError } from "./act";
import { NODE_ACTS } from "./nodeActs";
import { patchCluster, seedClusters } from "./seeding";
import { stateOf } from "./state";
import { autoUpgrade, workflowActs } from "./workflowActs";

export const CHANGE_ACTS = workflowActs(CHANGES);
export const CLONE_ACTS = workflowActs(CLONES);

const parameterValue = z.strictObject({ value: z.string() }).transform(({ value }) => value);
const period = z.strictObject({ seconds: z.number().min(0) }).transform((request) => request.seconds);

/** Everything that a test or demo can do outside the API, in this process and over the control path. */
export const ACTS = {
  /** Moves the clock forward by a number of seconds. Returns its time in epoch seconds. */
  advance: act(
    "POST /advance",
    { body: period, answers: "now" },
    ({ clock }: TestWorld, by: number): number => {
      clock.advance(by * 1000);
      return seconds(clock.now());
    },
  ),
  /**
   * Adds clusters and keys to the account, and replaces its invoices. Returns the ids of the clusters.
   * @throws Error for an id that is taken
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
  /** Changes a cluster outside the API. */
  patchCluster: onCluster(
    "PATCH /clusters/:cluster",
    { body: clusterPatch },
    (_, cluster, patch: ClusterPatch): void => patchCluster(cluster, patch),
  ),
  /** Terminates a cluster outside the API. */
  terminateOutside: onCluster("POST /clusters/:cluster/terminate", {}, ({ clock, assumptions }, cluster) =>
    terminate(cluster, clock.now(), assumptions),
  ),
  /** Removes a cluster at once: 404 from now on. */
  forget: onCluster("POST /clusters/:cluster/forget", {}, ({ store }, { id }) => store.forget(id)),
  // For these, see workflowActs.
  changeOutside: CHANGE_ACTS.create,
  cancelOutside: CHANGE_ACTS.cancel,
  beginChange: CHANGE_ACTS.begin,
  finishChange: CHANGE_ACTS.finish,
  failNextChange: CHANGE_ACTS.failNext,
  /**
   * Raises memory and vcpu as the service does.
   * @throws Error unless auto_upgrade_capacity is true, no change is in progress, and the pair exists and is larger
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
  /** Sets a server parameter outside the API and its rules, and creates it if missing. Returns its id. */
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
  /** Deletes a server parameter outside the API. */
  deleteParameterOutside: onCluster(
    "DELETE /clusters/:cluster/parameters/:name",
    {},
    (_, cluster, name: string): void => {
      const others = cluster.parameters.filter((one) => one.name !== name);
      if (others.length === cluster.parameters.length) {
        throw new UnknownIdError(
          `Cluster "${cluster.id}" has no server parameter "${name}" in the emulator.`,
        );
      }
      cluster.parameters = others;
    },
  ),
  /** Returns the server parameters that the nodes run with, by name. */
  runningParameters: onCluster(
    "GET /clusters/:cluster/running-parameters",
    { answers: "parameters" },
    (_, { running }): Readonly<Record<string, string>> => ({ ...running }),
  ),
  /** Returns the number of pairs of data-plane keys that were issued for a cluster. */
  issuedKeys: onCluster(
    "GET /clusters/:cluster/issued-keys",
    { answers: "pairs" },
    (_, { keysIssued }) => keysIssued,
  ),
  // For these, see nodeActs.
  ...NODE_ACTS,
  /** Adds a fault. Returns its id, which the journal names. */
  addFault: act(
    "POST /faults",
    { body: faultRequest, answers: "id" },
    ({ faults }: TestWorld, request: z.infer<typeof faultRequest>): string => faults.add(request),
  ),
  /** Acts outside the API right before or after a request, as a fault. Returns its id. */
  race: act(
    "POST /races",
    { body: raceRequest, answers: "id" },
    ({ faults }: TestWorld, { match, ...race }: RaceRequest): string =>
      faults.add({ match, effect: { kind: "race", ...race } }),
  ),
  /** Returns the faults, each with the number of requests that it applied to. */
  faults: act("GET /faults", { answers: "faults" }, ({ faults }: TestWorld) => faults.list()),
  /** Clears races too. */
  clearFaults: act("DELETE /faults", {}, ({ faults }: TestWorld) => faults.clear()),
  /** Releases the held requests. Returns their number. */
  releaseHolds: act("POST /hold/release", { answers: "released" }, ({ holds }: TestWorld) =>
    holds.release("carry out", null),
  ),
  /** Returns the latest API requests, at most 10,000. */
  journal: act("GET /journal", { answers: "requests" }, ({ journal }: TestWorld) => journal.entries()),
  clearJournal: act("DELETE /journal", {}, ({ journal }: TestWorld) => journal.clear()),
  /** Adds or replaces a key. @throws Error that lists the presets or capabilities */
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
  /** @throws Error that lists the known assumptions or the alternatives */
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

/** The acts of {@link ACTS} as methods, without their argument `world`. */
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
