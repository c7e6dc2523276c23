import { answerCluster } from "../clusters/answer";
import { Refusal } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { freshWorkflow, openOf, type StoredWorkflow, statusAt } from "../store/workflow";
import type { World } from "../world";
import type { Requester, WorkflowKind } from "./kind";

/**
 * Creates a change or clone of a cluster as its body (in canonical names) requests: 400 for the form, 402 without a
 * payment method, and the state and the configuration as the assumptions say.
 * @throws Refusal
 */
export function createWorkflow<Stored extends StoredWorkflow>(
  world: World,
  kind: WorkflowKind<Stored>,
  cluster: StoredCluster,
  body: Readonly<Record<string, unknown>>,
  requester: Requester,
): Stored {
  const { own, performAt, notification_email_addresses = [] } = kind.read(world, body, requester);
  if (!world.account.payment_method) {
    throw new Refusal(402, `A payment method is required to ${kind.act[0]}`);
  }
  checkState(world, kind, cluster, requester.now);
  const ownPart = own(cluster);
  const id = world.store.nextId(kind.name);
  const common: StoredWorkflow = {
    ...freshWorkflow(),
    id,
    createdAt: requester.now,
    performAt,
    duration: kind.duration(id, world.assumptions),
    outcome: cluster.failsNext.delete(kind.name) ? "failed" : "succeeded",
    notification_email_addresses,
  };
  const created = { ...common, ...ownPart } as Stored;
  kind.of(cluster).push(created);
  return created;
}

/** @throws Refusal when another change or clone is open, or the cluster is not in service. */
function checkState(
  { assumptions }: World,
  { name, act, statuses }: Pick<WorkflowKind<StoredWorkflow>, "name" | "act" | "statuses">,
  cluster: StoredCluster,
  now: number,
): void {
  const { busy, outOfService } = statuses(assumptions);
  const clonesCount = assumptions.clone_counts_as_change === "yes";
  const change = name === "change" || clonesCount ? openOf(cluster.changes, now) : undefined;
  const open = change ?? (clonesCount ? openOf(cluster.clones, now) : undefined);
  if (open !== undefined) {
    const noun = change === undefined ? "cloning operation" : "configuration change";
    const words = `Cluster ${cluster.id} has a ${noun} already: ${open.id} is ${statusAt(open, now)}`;
    throw new Refusal(Number(busy), words);
  }
  const status = answerCluster(cluster, now, assumptions)?.status ?? "gone";
  if (status === "in_service") return;
  const words = `Cluster ${cluster.id} is ${status}; only one that is in_service can be ${act[1]}`;
  throw new Refusal(Number(outOfService), words);
}
