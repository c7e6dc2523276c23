import { DIALECTS } from "../../api/dialects";
import { type Completion, jsonReply, type Outcome } from "../domain/calls/exchange";
import { clusterOfHost, isRunning, lagAt, nodesAt } from "../domain/nodes/hosts";
import { MAX_BODY_BYTES } from "../domain/rules/body";
import { settleAll } from "../domain/settle";
import type { StoredCluster } from "../domain/store/cluster";
import type { Lag } from "../domain/store/data";
import type { World } from "../domain/world";
import {
  collectionNamed,
  HandlerError,
  type NodeBody,
  type NodeCall,
  NodeRefusalError,
  type NodeReply,
} from "./call";
import { afterAlteration, waitsForAlteration } from "./collections/update";
import { handlerOf } from "./handlers/handlers";
import { granted } from "./keys/granted";
import { deleteExpiredKeys } from "./keys/operations";
import { isLimited } from "./limits/rule";
import { flushWhenDue } from "./named/analytics/flush";
import { differenceOf } from "./newerServer";
import { hasRoute, NODE_ROUTES, type NodeRoute, needsReadiness } from "./routes";

/** A request to a node that has been read, except for a streamed body. */
interface NodeArrival {
  readonly route: NodeRoute | null;
  readonly hostname: string;
  readonly secret: string | null;
  /** The headers of a CORS preflight; null for other requests. */
  readonly preflight: string | null;
  /** True for a search with a query that is too long. */
  readonly isLong: boolean;
  /** True if the client accepts a compressed response. */
  readonly gzip: boolean;
  readonly query: URLSearchParams;
  readonly body: NodeBody & { readonly tooLarge: boolean };
}

/** Carries out a request to a node. Checks the cluster, the node, the operation and the key, then calls the handler. */
export async function dispatchToNode(world: World, arrival: NodeArrival): Promise<Completion> {
  const { hostname, route } = arrival;
  const now = world.clock.now();
  settleAll(world, now);
  const cluster = clusterOfHost(world, hostname);
  if (cluster === undefined || !isRunning(cluster, now, world.assumptions)) {
    return { outcome: silence(world.assumptions.nodes_out_of_service), done: false };
  }
  deleteExpiredKeys(cluster.data, now);
  const nodes = nodesAt(cluster, now);
  // The name of a load balancer leads to a node that is up.
  const node = nodes.find((one) => one.hostname === hostname) ?? nodes.find(({ state }) => state === "up");
  if (node?.state !== "up") {
    const how = node?.state === "down" ? "reset" : world.assumptions.restarting_node;
    return { outcome: how === "503" ? notReady(route) : silence(how), done: false };
  }
  if (differenceOf(cluster, world.assumptions).startsNever) {
    return { outcome: notReady(route), done: false };
  }
  const carried = await answerAt(world, cluster, node.hostname, arrival, now);
  return { ...carried, outcome: open(carried.outcome, arrival.gzip) };
}

const TOO_LONG =
  "Query string exceeds max allowed length of 4000. Use the /multi_search end-point for larger payloads.";

