import * as z from "zod";
import { VCPUS_BY_MEMORY } from "../../../api/enumerations";
import { vcpusOf } from "../../domain/rules/configuration";
import { problemsRefusal } from "../../domain/rules/refusal";
import { settleAll } from "../../domain/settle";
import { CONSOLE, type StoredCluster, valuesOf } from "../../domain/store/cluster";
import { settingsOf } from "../../domain/store/settings";
import {
  begin,
  cancel,
  finish,
  freshWorkflow,
  openOf,
  type StoredWorkflow,
  statusAt,
  type WorkflowOutcome,
} from "../../domain/store/workflow";
import type { WorkflowKind } from "../../domain/workflows/kind";
import { createWorkflow } from "../../domain/workflows/operations";
import type { Pair } from "../requests/faults";
import type { TestWorld } from "../world";
import { clusterOf, onCluster, UnknownIdError } from "./act";

const outcome = z
  .strictObject({ outcome: z.enum(["succeeded", "failed"]) })
  .transform((request) => request.outcome);

/** Returns the acts on the changes or the clones of a cluster. */
export function workflowActs<Stored extends StoredWorkflow>(kind: WorkflowKind<Stored>) {
  const path = `/clusters/:cluster/${kind.name}s`;
  const find = (cluster: StoredCluster, id: string): Stored => {
    const found = kind.of(cluster).find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new UnknownIdError(`Cluster "${cluster.id}" has no ${kind.noun} "${id}" in the emulator.`);
  };
  return {
    /** Returns the one that is pending or in progress. */
    open: (world: TestWorld, clusterId: string): Stored | undefined =>
      openOf(kind.of(clusterOf(world, clusterId)), world.clock.now()),
    /** Creates one as a user of the console, under the rules of the API and in canonical names. Returns its id. @throws RefusalError */
    create: onCluster(
      `POST ${path}`,
      { body: z.record(z.string(), z.unknown()), answers: "id" },
      (world, cluster, body: Readonly<Record<string, unknown>> = {}): string => {
        const requester = { now: world.clock.now(), refusal: problemsRefusal, by: CONSOLE, key: null };
        return createWorkflow(world, kind, cluster, body, requester).id;
      },
    ),
    /** Cancels a pending one outside the API. @throws Error if it is not pending */
    cancel: onCluster(`POST ${path}/:id/cancel`, {}, ({ clock }, cluster, id: string): void =>
      cancel(find(cluster, id), clock.now()),
    ),
    /** Begins a pending one now, before its time. @throws Error if it is not pending */
    begin: onCluster(`POST ${path}/:id/begin`, {}, (world, cluster, id: string): void => {
      begin(find(cluster, id), world.clock.now());
      settleAll(world, world.clock.now());
    }),
    /** Ends one that is pending or in progress now. @throws Error if it is neither */
    finish: onCluster(
      `POST ${path}/:id/finish`,
      { body: outcome },
      (world, cluster, id: string, ending: WorkflowOutcome): void => {
        finish(find(cluster, id), ending, world.clock.now());
        settleAll(world, world.clock.now());
      },
    ),
    /** Makes the open one fail at its scheduled end; without one, the next that is created. */
    failNext: onCluster(`POST /clusters/:cluster/fail-next-${kind.name}`, {}, ({ clock }, cluster): void => {
      const open = openOf(kind.of(cluster), clock.now());
      if (open === undefined) cluster.failsNext.add(kind.name);
      else open.outcome = "failed";
    }),
  };
}

/** Raises memory and vcpu as the service does. @throws Error that names the reason if it cannot */
export function autoUpgrade(
  { clock, store, assumptions }: TestWorld,
  cluster: StoredCluster,
  to: Pair,
): void {
  const now = clock.now();
  if (cluster.auto_upgrade_capacity !== true) {
    throw new Error(`Cluster "${cluster.id}" has no automatic upgrades: auto_upgrade_capacity is not true.`);
  }
  const open = openOf(cluster.changes, now);
  if (open !== undefined && statusAt(open, now) === "in_progress") {
    throw new Error(`Cluster "${cluster.id}" cannot be upgraded while ${open.id} is in progress.`);
  }
  if (!isLarger(to, cluster)) {
    const from = `${cluster.memory} with ${cluster.vcpu}`;
    throw new Error(
      `Cannot upgrade to ${to.memory} with ${to.vcpu}: it must be an existing pair larger than ${from}.`,
    );
  }
  const old = settingsOf(cluster);
  const { memory, vcpu } = to;
  Object.assign(cluster, { memory, vcpu });
  // Larger nodes are new nodes, so they run with the stored parameters.
  cluster.running = valuesOf(cluster.parameters);
  if (assumptions.auto_upgrade_shows === "no_record") return;
  // A change with a duration of 0.
  const moments = { createdAt: now, performAt: now, duration: 0, settled: true };
  const settings = { requested: { memory, vcpu }, old, sets: { memory, vcpu }, carries: null };
  cluster.changes.push({ ...freshWorkflow(), id: store.nextId("change"), ...moments, ...settings });
}

/** Compares by the order of the options, which is by size. */
function isLarger(to: Pair, from: Pair): boolean {
  const memories = Object.keys(VCPUS_BY_MEMORY);
  const more = memories.indexOf(to.memory) - memories.indexOf(from.memory);
  const [vcpu, than] = [vcpusOf(to.memory).indexOf(to.vcpu), vcpusOf(from.memory).indexOf(from.vcpu)];
  return vcpu >= 0 && (more > 0 || (more === 0 && vcpu > than));
}
