import type * as z from "zod";
import type { Assumptions } from "../assumptions";
import type { StoredCluster } from "../clusters/record";
import type { RefusalOf } from "../http/refusal";
import type { BodyRules } from "../rules/fields";
import type { World } from "../world";
import type { StoredWorkflow } from "./life";

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

/** What both the create body and the seed of a change or clone have in common. */
export interface WorkflowBody {
  readonly notification_email_addresses?: readonly string[] | undefined;
}

/** What a kind of record adds to what changes and clones have in common. */
export type OwnPart<Stored extends StoredWorkflow> = Omit<Stored, Exclude<keyof StoredWorkflow, "performAt">>;

/** Configuration changes and cloning operations are one workflow; this is what tells them apart. */
export interface WorkflowKind<Stored extends StoredWorkflow, Body extends z.ZodObject, Seed> {
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
  body(assumptions: Assumptions): BodyRules<Body>;
  /** Checks the moment of a well-formed request. @throws Refusal */
  checkMoment?(world: World, body: z.output<Body>, requester: Requester): void;
  /** The statuses of refusals: another one is open, the cluster is not in service, too late to cancel. */
  statuses(assumptions: Assumptions): { busy: string; outOfService: string; tooLate: string };
  /** Its own part of a record that is created. @throws Refusal when the cluster cannot become what is requested. */
  created(world: World, cluster: StoredCluster, body: z.output<Body>, requester: Requester): OwnPart<Stored>;
  /** Its own part of a record that is seeded. */
  seeded(cluster: StoredCluster, seed: Seed): Omit<OwnPart<Stored>, "performAt"> & { settled?: boolean };
}
