import * as z from "zod";
import { problemsRefusal } from "../../domain/rules/refusal";
import { settleAll } from "../../domain/settle";
import { CONSOLE, type StoredCluster } from "../../domain/store/cluster";
import {
  begin,
  cancel,
  finish,
  openOf,
  type StoredWorkflow,
  type WorkflowOutcome,
} from "../../domain/store/workflow";
import { createWorkflow } from "../../domain/workflows/create";
import type { WorkflowKind } from "../../domain/workflows/kind";
import type { TestWorld } from "../world";
import { clusterOf, onCluster, Unknown } from "./act";

const outcome = z
  .strictObject({ outcome: z.enum(["succeeded", "failed"]) })
  .transform((request) => request.outcome);

/** What somebody else, or the service, does to the changes or the clones of a cluster: the same acts for both. */
export function workflowActs<Stored extends StoredWorkflow>(kind: WorkflowKind<Stored>) {
  const path = `/clusters/:cluster/${kind.name}s`;
  const find = (cluster: StoredCluster, id: string): Stored => {
    const found = kind.of(cluster).find((one) => one.id === id);
    if (found !== undefined) return found;
    throw new Unknown(`Cluster "${cluster.id}" has no ${kind.noun} "${id}" in the emulator.`);
  };
  return {
    /** The one that is pending or in progress. */
    open: (world: TestWorld, clusterId: string): Stored | undefined =>
      openOf(kind.of(clusterOf(world, clusterId)), world.clock.now()),
    /**
     * Creates one as a person in the console would, under the rules of the API and in canonical names. Answers its
     * id. @throws Refusal
     */
    create: onCluster(
      `POST ${path}`,
      { body: z.record(z.string(), z.unknown()), answers: "id" },
      (world, cluster, body: Readonly<Record<string, unknown>> = {}): string => {
        const requester = { now: world.clock.now(), refusal: problemsRefusal, by: CONSOLE, key: null };
        return createWorkflow(world, kind, cluster, body, requester).id;
      },
    ),
    /** Cancels a pending one as somebody else would. @throws Error when it is not pending. */
    cancel: onCluster(`POST ${path}/:id/cancel`, {}, ({ clock }, cluster, id: string): void =>
      cancel(find(cluster, id), clock.now()),
    ),
    /** Begins a pending one now, before its time. @throws Error when it is not pending. */
    begin: onCluster(`POST ${path}/:id/begin`, {}, (world, cluster, id: string): void => {
      begin(find(cluster, id), world.clock.now());
      settleAll(world, world.clock.now());
    }),
    /** Ends one that is pending or in progress now. @throws Error when it is neither. */
    finish: onCluster(
      `POST ${path}/:id/finish`,
      { body: outcome },
      (world, cluster, id: string, ending: WorkflowOutcome): void => {
        finish(find(cluster, id), ending, world.clock.now());
        settleAll(world, world.clock.now());
      },
    ),
    /** Lets the one that is pending or in progress fail at its time; without one, the next that is created. */
    failNext: onCluster(`POST /clusters/:cluster/fail-next-${kind.name}`, {}, ({ clock }, cluster): void => {
      const open = openOf(kind.of(cluster), clock.now());
      if (open === undefined) cluster.failsNext.add(kind.name);
      else open.outcome = "failed";
    }),
  };
}
