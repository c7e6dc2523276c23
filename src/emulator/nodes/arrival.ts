import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { DIALECTS } from "../../api/dialects";
import type { StoredCluster } from "../clusters/record";
import { MAX_BODY_BYTES, parseJson, readText } from "../http/body";
import { jsonReply, type Outcome, type WholeReply } from "../http/reply";
import type { Arrival, Carried } from "../http/serve";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";
import { type NodeBody, type NodeCall, NodeRefusal, type NodeReply } from "./call";
import { NODE_HANDLERS } from "./handlers";
import { clusterOfHost, isRunning, nodesAt } from "./hosts";
import { type Access, accessOf } from "./keys/access";
import { lines, NOTHING } from "./lines";

/** The path under which the nodes stand, each below its hostname. */
export const NODES_PATH = "/nodes";

/** The operation of a node that a request addresses. */
export interface NodeRoute {
  readonly id: NodeOperationId;
  /** Those of the operation's path, decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Reads a request to a node. What streams its body reads it only when it is carried out. */
export async function arriveAtNode(
  world: World,
  request: Request,
  hostname: string,
  route: NodeRoute | null,
): Promise<Arrival> {
  const now = world.clock.now();
  settleAll(world, now);
  const { pathname, searchParams: query } = new URL(request.url);
  const streams = route !== null && NODE_OPERATIONS[route.id].stream === "request";
  const text = streams ? "" : await readText(request);
  const header = DIALECTS[world.dialect].dataPlaneKeyHeader;
  const secret = request.headers.get(header);
  const cluster = clusterOfHost(world, hostname);
  const access = cluster && secret !== null ? accessOf(cluster.data.keys, secret) : null;
  const body: NodeBody = {
    text: text ?? "",
    lines: () => lines(streams ? (request.body ?? NOTHING) : NOTHING),
  };
  const arrived = { route, cluster, hostname, access, query, now, body, tooLarge: text === null };
  return {
    method: request.method,
    path: pathname,
    query: withoutKeys(query),
    operation: route?.id ?? null,
    key: access?.name ?? null,
    body: journalBody(body.text, route),
    cluster: cluster?.id,
    error: nodeError,
    carryOut: () => carryOut(world, arrived),
  };
}

interface Arrived {
  readonly route: NodeRoute | null;
  readonly cluster: StoredCluster | undefined;
  readonly hostname: string;
  readonly access: Access | null;
  readonly query: URLSearchParams;
  readonly now: number;
  readonly body: NodeBody;
  readonly tooLarge: boolean;
}

/** The errors of a node. */
export function nodeError(status: number, message: string): WholeReply {
  return jsonReply(status, { message });
}

async function carryOut(world: World, arrived: Arrived): Promise<Carried> {
  const { cluster, hostname, route, now } = arrived;
  if (cluster === undefined || !isRunning(cluster, now, world.assumptions)) {
    return { outcome: silence(world.assumptions.nodes_out_of_service), done: false };
  }
  const nodes = nodesAt(cluster, now);
  // A name that stands for several nodes leads to one that answers.
  const node = nodes.find((one) => one.hostname === hostname) ?? nodes.find(({ state }) => state === "up");
  if (node === undefined || node.state !== "up") {
    const how = node?.state === "down" ? "reset" : world.assumptions.restarting_node;
    const health = route?.id === "getHealth" && how === "503";
    return { outcome: health ? jsonReply(503, { ok: false }) : silence(how), done: false };
  }
  try {
    if (route === null) throw new NodeRefusal(404, "Not Found");
    const call = allowed(world, { ...arrived, cluster, route, hostname: node.hostname });
    if (arrived.tooLarge) throw new NodeRefusal(413, `The body is larger than ${MAX_BODY_BYTES} bytes.`);
    return { outcome: answered(await NODE_HANDLERS[route.id](call)), done: true };
  } catch (error) {
    if (!(error instanceof NodeRefusal)) throw error;
    return { outcome: nodeError(error.status, error.message), done: false };
  }
}

/** The call, if its key allows it. @throws NodeRefusal 401 */
function allowed(
  world: World,
  arrived: Arrived & { readonly cluster: StoredCluster; readonly route: NodeRoute },
): NodeCall {
  const { cluster, hostname, route, access, now, body } = arrived;
  const { action } = NODE_OPERATIONS[route.id];
  const call = { world, cluster, data: cluster.data, hostname, params: route.params, body, now };
  if (action === null) return { ...call, key: null, query: arrived.query };
  const granted = access?.grant(action, collectionOf(route, body), arrived.query, now) ?? null;
  if (access === null || granted === null) {
    const header = DIALECTS[world.dialect].dataPlaneKeyHeader;
    throw new NodeRefusal(401, `Forbidden - a valid \`${header}\` header must be sent.`);
  }
  return { ...call, key: access.key, query: granted };
}

/** The name of the collection that a request is about, as it is written there; null: none. */
function collectionOf({ id, params }: NodeRoute, { text }: NodeBody): string | null {
  if (NODE_OPERATIONS[id].path.startsWith("/collections/")) return params.name ?? null;
  if (id !== "createCollection") return null;
  const body = parsed(text) as { name?: unknown } | null;
  return typeof body?.name === "string" ? body.name : null;
}

function silence(how: "reset" | "503" | "404"): Outcome {
  if (how === "reset") return { reset: null };
  return how === "404" ? nodeError(404, "Not Found") : nodeError(503, "Not Ready or Lagging");
}

function answered(reply: NodeReply): Outcome {
  if ("json" in reply) return jsonReply(reply.status, reply.json);
  const headers = { "content-type": "text/plain; charset=utf-8" };
  return { status: reply.status, headers, body: ended(reply.lines) };
}

/** Lines with their ends between them. */
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

/** What the journal holds: never a value of a key, which a create may choose. */
function journalBody(text: string, route: NodeRoute | null): unknown {
  if (text === "") return null;
  const body = parsed(text) ?? text;
  if (route === null || !NODE_OPERATIONS[route.id].secret) return body;
  if (typeof body !== "object" || body === null) return null;
  return "value" in body ? { ...body, value: "…" } : body;
}

function withoutKeys(query: URLSearchParams): Record<string, string> {
  const names = new Set<string>(Object.values(DIALECTS).map(({ dataPlaneKeyHeader }) => dataPlaneKeyHeader));
  return Object.fromEntries([...query].filter(([name]) => !names.has(name.toLowerCase())));
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return null;
  }
}
