import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import type { RefusalOf } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { beginOf, endOf, type StoredWorkflow, statusAt, type WorkflowTimeline } from "../store/workflow";
import type { World } from "../world";

/** The requester of a change or clone, and the time. */
export interface Requester {
  /** Epoch milliseconds. */
  readonly now: number;
  /** Turns failed rules into a refusal with field names in the requester's dialect. */
  readonly refusal: RefusalOf;
  readonly by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key, or null. */
  readonly key: string | null;
}

/** The part of a record that changes and clones do not share. */
type OwnPart<Stored extends StoredWorkflow> = Omit<Stored, keyof StoredWorkflow>;

/** A valid request for a change or clone. */
interface WorkflowRequest<Stored extends StoredWorkflow> {
  readonly notification_email_addresses?: readonly string[] | undefined;
  /** The scheduled begin, in epoch milliseconds. */
  readonly performAt: number;
  /** Returns its own part of the record. @throws RefusalError if the configuration is invalid */
  own(cluster: StoredCluster): OwnPart<Stored>;
}

/** The differences between configuration changes and cloning operations, which are one workflow otherwise. */
export interface WorkflowKind<Stored extends StoredWorkflow, Seed = never> {
  readonly name: "change" | "clone";
  /** The noun in messages. */
  readonly noun: string;
  /** Phrases of messages: the action, and the state of the cluster after it. */
  readonly act: readonly [infinitive: string, participle: string];
  /** The keys of one record and of a list in responses. */
  readonly keys: readonly [record: string, list: string];
  readonly bodyOptional: boolean;
  of(cluster: StoredCluster): Stored[];
  /** Milliseconds from its begin to its end. */
  duration(id: string, assumptions: Assumptions): number;
  answer(stored: Stored, now: number, assumptions: Assumptions): { readonly id: string };
  /** The statuses of refusals: another workflow is open, the cluster is not in service, too late to cancel. */
  statuses(assumptions: Assumptions): { busy: string; outOfService: string; tooLate: string };
  /** Reads the body of a create, in canonical names. @throws RefusalError for an invalid body or time */
  read(world: World, body: Readonly<Record<string, unknown>>, requester: Requester): WorkflowRequest<Stored>;
  /** Returns its own part of a seeded record. */
  seeded(cluster: StoredCluster, seed: Seed): OwnPart<Stored> & { settled?: boolean };
}

/** Returns the common part of the records of changes and clones at `now`. Times are epoch seconds. */
export function answerWorkflow(workflow: StoredWorkflow, now: number, assumptions: Assumptions) {
  const addresses = [...workflow.notification_email_addresses];
  const none = addresses.length === 0 && assumptions.no_notification_addresses === "null";
  return {
    id: workflow.id,
    status: statusAt(workflow, now),
    created_at: seconds(workflow.createdAt),
    updated_at: seconds(updatedAt(workflow, now)),
    completed_at: completedAt(workflow, now, assumptions),
    notification_email_addresses: none ? null : addresses,
  };
}

/** Returns the epoch milliseconds of the latest event of a change or clone. */
export function updatedAt(workflow: WorkflowTimeline, now: number): number {
  if (workflow.canceledAt !== null) return workflow.canceledAt;
  const passed = [beginOf(workflow), endOf(workflow)].filter((moment) => moment <= now);
  return Math.max(workflow.createdAt, ...passed);
}

function completedAt(workflow: WorkflowTimeline, now: number, assumptions: Assumptions): number | null {
  const status = statusAt(workflow, now);
  if (status === "succeeded" || status === "failed") return seconds(endOf(workflow));
  if (workflow.canceledAt === null || assumptions.completed_at_of_canceled === "null") return null;
  return seconds(workflow.canceledAt);
}
