import * as z from "zod";
import { problemsRefusal } from "../http/refusal";
import { createWorkflow } from "../workflows/create";
import type { WorkflowKind } from "../workflows/kind";
import { begin, cancel, finish, openOf, type StoredWorkflow, type WorkflowOutcome } from "../workflows/life";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";
import { clusterOf, Unknown } from "./lookup";

const PERSON = { user_name: "Console", user_type: "User" };
const outcome = z
  .strictObject({ outcome: z.enum(["succeeded", "failed"]) })
  .transform((request) => request.outcome);

/** What somebody else, or the service, does to the changes or the clones of a cluster: the same acts for both. */
export function workflowActs<Stored extends StoredWorkflow, Body extends z.ZodObject, Seed>(
  kind: WorkflowKind<Stored, Body, Seed>,
) {
  const path = `/clusters/:cluster/${kind.name}s`;
  const find = (world: World, clusterId: string, id: string): Stored => {
    const found = kind.of(clusterOf(world, clusterId)).find((one) => one.id === id);
    if (found === undefined) {
      throw new Unknown(`Cluster "${clusterId}" has no ${kind.noun} "${id}" in the emulator.`);
    }
    return found;
  };
  const open = (world: World, clusterId: string): Stored | undefined =>
    openOf(kind.of(clusterOf(world, clusterId)), world.clock.now());
  return {
    /** The one that is pending or in progress. */
    open,
    create: {
      line: `POST ${path}`,
      body: z.record(z.string(), z.unknown()),
      answers: "id",
      run(world: World, clusterId: string, body: Readonly<Record<string, unknown>> = {}): string {
        const requester = { now: world.clock.now(), refusal: problemsRefusal, by: PERSON, key: null };
        return createWorkflow(world, kind, clusterOf(world, clusterId), body, requester).id;
      },
    },
    cancel: {
      line: `POST ${path}/:id/cancel`,
      run: (world: World, clusterId: string, id: string): void =>
        cancel(find(world, clusterId, id), world.clock.now()),
    },
    begin: {
      line: `POST ${path}/:id/begin`,
      run(world: World, clusterId: string, id: string): void {
        begin(find(world, clusterId, id), world.clock.now());
        settleAll(world, world.clock.now());
      },
    },
    finish: {
      line: `POST ${path}/:id/finish`,
      body: outcome,
      run(world: World, clusterId: string, id: string, ending: WorkflowOutcome): void {
        finish(find(world, clusterId, id), ending, world.clock.now());
        settleAll(world, world.clock.now());
      },
    },
    failNext: {
      line: `POST /clusters/:cluster/fail-next-${kind.name}`,
      run(world: World, clusterId: string): void {
        const found = open(world, clusterId);
        if (found === undefined) clusterOf(world, clusterId).failsNext.add(kind.name);
        else found.outcome = "failed";
      },
    },
  };
}
