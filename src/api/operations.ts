import type { Capability } from "./capabilities";
import { MAX_PER_PAGE, MAX_PER_PAGE_NESTED } from "./limits";

/** One operation of the management API, as data (management API, Endpoints). */
export interface Operation {
  /** The operationId, the same as its key in {@link OPERATIONS}. */
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH" | "DELETE";
  /** Relative to the base URL; parameters in braces. */
  readonly path: string;
  /** What the key must be allowed to do; null: any valid credential. */
  readonly capability: Capability | null;
  /** The only status that means success. */
  readonly success: 200 | 201;
  /** A `write` that is sent twice may have happened twice. */
  readonly kind: "read" | "write";
  /** Names of the query parameters; no others are accepted. */
  readonly query: readonly string[];
  /** Whether a request carries a body. */
  readonly body: "none" | "optional" | "required";
  /** For lists that come in pages: the key of the records and the largest page. */
  readonly page: { readonly key: string; readonly maxPerPage: number } | null;
  /** The documented failure statuses (management API, Response notes, "Statuses per operation"). */
  readonly failures: readonly number[];
}

const PAGED = ["page", "per_page"] as const;

/** The 24 operations. */
export const OPERATIONS = {
  getAccount: {
    id: "getAccount",
    method: "GET",
    path: "/account",
    capability: null,
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 429],
  },
  listClusters: {
    id: "listClusters",
    method: "GET",
    path: "/clusters",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: PAGED,
    body: "none",
    page: { key: "clusters", maxPerPage: MAX_PER_PAGE },
    failures: [400, 403, 429],
  },
  createCluster: {
    id: "createCluster",
    method: "POST",
    path: "/clusters",
    capability: "clusters:create",
    success: 201,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 402, 403, 422, 429],
  },
  getCluster: {
    id: "getCluster",
    method: "GET",
    path: "/clusters/{id}",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 429],
  },
  updateCluster: {
    id: "updateCluster",
    method: "PATCH",
    path: "/clusters/{id}",
    capability: "clusters:configure",
    success: 200,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 422, 429],
  },
  getClusterMetrics: {
    id: "getClusterMetrics",
    method: "GET",
    path: "/clusters/{cluster_id}/metrics",
    capability: "metrics:read",
    success: 200,
    kind: "read",
    query: ["metrics", "window", "aggregation"],
    body: "none",
    page: null,
    failures: [400, 403, 404, 429, 503],
  },
  terminateCluster: {
    id: "terminateCluster",
    method: "POST",
    path: "/clusters/{cluster_id}/lifecycle",
    capability: "clusters:terminate",
    success: 201,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 422, 429],
  },
  issueClusterApiKeys: {
    id: "issueClusterApiKeys",
    method: "POST",
    path: "/clusters/{cluster_id}/api-keys",
    capability: "cluster_credentials:issue",
    success: 200,
    kind: "write",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 422, 429],
  },
  listConfigurationChanges: {
    id: "listConfigurationChanges",
    method: "GET",
    path: "/clusters/{cluster_id}/configuration-changes",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: PAGED,
    body: "none",
    page: { key: "configuration_changes", maxPerPage: MAX_PER_PAGE_NESTED },
    failures: [400, 403, 404, 429],
  },
  createConfigurationChange: {
    id: "createConfigurationChange",
    method: "POST",
    path: "/clusters/{cluster_id}/configuration-changes",
    capability: "clusters:configure",
    success: 201,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 402, 403, 404, 429],
  },
  getConfigurationChange: {
    id: "getConfigurationChange",
    method: "GET",
    path: "/clusters/{cluster_id}/configuration-changes/{id}",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 429],
  },
  cancelConfigurationChange: {
    id: "cancelConfigurationChange",
    method: "PATCH",
    path: "/clusters/{cluster_id}/configuration-changes/{id}",
    capability: "clusters:configure",
    success: 200,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 429],
  },
  listCloningOperations: {
    id: "listCloningOperations",
    method: "GET",
    path: "/clusters/{cluster_id}/cloning-operations",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: PAGED,
    body: "none",
    page: { key: "cloning_operations", maxPerPage: MAX_PER_PAGE_NESTED },
    failures: [400, 403, 404, 429],
  },
  createCloningOperation: {
    id: "createCloningOperation",
    method: "POST",
    path: "/clusters/{cluster_id}/cloning-operations",
    capability: "clusters:clone",
    success: 201,
    kind: "write",
    query: [],
    body: "optional",
    page: null,
    failures: [400, 402, 403, 404, 422, 429],
  },
  getCloningOperation: {
    id: "getCloningOperation",
    method: "GET",
    path: "/clusters/{cluster_id}/cloning-operations/{id}",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 429],
  },
  cancelCloningOperation: {
    id: "cancelCloningOperation",
    method: "PATCH",
    path: "/clusters/{cluster_id}/cloning-operations/{id}",
    capability: "clusters:clone",
    success: 200,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 429],
  },
  listServerConfigurationParameters: {
    id: "listServerConfigurationParameters",
    method: "GET",
    path: "/clusters/{cluster_id}/server-configuration-parameters",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [400, 403, 404, 429],
  },
  createServerConfigurationParameter: {
    id: "createServerConfigurationParameter",
    method: "POST",
    path: "/clusters/{cluster_id}/server-configuration-parameters",
    capability: "cluster_parameters:manage",
    success: 201,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 422, 429],
  },
  getServerConfigurationParameter: {
    id: "getServerConfigurationParameter",
    method: "GET",
    path: "/clusters/{cluster_id}/server-configuration-parameters/{id}",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 429],
  },
  updateServerConfigurationParameter: {
    id: "updateServerConfigurationParameter",
    method: "PATCH",
    path: "/clusters/{cluster_id}/server-configuration-parameters/{id}",
    capability: "cluster_parameters:manage",
    success: 200,
    kind: "write",
    query: [],
    body: "required",
    page: null,
    failures: [400, 403, 404, 422, 429],
  },
  deleteServerConfigurationParameter: {
    id: "deleteServerConfigurationParameter",
    method: "DELETE",
    path: "/clusters/{cluster_id}/server-configuration-parameters/{id}",
    capability: "cluster_parameters:manage",
    success: 200,
    kind: "write",
    query: [],
    body: "none",
    page: null,
    failures: [400, 403, 404, 422, 429],
  },
  listInvoices: {
    id: "listInvoices",
    method: "GET",
    path: "/invoices",
    capability: "billing:read",
    success: 200,
    kind: "read",
    query: PAGED,
    body: "none",
    page: { key: "invoices", maxPerPage: MAX_PER_PAGE },
    failures: [400, 403, 429],
  },
  getInvoice: {
    id: "getInvoice",
    method: "GET",
    path: "/invoices/{id}",
    capability: "billing:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [403, 404, 429],
  },
  listClusterOptions: {
    id: "listClusterOptions",
    method: "GET",
    path: "/cluster-options",
    capability: "clusters:read",
    success: 200,
    kind: "read",
    query: [],
    body: "none",
    page: null,
    failures: [400, 403, 429],
  },
} as const satisfies Record<string, Operation>;

export type OperationId = keyof typeof OPERATIONS;

/** The capability that an operation requires of a key; null: any valid credential will do. */
export function capabilityOf(operation: OperationId): Capability | null {
  return OPERATIONS[operation].capability;
}

/** The operations that answer in pages. */
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
