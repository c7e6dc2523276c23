import { NODE_OPERATIONS, type NodeOperation, type NodeOperationId } from "../../api/dataPlane/operations";
import { compareVersions } from "../../api/versions";

/** A route that the provider does not use; `NODE_OPERATIONS` contains the others. */
interface Given {
  /** Method and path, with parameters in braces. */
  readonly line: string;
  /** The direction that streams. @default "none" */
  readonly stream?: "request";
  /** True if its body or response contains a key. @default false */
  readonly secret?: true;
  /** True if its response names no charset. @default false */
  readonly bare?: true;
  /** The first version with the route. */
  readonly from?: string;
  /** The first version without it. */
  readonly before?: string;
}

const OLD = { before: "30.0" } as const;
const NEW = { from: "30.0" } as const;

const OTHERS = {
  multiSearch: { line: "POST /multi_search", secret: true },
  updateDocument: { line: "PATCH /collections/{name}/documents/{id}" },
  getSynonym: { line: "GET /collections/{name}/synonyms/{id}", ...OLD },
  getOverride: { line: "GET /collections/{name}/overrides/{id}", ...OLD },

  listSynonymSetItems: { line: "GET /synonym_sets/{name}/items", ...NEW },
  getSynonymSetItem: { line: "GET /synonym_sets/{name}/items/{id}", ...NEW },
  upsertSynonymSetItem: { line: "PUT /synonym_sets/{name}/items/{id}", ...NEW },
  deleteSynonymSetItem: { line: "DELETE /synonym_sets/{name}/items/{id}", ...NEW },
  listCurationSetItems: { line: "GET /curation_sets/{name}/items", ...NEW },
  getCurationSetItem: { line: "GET /curation_sets/{name}/items/{id}", ...NEW },
  upsertCurationSetItem: { line: "PUT /curation_sets/{name}/items/{id}", ...NEW },
  deleteCurationSetItem: { line: "DELETE /curation_sets/{name}/items/{id}", ...NEW },

  createAnalyticsRules: { line: "POST /analytics/rules" },
  createAnalyticsEvent: { line: "POST /analytics/events" },
  listAnalyticsEvents: { line: "GET /analytics/events" },
  writeAnalytics: { line: "POST /analytics/aggregate_events" },
  flushAnalytics: { line: "POST /analytics/flush", ...NEW },
  getAnalyticsStatus: { line: "GET /analytics/status", ...NEW },

  listPersonalizationModels: { line: "GET /personalization/models" },
  createPersonalizationModel: { line: "POST /personalization/models" },
  getPersonalizationModel: { line: "GET /personalization/models/{name}" },
  upsertPersonalizationModel: { line: "PUT /personalization/models/{name}" },
  deletePersonalizationModel: { line: "DELETE /personalization/models/{name}" },

  getHealthWithUsage: { line: "GET /health_with_rusage" },
  setHealth: { line: "POST /health" },
  getStatus: { line: "GET /status" },
  vote: { line: "POST /operations/vote", bare: true },
  resetPeers: { line: "POST /operations/reset_peers", bare: true },
  listSchemaChanges: { line: "GET /operations/schema_changes" },

  listLimits: { line: "GET /limits" },
  listActiveLimits: { line: "GET /limits/active" },
  listExceededLimits: { line: "GET /limits/exceeds" },
  getLimit: { line: "GET /limits/{id}" },
  createLimit: { line: "POST /limits", secret: true },
  upsertLimit: { line: "PUT /limits/{id}", secret: true },
  deleteLimit: { line: "DELETE /limits/{id}" },
  deleteActiveLimit: { line: "DELETE /limits/active/{id}" },
  deleteExceededLimit: { line: "DELETE /limits/exceeds/{id}" },

  proxy: { line: "POST /proxy", secret: true },
  proxyEvents: { line: "POST /proxy_sse", secret: true },
} as const satisfies Readonly<Record<string, Given>>;

/** The id of a route, as in `NODE_OPERATIONS` if the provider uses it. */
export type NodeRouteId = NodeOperationId | keyof typeof OTHERS;

/** One route of the server. */
export interface NodeRouteRow extends Pick<NodeOperation, "method" | "path" | "kind" | "secret"> {
  readonly id: NodeRouteId;
  /** The action that a key must allow, derived from method and path as the server does. */
  readonly action: string;
  /** True if the body is streamed. */
  readonly streams: boolean;
  /** True if its response names no charset. */
  readonly bare: boolean;
  readonly from: string | null;
  readonly before: string | null;
}

/** The first version with an operation that the provider uses; without an entry, all versions have it. */
const FROM: { readonly [Id in NodeOperationId]?: string } = {
  ...{ listPresets: "0.24", getPreset: "0.24", upsertPreset: "0.24", deletePreset: "0.24" },
  ...{ listStopwordsSets: "26.0", getStopwordsSet: "26.0" },
  ...{ upsertStopwordsSet: "26.0", deleteStopwordsSet: "26.0" },
  ...{ listSynonymSets: "30.0", getSynonymSet: "30.0", upsertSynonymSet: "30.0", deleteSynonymSet: "30.0" },
  ...{ listCurationSets: "30.0", getCurationSet: "30.0" },
  ...{ upsertCurationSet: "30.0", deleteCurationSet: "30.0" },
  ...{ listStemmingDictionaries: "28.0", getStemmingDictionary: "28.0", importStemmingDictionary: "28.0" },
  ...{ deleteStemmingDictionary: "29.0" },
  ...{ listConversationModels: "26.0", createConversationModel: "26.0", getConversationModel: "26.0" },
  ...{ upsertConversationModel: "27.0", deleteConversationModel: "26.0" },
  ...{ listNlSearchModels: "29.0", createNlSearchModel: "29.0", getNlSearchModel: "29.0" },
  ...{ upsertNlSearchModel: "29.0", deleteNlSearchModel: "29.0" },
};

