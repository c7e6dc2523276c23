import type * as z from "zod";
import { answerCluster } from "../clusters/answer";
import type { StoredCluster } from "../clusters/record";
import { Refusal } from "../http/refusal";
import { checkBody } from "../rules/fields";
import type { World } from "../world";
import type { Requester, WorkflowBody, WorkflowKind } from "./kind";
import { freshWorkflow, openOf, type StoredWorkflow, statusAt } from "./life";

/**
 * Creates a change or clone of a cluster as its body (in canonical names) requests: 400 for the form, 402 without a
 * payment method, and the state and the configuration as the assumptions say.
 * @throws Refusal
 */
export function createWorkflow<Stored extends StoredWorkflow, Body extends z.ZodObject, Seed>(
  world: World,
  kind: WorkflowKind<Stored, Body, Seed>,
  cluster: StoredCluster,
  unchecked: Readonly<Record<string, unknown>>,
  requester: Requester,
): Stored {
  const { assumptions, account, store } = world;
  const body = checkBody(kind.body(assumptions), unchecked, requester.refusal);
  kind.checkMoment?.(world, body, requester);
  if (!account.payment_method) {
    throw new Refusal(402, `A payment method is required to ${kind.act[0]}`);
  }
  checkState(world, kind, cluster, requester.now);
  const own = kind.created(world, cluster, body, requester);
  const { notification_email_addresses = [] } = body as WorkflowBody;
  const id = store.nextId(kind.name);
  const common: Omit<StoredWorkflow, "performAt"> = {
    ...freshWorkflow(),
    id,
    createdAt: requester.now,
    duration: kind.duration(id, assumptions),
    outcome: cluster.failsNext.delete(kind.name) ? "failed" : "succeeded",
    notification_email_addresses,
  };
  const created = { ...common, ...own } as Stored;
  kind.of(cluster).push(created);
  return created;
}

/** @throws Refusal when another change or clone is open, or the cluster is not in service. */
function checkState<Stored extends StoredWorkflow, Body extends z.ZodObject, Seed>(
  { assumptions }: World,
  kind: WorkflowKind<Stored, Body, Seed>,
  cluster: StoredCluster,
  now: number,
): void {
  const refused = kind.statuses(assumptions);
  const clonesCount = assumptions.clone_counts_as_change === "yes";
  const change = kind.name === "change" || clonesCount ? openOf(cluster.changes, now) : undefined;
  const open = change ?? (clonesCount ? openOf(cluster.clones, now) : undefined);
  if (open !== undefined) {
    const noun = change === undefined ? "cloning operation" : "configuration change";
    const words = `Cluster ${cluster.id} has a ${noun} already: ${open.id} is ${statusAt(open, now)}`;
    throw new Refusal(Number(refused.busy), words);
  }
  const status = answerCluster(cluster, now, assumptions)?.status ?? "gone";
  if (status === "in_service") return;
  const words = `Cluster ${cluster.id} is ${status}; only one that is in_service can be ${kind.act[1]}`;
  throw new Refusal(Number(refused.outOfService), words);
}
