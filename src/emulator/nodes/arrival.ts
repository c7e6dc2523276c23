import { NODE_OPERATIONS } from "../../api/dataPlane/operations";
import { DIALECTS } from "../../api/dialects";
import { parseJson, readText } from "../http/body";
import { jsonReply } from "../http/reply";
import type { Arrival } from "../http/serve";
import { settleAll } from "../workflows/settle";
import type { World } from "../world";
import { dispatchToNode, type NodeRoute } from "./dispatch";
import { clusterOfHost } from "./hosts";
import { accessOf } from "./keys/access";
import { lines, NOTHING } from "./lines";

/** The path under which the nodes stand, each below its hostname. */
export const NODES_PATH = "/nodes";

/** Reads a request to a node. What streams its body reads it only when it is carried out. */
export async function arriveAtNode(
  world: World,
  request: Request,
  hostname: string,
  route: NodeRoute | null,
): Promise<Arrival> {
  const { pathname, searchParams: query } = new URL(request.url);
  const streams = route !== null && NODE_OPERATIONS[route.id].stream === "request";
  const text = streams ? "" : await readText(request);
  const secret = request.headers.get(DIALECTS[world.dialect].dataPlaneKeyHeader);
  const bytes = streams ? (request.body ?? NOTHING) : NOTHING;
  const body = { text: text ?? "", tooLarge: text === null, lines: () => lines(bytes) };
  settleAll(world, world.clock.now());
  const cluster = clusterOfHost(world, hostname);
  const access = cluster && secret !== null ? accessOf(cluster.data.keys, secret) : null;
  return {
    method: request.method,
    path: pathname,
    query: withoutKeys(query),
    operation: route?.id ?? null,
    key: access?.name ?? null,
    body: journalBody(body.text, route),
    cluster: cluster?.id,
    error: (status, message) => jsonReply(status, { message }),
    carryOut: () => dispatchToNode(world, { route, hostname, secret, query, body }),
  };
}

/** What the journal holds: never a value of a key, which a create may choose. */
function journalBody(text: string, route: NodeRoute | null): unknown {
  if (text === "") return null;
  const body = parsed(text);
  if (route === null || !NODE_OPERATIONS[route.id].secret) return body;
  if (typeof body !== "object" || body === null) return null;
  return "value" in body ? { ...body, value: "…" } : body;
}

function parsed(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

function withoutKeys(query: URLSearchParams): Record<string, string> {
  const names = new Set<string>(Object.values(DIALECTS).map(({ dataPlaneKeyHeader }) => dataPlaneKeyHeader));
  return Object.fromEntries([...query].filter(([name]) => !names.has(name.toLowerCase())));
}
