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
  "stemming_dictionaries",
  "conversation_models",
  "nl_search_models",
] as const satisfies readonly NamedRecordKind[];

export const namedKind = z.enum(KINDS);

/** The body of a collection's create, and its content. */
const collectionSeed = z.looseObject({
  name: z.string().min(1),
  fields: z.array(object),
  /** Documents, stored in this order. They must fit the schema. */
  documents: z.array(object).optional(),
  /** Epoch seconds. */
  created_at: z.int().optional(),
  /** Seconds for which another update of it is in progress. */
  altering_seconds: z.number().min(0).optional(),
});

/**
 * The data of a cluster. The rules of the nodes apply, except for references to sets and collections that come
 * later: named records come first, then collections, aliases and keys.
 */
export const dataSeed = z
  .strictObject({
    named: z.partialRecord(namedKind, z.record(z.string(), object)),
    collections: z.array(collectionSeed),
    /** Name of the alias → name of the collection. */
    aliases: z.record(z.string(), z.string()),
    /** Bodies of their creates; `value` sets the key itself. */
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
/** `carry_out`: false drops the pending writes. */
export const quorumBody = z.strictObject({ carry_out: z.boolean() }).partial();
/** The missing resource of a node, or null. */
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

/** Fields of a cluster that are stored. All other fields follow from these, or are held. */
const stored = {
  ...settingFields(STORED_SETTINGS, ""),
  name: z.string().nullable(),
  auto_upgrade_capacity: z.boolean().nullable(),
  provisioned_by: z.strictObject({ user_name: z.string(), user_type: z.string() }),
  /** Epoch seconds. */
  provisioned_at: moment,
  /** Overrides the assumption for this cluster; null: no override. */
  newer_server_differs: z.enum(ASSUMPTIONS.newer_server_differs.alternatives).nullable(),
};

/** The common fields of the seeds of changes and clones. Times are epoch seconds. */
const workflow = {
  id: z.string().min(1),
  status: z.enum(WORKFLOW_STATUSES),
  created_at: moment,
  completed_at: moment,
  notification_email_addresses: z.array(z.string()),
};

/**
 * A change of a cluster, by default created now. No rule of the API applies. `pending` (the default, due in a day)
 * and `in_progress` (since now) proceed by the clock. One that has ended (now) leaves the seeded cluster as it is.
 */
const changeSeed = z
  .strictObject({
    ...workflow,
    perform_change_at: moment,
    ...settingFields(CHANGE_SETTINGS, "new_"),
  })
  .partial();
export type ChangeSeed = z.infer<typeof changeSeed>;

/** A clone of a cluster, like a change. One that has succeeded creates its new cluster unless it names one. */
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
 * A cluster to add to the account. No rule of the API applies, so older and unusual ones are possible. `status`
 * provisioning, initializing (both start now), in_service and deprovisioning proceed by the clock; any other is
 * held. Its `parameters` (server parameters by name) run already.
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
    /** Number of months with an invoice: a draft for this month, one that is due, and paid ones before. */
    invoices: z.int().min(0).max(1_000).optional(),
  })
  // A body that was lost in transit arrives empty.
  .refine((seed) => Object.values(seed).some((part) => part !== undefined), {
    message: "A seed has at least one of clusters, keys and invoices.",
  });
export type SeedBody = z.infer<typeof seedRequest>;

/** A change outside the API. Derived fields are held at the given value. */
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
    /** Undocumented fields to add to the response. */
    additional: z.record(z.string(), z.unknown()),
    /** Names of held fields that are derived again. */
    automatic: z.array(z.string()),
  })
  .partial();
export type ClusterPatch = z.infer<typeof clusterPatch>;

/** True if {@link clusterPatch} stores a field. Two fields can be null in responses only, so null is held. */
export function isStored(field: string, value: unknown): boolean {
  const answerOnly = value === null && (field === "search_server_version" || field === "region_node_counts");
  return Object.hasOwn(stored, field) && !answerOnly;
}
