import type { ClusterStatus, UserType, WorkflowStatus, YesNo } from "./enumerations";
import type { OperationId } from "./operations";
import { SETTING_NAMES, SETTINGS, SETTINGS_OF_CHANGE, type SettingName, type Settings } from "./settings";
import * as z from "./zod";

/**
 * The records of the API, read leniently (docs/design/api-assumptions.md#rule): unknown fields and unknown enumerated values
 * never fail, and a missing field reads as null, except for the few without which a record cannot be understood.
 *
 * All are lazy: a plan reads two or three of them, and building the rest would take as long as its requests.
 */

const open = <Known extends string>() => z.string() as unknown as z.ZodType<Known, string>;
const orNull = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? null, schema.nullable());
const orEmpty = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => value ?? [], z.array(schema));

/**
 * Epoch seconds; ISO 8601 strings are accepted too, as server parameters have them (docs/design/api-assumptions.md#parameters).
 */
const epochSeconds = z.lazy(() =>
  z.union([
    z.number(),
    z
      .string()
      .refine((text) => !Number.isNaN(Date.parse(text)), "neither epoch seconds nor an ISO 8601 time")
      .transform((text) => Date.parse(text) / 1000),
  ]),
);

/** Schemas of the settings, by the type of their values. */
const SCHEMAS = {
  yes_no: () => orNull(open<YesNo>()),
  boolean: () => orNull(z.boolean()),
  string: () => orNull(z.string()),
  version: () => orNull(z.string()),
  count: () => orNull(z.number().int()),
  counts: () => orNull(z.record(z.string(), z.number().int())),
};

type SettingSchema<Name extends SettingName> = ReturnType<(typeof SCHEMAS)[Settings[Name]["type"]]>;

const settingSchemas = <Name extends SettingName, const Prefix extends string>(
  names: readonly Name[],
  prefix: Prefix,
) =>
  Object.fromEntries(names.map((name) => [`${prefix}${name}`, SCHEMAS[SETTINGS[name].type]()])) as {
    [One in Name as `${Prefix}${One}`]: SettingSchema<One>;
  };

/** A cluster (management API, Cluster). */
export const clusterSchema = z.lazy(() =>
  z.object({
    id: z.string().min(1),
    ...settingSchemas(SETTING_NAMES, ""),
    memory: z.string(),
    vcpu: z.string(),
    /** One entry per live node; lags behind `region_node_counts`. */
    regions: orEmpty(z.string()),
    hostnames: orNull(
      z.object({
        nodes: orEmpty(z.string()),
        search_delivery_network: orNull(z.string()),
        load_balanced: orNull(z.string()),
      }),
    ),
    usage: orNull(z.looseObject({})),
    provisioned_by: orNull(z.object({ user_name: orNull(z.string()), user_type: orNull(open<UserType>()) })),
    provisioned_at: orNull(epochSeconds),
    status: open<ClusterStatus>(),
  }),
);
export type ClusterRecord = z.output<typeof clusterSchema>;

/** A configuration change (management API, ConfigurationChange). */
export const configurationChangeSchema = z.lazy(() =>
  z.object({
    id: z.string().min(1),
    status: open<WorkflowStatus>(),
    created_at: orNull(epochSeconds),
    updated_at: orNull(epochSeconds),
    perform_change_at: orNull(epochSeconds),
    completed_at: orNull(epochSeconds),
    notification_email_addresses: orEmpty(z.string()),
    ...settingSchemas(SETTINGS_OF_CHANGE, "old_"),
    ...settingSchemas(SETTINGS_OF_CHANGE, "new_"),
  }),
);
export type ConfigurationChangeRecord = z.output<typeof configurationChangeSchema>;

/** A cloning operation (docs/design/api-assumptions.md#clones). */
export const cloningOperationSchema = z.lazy(() =>
  z.looseObject({
    id: z.string().min(1),
    status: open<WorkflowStatus>(),
    created_at: orNull(epochSeconds),
    updated_at: orNull(epochSeconds),
    completed_at: orNull(epochSeconds),
    source_region: orNull(z.string()),
    target_region: orNull(z.string()),
    search_server_version: orNull(z.string()),
    target_cluster_reference_id: orNull(z.string()),
    notification_email_addresses: orEmpty(z.string()),
  }),
);
export type CloningOperationRecord = z.output<typeof cloningOperationSchema>;