/** Carries out a request on a node that is up. */
async function answerAt(
  world: World,
  cluster: StoredCluster,
  hostname: string,
  arrival: NodeArrival,
  now: number,
): Promise<Completion> {
  const { route, body, preflight } = arrival;
  if (preflight !== null) return { outcome: allowedHeaders(preflight), done: true };
  try {
    if (arrival.isLong) throw new NodeRefusalError(400, TOO_LONG);
    if (route === null || !hasRoute(cluster.search_server_version, NODE_ROUTES[route.id]))
      throw new NodeRefusalError(404, "Not Found");
    const lag = lagAt(cluster.data, hostname, now);
    if (lag !== null && route.id !== "getHealth") lag.requestsLeft -= 1;
    if (lag?.healthy === false && needsReadiness(route)) return { outcome: notReady(route), done: false };
    if (isLimited(cluster.data, arrival.secret, now)) {
      throw new NodeRefusalError(429, "Rate limit exceeded or blocked");
    }
    const call = allowed(world, cluster, { ...arrival, route, hostname }, lag, now);
    if (body.tooLarge) throw new NodeRefusalError(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    flushWhenDue(cluster.data, now);
    const accepted = await acceptedWrite(call, route);
    if (accepted === null) return { outcome: { reset: null }, done: false };
    if (waitsForAlteration(route)) await afterAlteration(collectionNamed(call.data, route.params.name ?? ""));
    return await handled(route, accepted);
  } catch (error) {
    return { outcome: await refusal(error, route), done: false };
  }
}

/** Calls the handler of a route. */
async function handled(route: NodeRoute, call: NodeCall): Promise<Completion> {
  const carried = await (async () => handlerOf(route.id)(call))().then(
    (reply) => ({ outcome: answered(reply), done: true }),
    async (error) => ({ outcome: await refusal(error, route), done: false }),
  );
  if (!NODE_ROUTES[route.id].bare || "reset" in carried.outcome) return carried;
  const headers = { ...carried.outcome.headers, "content-type": "application/json" };
  return { ...carried, outcome: { ...carried.outcome, headers } };
}

/**
 * Returns the call if its key allows it. A lagging node checks the key against its own keys, reads from its own
 * data, and forwards writes to the leader.
 * @throws NodeRefusalError 401
 */
function allowed(
  world: World,
  cluster: StoredCluster,
  { hostname, route, secret, query, body }: NodeArrival & { readonly route: NodeRoute },
  lag: Lag | null,
  now: number,
): NodeCall {
  const known = lag?.data ?? cluster.data;
  const { kind } = NODE_ROUTES[route.id];
  const data = kind === "write" ? cluster.data : known;
  const header = DIALECTS[world.dialect].dataPlaneKeyHeader;
  const access = granted(known, route, { secret, header, query, body: body.text, now });
  if (access === null) {
    throw new NodeRefusalError(401, `Forbidden - a valid \`${header}\` header must be sent.`);
  }
  return { world, cluster, data, hostname, params: route.params, body, now, ...access };
}

/**
 * Returns the response for an error. The server puts the message between quotes without escaping it.
 * @throws errors that are not responses of a server
 */
function refusal(error: unknown, route: NodeRoute | null): Outcome | Promise<never> {
  if (error instanceof NodeRefusalError) return failed(error.status, error.message);
  if (!(error instanceof HandlerError) || route === null) throw error;
  return NODE_ROUTES[route.id].kind === "write" ? failed(400, "Bad request.") : new Promise(() => {});
}

function failed(status: number, message: string): Outcome {
  return { ...jsonReply(status, null), body: `{"message": "${message}"}` };
}

/** Allows every origin to read the response. */
function open(outcome: Outcome, gzip: boolean): Outcome {
  if ("reset" in outcome) return outcome;
  return { ...outcome, gzip, headers: { ...outcome.headers, "access-control-allow-origin": "*" } };
}

function allowedHeaders(names: string): Outcome {
  const headers = {
    "access-control-allow-methods": "POST, GET, DELETE, PUT, PATCH, OPTIONS",
    "access-control-allow-headers": names,
    "access-control-max-age": "3600",
  };
  return { status: 200, headers, body: "" };
}

function silence(how: "reset" | "503" | "404"): Outcome {
  if (how === "reset") return { reset: null };
  return how === "404" ? failed(404, "Not Found") : failed(503, "Not Ready or Lagging");
}

/** Returns the response of a node that is starting. */
function notReady(route: NodeRoute | null): Outcome {
  return route?.id === "getHealth" ? jsonReply(503, { ok: false }) : silence("503");
}

function answered(reply: NodeReply): Outcome {
  if ("json" in reply) return jsonReply(reply.status, reply.json);
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return { status: reply.status, headers, body: ended(reply.lines) };
}

/** Joins lines with line feeds. */
async function* ended(
  all: Iterable<readonly string[]> | AsyncIterable<readonly string[]>,
): AsyncIterable<string> {
  let first = true;
  for await (const lines of all) {
    if (lines.length === 0) continue;
    yield first ? lines.join("\n") : `\n${lines.join("\n")}`;
    first = false;
  }
}

/**
 * Returns the call at the time when the leader accepts it: at once for reads, and with a quorum for writes. Null if
 * the write was dropped while it waited.
 * @throws NodeRefusalError 422 if this node or the leader accepts no writes
 */
async function acceptedWrite(call: NodeCall, { id }: NodeRoute): Promise<NodeCall | null> {
  const { world, cluster, hostname, now } = call;
  if (NODE_ROUTES[id].kind === "read") return call;
  const leader = nodesAt(cluster, now).find(({ leads }) => leads)?.hostname ?? hostname;
  for (const name of [hostname, leader]) refuseAt(call, id, name);
  cluster.data.writes += 1;
  if (cluster.data.quorum) return call;
  if ((await world.holds.wait(cluster.id)) === "give up") return null;
  const later = world.clock.now();
  settleAll(world, later);
  return { ...call, now: later };
}

function refuseAt({ cluster }: NodeCall, id: NodeRoute["id"], hostname: string): void {
  const { resourceErrors, skipping } = cluster.data;
  const lacks = resourceErrors.get(hostname);
  // A DELETE frees resources.
  if (lacks !== undefined && NODE_ROUTES[id].method !== "DELETE" && id !== "setHealth") {
    throw new NodeRefusalError(422, `Rejecting write: running out of resource type: ${lacks}`);
  }
  if (skipping.has(hostname)) throw new NodeRefusalError(422, "Skipping writes.");
}
