import type { Capability } from "./capabilities";
import { MAX_PER_PAGE, MAX_PER_PAGE_NESTED } from "./limits";

/** One operation of the management API, as data (management API, Endpoints). */
export interface Operation {
  /** The operationId, the same as its key in {@link OPERATIONS}. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the base URL; parameters in braces. */
  readonly path: string;
  /** The capability that the key needs; null: any valid credential. */
  readonly capability: Capability | null;
  /** The only status that means success. */
  readonly success: 200 | 201;
  /** A `write` that is sent twice may be carried out twice. */
  readonly kind: "read" | "write";
  /** Names of the query parameters; no others are accepted. */
  readonly query: readonly string[];
  /** The body of a request. */
  readonly body: "none" | "optional" | "required";
  /** For paged lists: the key of the records and the largest page. */
  readonly page: { readonly key: string; readonly maxPerPage: number } | null;
  /** The documented failure statuses (management API, Response notes, "Statuses per operation"). */
  readonly failures: readonly number[];
}

/** Every operation may answer that the key lacks the capability, and that the rate limit is exceeded. */
const failing = (others: readonly number[]) => [...others, 403, 429].sort((a, b) => a - b);

/** `failures`: those beside 403 and 429. */
const read = <const Path extends string>(
  path: Path,
  capability: Capability | null,
  failures: readonly number[],
  query: readonly string[] = [],
) => ({
  method: "GET" as const,
  path,
  capability,
  success: 200 as const,
  kind: "read" as const,
  query,
  body: "none" as const,
  page: null,
  failures: failing(failures),
});

const paged = <const Path extends string, const Key extends string>(
  path: Path,
  capability: Capability,
  failures: readonly number[],
  key: Key,
  maxPerPage: number,
) => ({ ...read(path, capability, failures, ["page", "per_page"]), page: { key, maxPerPage } });

/** A POST creates and a write has a body, unless `given` says otherwise. */
const write = <const Path extends string>(
  method: "POST" | "PATCH" | "DELETE",
  path: Path,
  capability: Capability,
  failures: readonly number[],
  given: Partial<Pick<Operation, "success" | "body">> = {},
) => ({
  method,
  path,
  capability,
  success: method === "POST" ? (201 as const) : (200 as const),
  kind: "write" as const,
  query: [],
  body: "required" as const,
  page: null,
  failures: failing(failures),
  ...given,
});

/** A list that belongs to one cluster. */
const nested = <const Path extends string, const Key extends string>(path: Path, key: Key) =>
  paged(path, "clusters:read", [400, 404], key, MAX_PER_PAGE_NESTED);

const CLUSTER = "/clusters/{cluster_id}";
const CHANGES = `${CLUSTER}/configuration-changes` as const;
const CLONES = `${CLUSTER}/cloning-operations` as const;
const PARAMETERS = `${CLUSTER}/server-configuration-parameters` as const;
const METRICS_QUERY = ["metrics", "window", "aggregation"];
const MANAGE = "cluster_parameters:manage";

const ROWS = {
  getAccount: read("/account", null, []),
  listClusters: paged("/clusters", "clusters:read", [400], "clusters", MAX_PER_PAGE),
  createCluster: write("POST", "/clusters", "clusters:create", [400, 402, 422]),
  getCluster: read("/clusters/{id}", "clusters:read", [404]),
  updateCluster: write("PATCH", "/clusters/{id}", "clusters:configure", [400, 404, 422]),
  getClusterMetrics: read(`${CLUSTER}/metrics`, "metrics:read", [400, 404, 503], METRICS_QUERY),
  terminateCluster: write("POST", `${CLUSTER}/lifecycle`, "clusters:terminate", [400, 404, 422]),
  issueClusterApiKeys: write("POST", `${CLUSTER}/api-keys`, "cluster_credentials:issue", [404, 422], {
    success: 200,
    body: "none",
  }),
  listConfigurationChanges: nested(CHANGES, "configuration_changes"),
  createConfigurationChange: write("POST", CHANGES, "clusters:configure", [400, 402, 404]),
  getConfigurationChange: read(`${CHANGES}/{id}`, "clusters:read", [404]),
  cancelConfigurationChange: write("PATCH", `${CHANGES}/{id}`, "clusters:configure", [400, 404]),
  listCloningOperations: nested(CLONES, "cloning_operations"),
  createCloningOperation: write("POST", CLONES, "clusters:clone", [400, 402, 404, 422], { body: "optional" }),
  getCloningOperation: read(`${CLONES}/{id}`, "clusters:read", [404]),
  cancelCloningOperation: write("PATCH", `${CLONES}/{id}`, "clusters:clone", [400, 404]),
  listServerConfigurationParameters: read(PARAMETERS, "clusters:read", [400, 404]),
  createServerConfigurationParameter: write("POST", PARAMETERS, MANAGE, [400, 404, 422]),
  getServerConfigurationParameter: read(`${PARAMETERS}/{id}`, "clusters:read", [404]),
  updateServerConfigurationParameter: write("PATCH", `${PARAMETERS}/{id}`, MANAGE, [400, 404, 422]),
  deleteServerConfigurationParameter: write("DELETE", `${PARAMETERS}/{id}`, MANAGE, [400, 404, 422], {
    body: "none",
  }),
  listInvoices: paged("/invoices", "billing:read", [400], "invoices", MAX_PER_PAGE),
  getInvoice: read("/invoices/{id}", "billing:read", [404]),
  listClusterOptions: read("/cluster-options", "clusters:read", [400]),
};

/** The 24 operations. */
export const OPERATIONS = Object.fromEntries(
  Object.entries(ROWS).map(([id, row]) => [id, { id, ...row }]),
) as { readonly [Id in keyof typeof ROWS]: (typeof ROWS)[Id] & { readonly id: Id } };

export type OperationId = keyof typeof OPERATIONS;

/** Returns the capability that an operation requires; null: any valid credential. */
export function capabilityOf(operation: OperationId): Capability | null {
  return OPERATIONS[operation].capability;
}

/** The operations with paged answers. */
export type PagedOperationId = {
  [Id in OperationId]: (typeof OPERATIONS)[Id]["page"] extends null ? never : Id;
}[OperationId];

type ParameterNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ParameterNames<Rest>
  : never;

/** The path parameters of an operation, by name. */
export type PathParameters<Id extends OperationId> = {
  readonly [Name in ParameterNames<(typeof OPERATIONS)[Id]["path"]>]: string;
};
