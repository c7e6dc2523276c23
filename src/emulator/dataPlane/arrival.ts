import { DIALECTS } from "../../api/dialects";
import { type Exchange, jsonReply } from "../domain/calls/exchange";
import { clusterOfHost } from "../domain/nodes/hosts";
import { parseJson, readText } from "../domain/rules/body";
import { settleAll } from "../domain/settle";
import type { World } from "../domain/world";
import { dispatchToNode } from "./dispatch";
import { accessOf } from "./keys/access";
import { readAhead } from "./readAhead";
import { decoded, NODE_ROUTES, type NodeRoute, routeOf } from "./routes";

/** The path of the nodes, each below its hostname. */
export const NODES_PATH = "/nodes";

/** The maximum length of the query of a search, with its question mark. */
const MAX_QUERY = 4000;

/** Reads a request to a node. A streamed body is read only when the request is carried out. */
export async function arriveAtNode(world: World, request: Request, hostname: string): Promise<Exchange> {
  const { pathname, search } = new URL(request.url);
  const query = queryOf(search);
  const below = pathname.slice(NODES_PATH.length + 1);
  const route = routeOf(request.method, below.slice(below.search(/\/|$/)));
  const streams = route !== null && NODE_ROUTES[route.id].streams;
  const text = streams ? "" : await readText(request);
  const header = DIALECTS[world.dialect].dataPlaneKeyHeader;
  const secret = request.headers.get(header) ?? query.get(header);
  const asked = request.headers.get("access-control-request-headers");
  const preflight = request.method === "OPTIONS" ? asked : null;
  const gzip = /\bgzip\b/.test(request.headers.get("accept-encoding") ?? "");
  const isLong = request.method === "GET" && search.length > MAX_QUERY && /\/search\/*$/.test(pathname);
  const bytes = streams && request.body ? readAhead(request.body) : NOTHING;
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
    carryOut: () => dispatchToNode(world, { route, hostname, secret, preflight, gzip, isLong, query, body }),
  };
}

/** Parses a query as the server does: the last of repeated parameters counts, `filter_by` is combined, and `&&` does not separate. */
function queryOf(search: string): URLSearchParams {
  const query = new URLSearchParams();
  for (const part of search.slice(1).split(/(?<!&)&(?!&|$)/)) {
    const [name = "", ...values] = part.replace(/&$/, "").split("=");
    const value = decoded(values.join("="));
    if (name === "") continue;
    const before = name === "filter_by" ? query.get(name) : null;
    query.set(decoded(name), before === null ? value : `${before}&&${value}`);
  }
  return query;
}

/** Names of secrets in a body. */
const SECRET = /^(value|headers|.*api[-_]keys?|(access|refresh)_token|client_secret)$/;

/** Returns the body for the journal, without values of keys, which a create may contain. */
function journalBody(text: string, route: NodeRoute | null): unknown {
  if (text === "") return null;
  const body = parsed(text);
  if (route === null || !NODE_ROUTES[route.id].secret) return body;
  if (typeof body !== "object" || body === null) return null;
  return JSON.parse(JSON.stringify(body), (name, value) => (SECRET.test(name) ? "…" : value));
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

/** The bytes of an empty body. */
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/** Splits bytes into lines, in groups as they arrive: one at a time would cost more than handling them. An empty last line is dropped. */
async function* lines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of bytes) {
    const [first = "", ...more] = decoder.decode(chunk, { stream: true }).split("\n");
    rest += first;
    const last = more.pop();
    if (last === undefined) continue;
    yield [rest, ...more];
    rest = last;
  }
  rest += decoder.decode();
  if (rest !== "") yield [rest];
}
