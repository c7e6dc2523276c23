import type { Assumptions } from "../assumptions";
import type { RefusalOf } from "../rules/refusal";
import type { StoredCluster } from "../store/cluster";
import type { StoredWorkflow } from "../store/workflow";
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
