import * as z from "zod";
import { CONSOLE } from "../clusters/record";
import { problemsRefusal } from "../http/refusal";
import { createWorkflow } from "../workflows/create";
import type { WorkflowKind } from "../workflows/kind";
import { begin, cancel, finish, openOf, type StoredWorkflow, type WorkflowOutcome } from "../workflows/life";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";
import { clusterOf, Unknown } from "./lookup";

const outcome = z
  .strictObject({ outcome: z.enum(["succeeded", "failed"]) })
  .transform((request) => request.outcome);

/** What somebody else, or the service, does to the changes or the clones of a cluster: the same acts for both. */
export function workflowActs<Stored extends StoredWorkflow>(kind: WorkflowKind<Stored>) {
  const path = `/clusters/:cluster/${kind.name}s`;
  const find = (world: World, clusterId: string, id: string): Stored => {
    const found = kind.of(clusterOf(world, clusterId)).find((one) => one.id === id);
    if (found === undefined) {
      throw new Unknown(`Cluster "${clusterId}" has no ${kind.noun} "${id}" in the emulator.`);
    }
    return found;
  };
  return {
    /** The one that is pending or in progress. */
    open: (world: World, clusterId: string): Stored | undefined =>
      openOf(kind.of(clusterOf(world, clusterId)), world.clock.now()),
    /**
     * Creates one as a person in the console would, under the rules of the API and in canonical names. Answers its
     * id. @throws Refusal
     */
    create: {
      line: `POST ${path}`,
      body: z.record(z.string(), z.unknown()),
      answers: "id",
      run(world: World, clusterId: string, body: Readonly<Record<string, unknown>> = {}): string {
        const requester = { now: world.clock.now(), refusal: problemsRefusal, by: CONSOLE, key: null };
        return createWorkflow(world, kind, clusterOf(world, clusterId), body, requester).id;
      },
    },
    /** Cancels a pending one as somebody else would. @throws Error when it is not pending. */
    cancel: {
      line: `POST ${path}/:id/cancel`,
      run: (world: World, clusterId: string, id: string): void =>
        cancel(find(world, clusterId, id), world.clock.now()),
    },
    /** Begins a pending one now, before its time. @throws Error when it is not pending. */
    begin: {
      line: `POST ${path}/:id/begin`,
      run(world: World, clusterId: string, id: string): void {
        begin(find(world, clusterId, id), world.clock.now());
        settleAll(world, world.clock.now());
      },
    },
    /** Ends one that is pending or in progress now. @throws Error when it is neither. */
    finish: {
      line: `POST ${path}/:id/finish`,
      body: outcome,
      run(world: World, clusterId: string, id: string, ending: WorkflowOutcome): void {
        finish(find(world, clusterId, id), ending, world.clock.now());
        settleAll(world, world.clock.now());
      },
    },
    /** Lets the one that is pending or in progress fail at its time; without one, the next that is created. */
    failNext: {
      line: `POST /clusters/:cluster/fail-next-${kind.name}`,
      run(world: World, clusterId: string): void {
        const cluster = clusterOf(world, clusterId);
        const found = openOf(kind.of(cluster), world.clock.now());
        if (found === undefined) cluster.failsNext.add(kind.name);
        else found.outcome = "failed";
      },
    },
  };
}