/** The first version without an operation that the provider uses. */
const BEFORE: { readonly [Id in NodeOperationId]?: string } = {
  ...{ listSynonyms: "30.0", upsertSynonym: "30.0", deleteSynonym: "30.0" },
  ...{ listOverrides: "30.0", upsertOverride: "30.0", deleteOverride: "30.0" },
};

/** The operations that the provider uses whose response names no charset. */
const BARE: ReadonlySet<string> = new Set<NodeOperationId>(["deleteDocuments", "createSnapshot"]);

function partsOf(path: string): string[] {
  return path.split("/").filter((part) => part !== "");
}

const isParameter = (part: string) => part.startsWith("{");

/** Returns the action that a key must allow. Everything below a collection is a resource of its own. */
function actionOf(method: string, path: string): string {
  const parts = partsOf(path);
  const isBelow = parts.length > 2 && parts[0] === "collections";
  const resource = parts
    .slice(isBelow ? 1 : 0)
    .filter((part) => !isParameter(part))
    .join("/");
  if (resource === "multi_search" || resource === "documents/search") return "documents:search";
  const stream = /^documents\/(import|export)$/.exec(resource)?.[1];
  if (stream !== undefined) return `documents:${stream}`;
  const words: Readonly<Record<string, string>> = {
    // This includes lists below a collection, such as its synonyms: their path has a parameter.
    GET: parts.some(isParameter) ? "get" : "list",
    POST: "create",
    PUT: "upsert",
    PATCH: "update",
    DELETE: "delete",
  };
  return `${resource}:${words[method]}`;
}

/** Routes that never wait for the leader, although they are not GET. */
const NO_WRITES = /^\/(multi_search|proxy|proxy_sse|operations|config)(\/|$)/;

function isWrite(id: NodeRouteId, method: string, path: string): boolean {
  return method !== "GET" && id !== "createAnalyticsEvent" && !NO_WRITES.test(path);
}

const rows = [
  ...Object.values<NodeOperation>(NODE_OPERATIONS).map(({ id, method, path, stream, lines, secret }) =>
    row(id as NodeOperationId, `${method} ${path}`, {
      ...(FROM[id as NodeOperationId] !== undefined && { from: FROM[id as NodeOperationId] }),
      ...(BEFORE[id as NodeOperationId] !== undefined && { before: BEFORE[id as NodeOperationId] }),
      ...(BARE.has(id) && { bare: true }),
      ...((stream === "request" || lines) && { stream: "request" as const }),
      ...(secret && { secret }),
    }),
  ),
  ...Object.entries<Given>(OTHERS).map(([id, given]) => row(id as NodeRouteId, given.line, given)),
];

function row(id: NodeRouteId, line: string, given: Partial<Given>): NodeRouteRow {
  const [method, path] = line.split(" ") as [NodeOperation["method"], string];
  return {
    id,
    method,
    path,
    kind: isWrite(id, method, path) ? "write" : "read",
    secret: given.secret === true,
    action: actionOf(method, path),
    streams: given.stream === "request",
    bare: given.bare === true,
    from: given.from ?? null,
    before: given.before ?? null,
  };
}

/** All routes of the recorded versions, 29.0 and 30. Older servers are assumed to have those of 29.0. */
export const NODE_ROUTES = Object.fromEntries(rows.map((one) => [one.id, one])) as {
  readonly [Id in NodeRouteId]: NodeRouteRow & { readonly id: Id };
};

const WITHOUT_READINESS =
  /^\/(health|debug|proxy|proxy_sse|stats\.json|metrics\.json|operations|config|status)(\/|$)/;

/** True if a node that is not ready, or lags too far behind, rejects a route (503). */
export function needsReadiness({ id }: NodeRoute): boolean {
  return !WITHOUT_READINESS.test(NODE_ROUTES[id].path);
}

/** True if a server of a version has a route. */
export function hasRoute(version: string, { from, before }: Pick<NodeRouteRow, "from" | "before">): boolean {
  if (from !== null && compareVersions(version, from) < 0) return false;
  return before === null || compareVersions(version, before) < 0;
}

/** A route that a request addresses. */
export interface NodeRoute {
  readonly id: NodeRouteId;
  /** The decoded parameters of the path. */
  readonly params: Readonly<Record<string, string>>;
}

/** Routes with fixed words come before routes with parameters: `documents/search` is not the document `search`. */
const TABLE = rows
  .map((one) => ({ ...one, parts: partsOf(one.path) }))
  .sort((left, right) => (wordy(left.parts) < wordy(right.parts) ? -1 : 1));

function wordy(parts: readonly string[]): string {
  return parts.map((part) => (isParameter(part) ? 1 : 0)).join("");
}

/** Returns the route of a path below a node, in any version; null if there is none. Repeated slashes are ignored. */
export function routeOf(method: string, path: string): NodeRoute | null {
  const given = partsOf(path);
  const found = TABLE.find(
    (one) =>
      one.method === method &&
      one.parts.length === given.length &&
      one.parts.every((part, place) => isParameter(part) || part === given[place]),
  );
  if (found === undefined) return null;
  const params = found.parts.flatMap((part, place) =>
    isParameter(part) ? [[part.slice(1, -1), decoded(given[place] ?? "")]] : [],
  );
  return { id: found.id, params: Object.fromEntries(params) };
}

/** Decodes a part of a URL as the server does: a plus is a space even in a path, and invalid escapes stay. */
export function decoded(text: string): string {
  const spaced = text.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
