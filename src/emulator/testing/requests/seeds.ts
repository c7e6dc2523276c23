import * as z from "zod";
import { WORKFLOW_STATUSES } from "../../../api/enumerations";
import { CHANGE_SETTINGS, SETTINGS, type SettingIn, type Settings } from "../../../api/settings";
import { keyBody } from "../../domain/access";
import { ASSUMPTIONS } from "../../domain/assumptions";
import type { NamedRecordKind } from "../../domain/store/named";
import { STORED_SETTINGS } from "../../domain/store/settings";

const object = z.record(z.string(), z.unknown());
const KINDS = [
  "synonym_sets",
  "curation_sets",
  "presets",
  "stopwords",
  "analytics_rules",
] as const satisfies readonly NamedRecordKind[];

export const namedKind = z.enum(KINDS);

/** A collection as the body of its create, and beside it what is in it. */
const collectionSeed = z.looseObject({
  name: z.string().min(1),
  fields: z.array(object),
  /** Stored in this order; they must fit the fields. */
  documents: z.array(object).optional(),
  /** Epoch seconds. */
  created_at: z.int().optional(),
  /** For how many seconds another update of it is in progress. */
  altering_seconds: z.number().min(0).optional(),
});

/**
 * What runs on a cluster. The rules of the nodes apply, but for the ones about sets and collections that are not there
 * yet: named records come first, then collections, aliases and keys.
 */
export const dataSeed = z
  .strictObject({
    named: z.partialRecord(namedKind, z.record(z.string(), object)),
    collections: z.array(collectionSeed),
    /** Name of the alias → name of the collection. */
    aliases: z.record(z.string(), z.string()),
    /** As the bodies of their creates; `value` chooses the key itself. */
    keys: z.array(object),
  })
  .partial();
export type DataSeedBody = z.input<typeof dataSeed>;

export const collectionBody = object;
export const documentsBody = z
  .strictObject({ documents: z.array(object) })
  .transform(({ documents }) => documents);
export const aliasBody = z
  .strictObject({ collection_name: z.string().min(1) })
  .transform((body) => body.collection_name);
export const namedBody = object;
/** {@link LagRequest} */
export const lagBody = z
  .strictObject({ seconds: z.number().min(0), requests: z.int().min(1), healthy: z.boolean() })
  .partial();
export const skewBody = z.strictObject({ seconds: z.int() }).transform(({ seconds }) => seconds);
/** Whether the writes that wait are carried out. */
export const quorumBody = z.strictObject({ carry_out: z.boolean() }).partial();
/** What a node lacks, or null for nothing. */
export const resourceErrorBody = z
  .strictObject({ resource_error: z.enum(["OUT_OF_DISK", "OUT_OF_MEMORY"]).nullable() })
  .transform((body) => body.resource_error);

const moment = z.int();

/** Schemas of the settings, by the type of their values: a seed may have any value. */
const SCHEMAS = {
  yes_no: z.string(),
  string: z.string(),
  version: z.string(),
  count: z.int(),
  counts: z.record(z.string(), z.int().min(1)),
};

const settingFields = <Name extends SettingIn<"change">, const Prefix extends string>(
  names: readonly Name[],
  prefix: Prefix,
) =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, SCHEMAS[SETTINGS[name].type]])) as {
    [One in Name as `${Prefix}${One}`]: (typeof SCHEMAS)[Settings[One]["type"]];
  };

/** Fields of a cluster that are stored; everything else of the answer follows from them, or is held. */
const stored = {
  ...settingFields(STORED_SETTINGS, ""),
  name: z.string().nullable(),
  auto_upgrade_capacity: z.boolean().nullable(),
  provisioned_by: z.strictObject({ user_name: z.string(), user_type: z.string() }),
  /** Epoch seconds. */
  provisioned_at: moment,
  /** What holds for this cluster instead of the assumption; null: the assumption. */
  newer_server_differs: z.enum(ASSUMPTIONS.newer_server_differs.alternatives).nullable(),
};

/** What the seeds of changes and clones have in common. Moments are epoch seconds. */
const workflow = {
  id: z.string().min(1),
  status: z.enum(WORKFLOW_STATUSES),
  created_at: moment,
  completed_at: moment,
  notification_email_addresses: z.array(z.string()),
};

/**
 * A change of a cluster that is put into the account, by default created now; no rule of the API applies. `pending`
 * (the default, due in a day) and `in_progress` (since now) go on by themselves. What is over (now) leaves the
 * cluster as it is seeded.
 */
const changeSeed = z
  .strictObject({
    ...workflow,
    perform_change_at: moment,
    ...settingFields(CHANGE_SETTINGS, "new_"),
  })
  .partial();
export type ChangeSeed = z.infer<typeof changeSeed>;

/**
 * A clone of a cluster that is put into the account, like a change. One that has succeeded creates its new cluster
 * unless it names one.
 */
const cloneSeed = z
  .strictObject({
    ...workflow,
    target_region: z.string(),
    search_server_version: stored.search_server_version,
    target_cluster_reference_id: z.string(),
  })
  .partial();
export type CloneSeed = z.infer<typeof cloneSeed>;

/**
 * A cluster to put into the account; no rule of the API applies, so older and odder ones are possible. From
 * `status` provisioning, initializing (both begin anew), in_service or deprovisioning it goes on by itself; any
 * other is held. Its `parameters` (server parameters by name) run already, and so does its `data`.
 */
const clusterSeed = z
  .strictObject({
    id: z.string().min(1),
    status: z.string(),
    ...stored,
    changes: z.array(changeSeed),
    clones: z.array(cloneSeed),
    parameters: z.record(z.string(), z.string()),
    data: dataSeed,
  })
  .partial();
export type ClusterSeedBody = z.infer<typeof clusterSeed>;

export const seedRequest = z
  .strictObject({
    clusters: z.array(clusterSeed).optional(),
    keys: z.array(keyBody).optional(),
    /** How many months have an invoice: the running one a draft, the last one due, paid ones before. */
    invoices: z.int().min(0).max(1_000).optional(),
  })
  // A body that was lost on its way is an empty one.
  .refine((seed) => Object.values(seed).some((part) => part !== undefined), {
    message: "A seed has at least one of clusters, keys and invoices.",
  });
export type SeedBody = z.infer<typeof seedRequest>;

/** A change out of band. Fields of the answer that follow from others are held at the given value. */
export const clusterPatch = z
  .strictObject({
    ...stored,
    search_server_version: stored.search_server_version.nullable(),
    region_node_counts: stored.region_node_counts.nullable(),
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

/** Fields that {@link clusterPatch} stores; of these two, null is only held: an answer alone can say it. */
export function isStored(field: string, value: unknown): boolean {
  const answerOnly = value === null && (field === "search_server_version" || field === "region_node_counts");
  return Object.hasOwn(stored, field) && !answerOnly;
}
