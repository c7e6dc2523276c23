import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import type { RefusalOf } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import { beginOf, endOf, type StoredWorkflow, statusAt, type WorkflowTimeline } from "../store/workflow";
import type { World } from "../world";

/** Who requests a change or clone, and when. */
export interface Requester {
  /** Epoch milliseconds. */
  readonly now: number;
  /** How failed rules become a refusal, in the names of the requester's dialect. */
  readonly refusal: RefusalOf;
  readonly by: Readonly<{ user_name: string; user_type: string }>;
  /** The secret of the management key, or null. */
  readonly key: string | null;
}

/** What a kind of record adds to what changes and clones have in common. */
export type OwnPart<Stored extends StoredWorkflow> = Omit<Stored, keyof StoredWorkflow>;

/** A request for a change or clone whose form is right. */
export interface WorkflowRequest<Stored extends StoredWorkflow> {
  readonly notification_email_addresses?: readonly string[] | undefined;
  /** When it is to begin, in epoch milliseconds. */
  readonly performAt: number;
  /** Its own part of the record. @throws Refusal when the cluster cannot become what is requested. */
  own(cluster: StoredCluster): OwnPart<Stored>;
}

/** Configuration changes and cloning operations are one workflow; this is what tells them apart. */
export interface WorkflowKind<Stored extends StoredWorkflow, Seed = never> {
  readonly name: "change" | "clone";
  /** As messages call it. */
  readonly noun: string;
  /** As messages say what it does to a cluster, and what has been done to the cluster. */
  readonly act: readonly [infinitive: string, participle: string];
  /** The key of one record and of a list in the answers. */
  readonly keys: readonly [record: string, list: string];
  readonly bodyOptional: boolean;
  of(cluster: StoredCluster): Stored[];
  /** Milliseconds from its begin to its end. */
  duration(id: string, assumptions: Assumptions): number;
  answer(stored: Stored, now: number, assumptions: Assumptions): { readonly id: string };
  /** The statuses of refusals: another one is open, the cluster is not in service, too late to cancel. */
  statuses(assumptions: Assumptions): { busy: string; outOfService: string; tooLate: string };
  /** Reads the body of a create, in canonical names. @throws Refusal for its form or its moment. */
  read(world: World, body: Readonly<Record<string, unknown>>, requester: Requester): WorkflowRequest<Stored>;
  /** Its own part of a record that is seeded. */
  seeded(cluster: StoredCluster, seed: Seed): OwnPart<Stored> & { settled?: boolean };
}

/** What the records of changes and clones have in common, at `now`. Moments are epoch seconds. */
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

/** Epoch milliseconds of the latest event in the life of a change or clone. */
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
