import * as z from "zod";
import { WORKFLOW_STATUSES } from "../../api/enumerations";
import { OPERATIONS, type OperationId } from "../../api/operations";
import type { FaultRequest } from "../faults/faults";
import type { KeyRequest } from "../http/access";
import type { OutsideAction, RaceRequest } from "./races";

const counts = z.record(z.string(), z.int().min(1));
const maker = z.strictObject({ user_name: z.string(), user_type: z.string() });

/** Fields of a cluster that are kept; everything else of the answer follows from them, or is held. */
const kept = {
  name: z.string().nullable(),
  memory: z.string(),
  vcpu: z.string(),
  gpu: z.string(),
  high_performance_disk: z.string(),
  search_server_version: z.string(),
  high_availability: z.string(),
  search_delivery_network: z.string(),
  region_node_counts: counts,
  auto_upgrade_capacity: z.boolean().nullable(),
  provisioned_by: maker,
  /** Epoch seconds. */
  provisioned_at: z.int(),
};

/**
 * A change of a cluster that is put into the account, by default made now; no rule of the API is asked. `pending`
 * (the default, due in a day) and `in_progress` (since now) go on by themselves. What is over (now) leaves the
 * cluster as it is seeded. Moments are epoch seconds.
 */
const changeSeed = z
  .strictObject({
    id: z.string().min(1),
    status: z.enum(WORKFLOW_STATUSES),
    created_at: z.int(),
    perform_change_at: z.int(),
    completed_at: z.int(),
    notification_email_addresses: z.array(z.string()),
    new_memory: kept.memory,
    new_vcpu: kept.vcpu,
    new_gpu: kept.gpu,
    new_high_performance_disk: kept.high_performance_disk,
    new_search_server_version: kept.search_server_version,
    new_high_availability: kept.high_availability,
    new_high_availability_node_count: z.int(),
    new_search_delivery_network: kept.search_delivery_network,
    new_region_node_counts: counts,
  })
  .partial();
export type ChangeSeed = z.infer<typeof changeSeed>;

/**
 * A clone of a cluster that is put into the account, like a change. One that has succeeded makes its new cluster
 * unless it names one.
 */
const cloneSeed = z
  .strictObject({
    id: z.string().min(1),
    status: z.enum(WORKFLOW_STATUSES),
    created_at: z.int(),
    completed_at: z.int(),
    notification_email_addresses: z.array(z.string()),
    target_region: z.string(),
    search_server_version: kept.search_server_version,
    target_cluster_reference_id: z.string(),
  })
  .partial();
export type CloneSeed = z.infer<typeof cloneSeed>;

/**
 * A cluster to put into the account; no rule of the API is asked, so older and odder ones can be made. From
 * `status` provisioning, initializing (both begin anew), in_service or deprovisioning it goes on by itself; any
 * other is held. Its `parameters` (server parameters by name) run already.
 */
const clusterSeed = z
  .strictObject({
    id: z.string().min(1),
    status: z.string(),
    ...kept,
    changes: z.array(changeSeed),
    clones: z.array(cloneSeed),
    parameters: z.record(z.string(), z.string()),
  })
  .partial();
export type ClusterSeed = z.infer<typeof clusterSeed>;

/** A change behind everybody's back. Fields of the answer that follow from others are held at the given value. */
const clusterPatch = z
  .strictObject({
    ...kept,
    search_server_version: kept.search_server_version.nullable(),
    region_node_counts: kept.region_node_counts.nullable(),
    status: z.string(),
    regions: z.array(z.string()),
    hostnames: z.record(z.string(), z.unknown()).nullable(),
    usage: z.record(z.string(), z.unknown()),
    load_balancing: z.string(),
    high_availability_node_count: z.int().nullable(),
    /** Fields that no document has, to be answered too. */
    additional: z.record(z.string(), z.unknown()),
    /** Names of held fields that follow from the time and the others again. */
    automatic: z.array(z.string()),
  })
  .partial();
export type ClusterPatch = z.infer<typeof clusterPatch>;

const key = z.strictObject({
  name: z.string().min(1),
  key: z.string().min(1),
  preset: z.string().optional(),
  capabilities: z.array(z.string()).optional(),
  clusters: z.union([z.literal("all"), z.array(z.string())]).optional(),
}) satisfies z.ZodType<KeyRequest>;

const side = z.enum(["before", "after"]).optional();
const headers = z.record(z.string(), z.string()).optional();
const status = z.int().min(200).max(599);

const pair = z.strictObject({ memory: z.string(), vcpu: z.string() });
const change = z.record(z.string(), z.unknown());
const clone = z.record(z.string(), z.unknown());

const action = z.union([
  z.enum(["begin", "cancel", "finish", "fail", "terminate"]),
  z.enum(["begin_clone", "cancel_clone", "finish_clone", "fail_clone"]),
  z.strictObject({ change }),
  z.strictObject({ auto_upgrade: pair }),
  z.strictObject({ clone }),
  z.strictObject({ set_parameter: z.strictObject({ name: z.string(), value: z.string() }) }),
  z.strictObject({ delete_parameter: z.string() }),
]) satisfies z.ZodType<OutsideAction>;

const effect = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("status"),
    status,
    body: z.enum(["json", "html", "empty", "truncated", "text"]).optional(),
    message: z.string().optional(),
    headers,
    when: side,
  }),
  z.strictObject({
    kind: z.literal("damage"),
    as: z.enum(["truncated", "html", "empty", "wrong_content_type"]),
  }),
  z.strictObject({ kind: z.literal("answer"), status, json: z.unknown(), headers, when: side }),
  z.strictObject({ kind: z.literal("reset"), when: z.enum(["before", "after", "midway"]).optional() }),
  z.strictObject({ kind: z.literal("delay"), milliseconds: z.int().min(0), when: side }),
  z.strictObject({ kind: z.literal("hold"), when: side }),
  z.strictObject({ kind: z.literal("race"), do: action, cluster: z.string().optional(), when: side }),
  z.strictObject({ kind: z.literal("redirect"), location: z.string(), status: status.optional() }),
  z.strictObject({ kind: z.literal("error_in_200"), message: z.string().optional() }),
]);

const match = z
  .strictObject({
    operation: z.enum(Object.keys(OPERATIONS) as [OperationId, ...OperationId[]]),
    method: z.string(),
    path: z.string(),
    nth: z.int().min(1),
    times: z.int().min(0),
  })
  .partial()
  .optional();

const fault = z.strictObject({ match, effect }) satisfies z.ZodType<FaultRequest>;

const race = z.strictObject({
  match,
  when: z.enum(["before", "after"]),
  do: action,
  cluster: z.string().optional(),
}) satisfies z.ZodType<RaceRequest>;

/** The bodies of the control path. */
export const CONTROL_REQUESTS = {
  advance: z.strictObject({ seconds: z.number().min(0) }),
  seed: z.strictObject({
    clusters: z.array(clusterSeed).optional(),
    keys: z.array(key).optional(),
    /** How many months have an invoice: the running one a draft, the last one due, paid ones before. */
    invoices: z.int().min(0).max(1_000).optional(),
  }),
  clusterPatch,
  fault,
  race,
  change,
  clone,
  parameter: z.strictObject({ value: z.string() }),
  finish: z.strictObject({ outcome: z.enum(["succeeded", "failed"]) }),
  autoUpgrade: pair,
  key,
  account: z.strictObject({ payment_method: z.boolean(), restricted: z.boolean() }).partial(),
  assumptions: z.record(z.string(), z.unknown()),
};
export type SeedRequest = z.infer<typeof CONTROL_REQUESTS.seed>;