/** A server parameter (docs/design/api-assumptions.md#parameters). The value is always a string. */
export const serverParameterSchema = z.lazy(() =>
  z.looseObject({
    id: z.string().min(1),
    parameter_name: z.string(),
    parameter_value: z.union([z.string(), z.number().transform(String), z.boolean().transform(String)]),
    created_at: orNull(epochSeconds),
    updated_at: orNull(epochSeconds),
  }),
);
export type ServerParameterRecord = z.output<typeof serverParameterSchema>;

/** Metrics (management API, MetricsResponse). Values of a series can be null. */
export const metricsSchema = z.lazy(() =>
  z.object({
    cluster_id: orNull(z.string()),
    window: orNull(z.string()),
    aggregation: orNull(z.string()),
    resolution: orNull(z.string()),
    timestamp_unit: orNull(z.string()),
    metrics: z.record(
      z.string(),
      z.record(
        z.string(),
        z.object({
          hostname: orNull(z.string()),
          timestamps: z.array(z.number()),
          values: z.array(z.number().nullable()),
        }),
      ),
    ),
  }),
);
export type MetricsRecord = z.output<typeof metricsSchema>;

/** An invoice (docs/design/api-assumptions.md#open-records), passed through unchanged. */
const invoiceSchema = z.looseObject({ id: z.string().min(1) });
export type InvoiceRecord = z.output<typeof invoiceSchema>;

/** Objects of unknown shape: the account and the cluster options (docs/design/api-assumptions.md#open-records). */
export const openObjectSchema = z.looseObject({});
export type OpenRecord = z.output<typeof openObjectSchema>;

/** A pair of data-plane keys (management API, Mutation responses: ClusterApiKeysResponse). Both are secrets, which headers carry. */
export const apiKeysSchema = z.lazy(() => {
  const key = z.string().regex(/^[\x21-\x7e]+$/);
  return z.object({ api_keys: z.object({ admin_key: key, search_only_key: key }) });
});

const count = () => z.number().int().optional().catch(undefined);
type Count = ReturnType<typeof count>;
const pageOf = <Key extends string, Schema extends z.ZodType>(key: Key, schema: Schema) =>
  z.lazy(() =>
    z.object({ page: count(), per_page: count(), total: count(), [key]: z.array(schema) } as {
      page: Count;
      per_page: Count;
      total: Count;
    } & Record<Key, z.ZodArray<Schema>>),
  );

const inEnvelope = (key: string) => (value: unknown) =>
  typeof value === "object" && value !== null && "id" in value && !(key in value) ? { [key]: value } : value;

const clusterMutation = z.lazy(() => z.object({ cluster: clusterSchema }));
const changeMutation = z.lazy(() => z.object({ configuration_change: configurationChangeSchema }));
/** The envelope is not documented (management API, Mutation responses), so the bare record is accepted too. */
const cloningMutation = z.preprocess(
  inEnvelope("cloning_operation"),
  z.object({ cloning_operation: cloningOperationSchema }),
);
const actionResponse = z.lazy(() => z.looseObject({ message: orNull(z.string()) }));

/** The schema of each operation's answer. */
export const ANSWERS = {
  getAccount: openObjectSchema,
  listClusters: pageOf("clusters", clusterSchema),
  createCluster: clusterMutation,
  getCluster: clusterSchema,
  updateCluster: clusterMutation,
  getClusterMetrics: metricsSchema,
  terminateCluster: actionResponse,
  issueClusterApiKeys: apiKeysSchema,
  listConfigurationChanges: pageOf("configuration_changes", configurationChangeSchema),
  createConfigurationChange: changeMutation,
  getConfigurationChange: configurationChangeSchema,
  cancelConfigurationChange: changeMutation,
  listCloningOperations: pageOf("cloning_operations", cloningOperationSchema),
  createCloningOperation: cloningMutation,
  getCloningOperation: cloningOperationSchema,
  cancelCloningOperation: cloningMutation,
  listServerConfigurationParameters: z.array(serverParameterSchema),
  createServerConfigurationParameter: serverParameterSchema,
  getServerConfigurationParameter: serverParameterSchema,
  updateServerConfigurationParameter: serverParameterSchema,
  deleteServerConfigurationParameter: openObjectSchema,
  listInvoices: pageOf("invoices", invoiceSchema),
  getInvoice: invoiceSchema,
  listClusterOptions: openObjectSchema,
} as const satisfies Record<OperationId, z.ZodType>;

/** The answer of an operation. */
export type Answer<Id extends OperationId> = z.output<(typeof ANSWERS)[Id]>;
