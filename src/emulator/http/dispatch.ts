import { toDialect } from "../../api/dialects";
import { OPERATIONS, type Operation, type OperationId } from "../../api/operations";
import { checkAccess, type ManagementKey } from "../domain/access";
import * as account from "../domain/account/operations";
import { type Call, type Handler, refusalFor } from "../domain/calls/call";
import { jsonReply, type Reply } from "../domain/calls/exchange";
import { CHANGES } from "../domain/changes/kind";
import { CLONES } from "../domain/clones/kind";
import * as clusters from "../domain/clusters/operations";
import { issueClusterApiKeys } from "../domain/keys/operations";
import { getClusterMetrics } from "../domain/metrics/operations";
import {
  createServerConfigurationParameter,
  deleteServerConfigurationParameter,
  getServerConfigurationParameter,
  listServerConfigurationParameters,
  updateServerConfigurationParameter,
} from "../domain/parameters/operations";
import { MAX_BODY_BYTES } from "../domain/rules/body";
import { errorBody, type Problem, RefusalError } from "../domain/rules/refusal";
import { settleAll } from "../domain/settle";
import { workflowOperations } from "../domain/workflows/operations";
import type { World } from "../domain/world";

const changes = workflowOperations(CHANGES);
const clones = workflowOperations(CLONES);

/** The handlers of the 24 operations. Each is named after its operation. */
const HANDLERS: { readonly [Id in OperationId]: Handler } = {
  ...account,
  ...clusters,
  listServerConfigurationParameters,
  createServerConfigurationParameter,
  getServerConfigurationParameter,
  updateServerConfigurationParameter,
  deleteServerConfigurationParameter,
  getClusterMetrics,
  issueClusterApiKeys,
  listConfigurationChanges: changes.list,
  createConfigurationChange: changes.create,
  getConfigurationChange: changes.get,
  cancelConfigurationChange: changes.cancel,
  listCloningOperations: clones.list,
  createCloningOperation: clones.create,
  getCloningOperation: clones.get,
  cancelCloningOperation: clones.cancel,
};

/** The operation that a request addresses. */
export interface Route {
  readonly id: OperationId;
  readonly params: Readonly<Record<string, string>>;
}

/** Headers of every response of an operation (management API, Response notes). */
const HEADERS: { readonly [Id in OperationId]?: Readonly<Record<string, string>> } = {
  getClusterMetrics: { "cache-control": "private, no-store" },
};

/** A request that has been read. */
export interface Arrival {
  readonly method: string;
  readonly path: string;
  readonly route: Route | null;
  readonly key: ManagementKey | null;
  readonly query: URLSearchParams;
  readonly contentType: string | null;
  /** Null if it was too large. */
  readonly body: string | null;
}

/** Carries out a request. `done` is true if the operation was carried out. */
export function dispatch(world: World, arrival: Arrival): { reply: Reply; done: boolean } {
  const { route, method, path } = arrival;
  const always = route === null ? {} : HEADERS[route.id];
  try {
    if (route === null) throw new RefusalError(404, `No operation has ${method} ${path}`);
    const operation = OPERATIONS[route.id];
    const answer = toDialect(world.dialect, carryOut(world, arrival, route, operation));
    return { reply: jsonReply(operation.success, answer, always), done: true };
  } catch (error) {
    if (!(error instanceof RefusalError)) throw error;
    const headers = { ...always, ...error.detail.headers };
    return { reply: jsonReply(error.status, errorBody(error, world.assumptions), headers), done: false };
  }
}

/** Checks key, rate limit, capability and query, then calls the handler. @throws RefusalError */
function carryOut(world: World, arrival: Arrival, { id, params }: Route, operation: Operation): unknown {
  const { key, query, contentType, body } = arrival;
  if (key === null) throw new RefusalError(403, "Invalid management API key");
  checkRate(world, key);
  checkAccess(key, world.account, operation);
  const now = world.clock.now();
  if (body === null) throw new RefusalError(400, `The request body is larger than ${MAX_BODY_BYTES} bytes`);
  const call: Call = { world, key, params, query, contentType, body, now };
  if (world.assumptions.unknown_query_parameters === "400") {
    const problems = queryProblems(query, operation.query);
    if (problems.length > 0) throw refusalFor(call)(400, problems);
  }
  if (operation.body === "none" && body !== "") throw new RefusalError(400, `${id} takes no request body`);
  settleAll(world, now);
  // A clone that has just ended may have added a cluster to those that the key sees.
  return HANDLERS[id]({ ...call, key: world.keys.get(key.key) ?? key });
}

/** @throws RefusalError 429 if the key is over its rate limit */
function checkRate({ clock, limiter, assumptions }: World, key: ManagementKey): void {
  const wait = limiter.admit(key.key, clock.now(), assumptions.refused_requests_count === "yes");
  if (wait === 0) return;
  const http_date = new Date(Math.ceil((clock.now() + wait) / 1000) * 1000).toUTCString();
  const forms = { seconds: String(clock.realSeconds(wait)), http_date, absent: null };
  const value = forms[assumptions.retry_after];
  const headers: Record<string, string> = value === null ? {} : { "retry-after": value };
  throw new RefusalError(429, "Management key rate limit exceeded", { headers });
}

/** Returns the problems of a query: unknown parameters, and parameters given twice. */
function queryProblems(query: URLSearchParams, known: readonly string[]): Problem[] {
  return [...new Set(query.keys())].flatMap((field) => {
    if (!known.includes(field)) return [{ field, text: "is not a query parameter of this operation" }];
    return query.getAll(field).length > 1 ? [{ field, text: "must be given once" }] : [];
  });
}
