import { MAX_PER_PAGE_NESTED } from "../../../api/limits";
import { type Call, jsonBody, paged, refusalFor } from "../calls/call";
import { answerCluster, parentCluster } from "../clusters/answer";
import { checkBody, oneOf, strict } from "../rules/fields";
import { RefusalError } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { cancel, freshWorkflow, openOf, type StoredWorkflow, statusAt } from "../store/workflow";
import type { World } from "../world";
import type { Requester, WorkflowKind } from "./kind";

/** The body of a cancel (docs/design/api-assumptions.md#values). */
const CANCEL = { schema: strict({ status: oneOf(["canceled"]) }) };

/** Returns the four operations of a kind of workflow. */
export function workflowOperations<Stored extends StoredWorkflow>(kind: WorkflowKind<Stored>) {
  const [recordKey, listKey] = kind.keys;
  const noun = kind.noun.replace(/^./, (letter) => letter.toUpperCase());
  const shown = ({ world, now }: Call, stored: Stored) => kind.answer(stored, now, world.assumptions);
  const addressed = (call: Call): Stored => {
    const { id } = call.params;
    const found = kind.of(parentCluster(call).stored).find((one) => one.id === id);
    if (found === undefined) throw new RefusalError(404, `${noun} ${id} not found`);
    return found;
  };
  return {
    /** Lists those of one cluster, in pages of at most 10. */
    list(call: Call): unknown {
      const { stored } = parentCluster(call);
      return paged(call, listKey, MAX_PER_PAGE_NESTED, kind.of(stored), (one) => shown(call, one));
    },
    create(call: Call): unknown {
      const { world, key, now } = call;
      const { stored: cluster } = parentCluster(call);
      const created = createWorkflow(world, kind, cluster, jsonBody(call, kind.bodyOptional), {
        now,
        refusal: refusalFor(call),
        by: { user_name: key.name, user_type: "API Key" },
        key: key.key,
      });
      return { success: true, [recordKey]: shown(call, created) };
    },
    get: (call: Call): unknown => shown(call, addressed(call)),
    /** Cancels a pending one. */
    cancel(call: Call): unknown {
      const stored = addressed(call);
      checkBody(CANCEL, jsonBody(call), refusalFor(call));
      const status = statusAt(stored, call.now);
      if (status !== "pending") {
        const words = `${noun} ${stored.id} is ${status}; only a pending one can be canceled`;
        throw new RefusalError(Number(kind.statuses(call.world.assumptions).tooLate), words);
      }
      cancel(stored, call.now);
      return { success: true, [recordKey]: shown(call, stored) };
    },
  };
}

/**
 * Creates a change or clone of a cluster from a body in canonical names: 400 for an invalid body, 402 without a
 * payment method. For the state and the configuration, assumptions name the status.
 * @throws RefusalError
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
    throw new RefusalError(402, `A payment method is required to ${kind.act[0]}`);
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

/** @throws RefusalError if another change or clone is open, or the cluster is not in service */
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
    throw new RefusalError(Number(busy), words);
  }
  const status = answerCluster(cluster, now, assumptions)?.status ?? "gone";
  if (status === "in_service") return;
  const words = `Cluster ${cluster.id} is ${status}; only one that is in_service can be ${act[1]}`;
  throw new RefusalError(Number(outOfService), words);
}
