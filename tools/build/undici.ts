import type {
  Dispatcher,
  Agent as WholeAgent,
  Pool as WholePool,
  ProxyAgent as WholeProxyAgent,
} from "undici";

// Stub of undici in the bundle (see ../build.ts). undici's index loads everything (fetch, WebSocket, caches, mocks),
// which would be most of the code of a configured plugin; src/http uses only these parts.

export const Agent: typeof WholeAgent = require("undici/lib/dispatcher/agent");

/** Already loaded by the agent. */
export const Pool: typeof WholePool = require("undici/lib/dispatcher/pool");

const { prototype: dispatchers }: { prototype: Dispatcher } = require("undici/lib/dispatcher/dispatcher");

/** Loads the agent when the first one is created, because most networks have no proxy. */
function proxyAgent(options: WholeProxyAgent.Options): WholeProxyAgent {
  // As in undici's index. Without it, the agent cannot ask the proxy for a tunnel.
  dispatchers.connect = require("undici/lib/api/api-connect");
  const Whole: typeof WholeProxyAgent = require("undici/lib/dispatcher/proxy-agent");
  return new Whole(options);
}

export const ProxyAgent = proxyAgent as unknown as typeof WholeProxyAgent;

const send: Dispatcher["request"] = require("undici/lib/api/api-request");

type Options = { readonly dispatcher: Dispatcher } & Omit<Dispatcher.RequestOptions, "origin" | "path">;

/** undici's `request` with a required dispatcher. */
export function request(url: string, { dispatcher, ...options }: Options) {
  const { origin, pathname, search } = new URL(url);
  return send.call(dispatcher, { ...options, origin, path: pathname + search });
}
