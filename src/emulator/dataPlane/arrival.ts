import { DIALECTS } from "../../api/dialects";
import { type Exchange, jsonReply } from "../domain/calls/exchange";
import { clusterOfHost } from "../domain/nodes/hosts";
import { parseJson, readText } from "../domain/rules/body";
import { settleAll } from "../domain/settle";
import type { World } from "../domain/world";
import { dispatchToNode } from "./dispatch";
import { accessOf } from "./keys/access";

import { decoded, NODE_ROUTES, type NodeRoute, routeOf } from "./routes";

/** The path under which the nodes stand, each below its hostname. */
export const NODES_PATH = "/nodes";

/** How long the query of a search may be, with its question mark. */
const MAX_QUERY = 4000;

/** Reads a request to a node. What streams its body reads it only when it is carried out. */
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
    carryOut: () => dispatchToNode(world, { route, hostname, secret, preflight, gzip, isLong, query, body }),
  };
}

/** A query as the server reads it: of a parameter that is there twice the last counts, of `filter_by` both, and `&&` is no end. */
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

/** Names under which a body holds a key. */
const SECRET = /^(value|headers|.*api[-_]keys?|(access|refresh)_token|client_secret)$/;

/** What the journal holds: never a value of a key, which a create may choose. */
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

/** Bytes of no body. */
const NOTHING: AsyncIterable<Uint8Array> = (async function* () {})();

/**
 * The lines of some bytes, without their line feeds, as many at a time as have arrived: one at a time would cost more than what
 * is done with it. An empty last line is none.
 */
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
