import type { Dispatcher, Agent as WholeAgent } from "undici";

// Stub of undici in the bundle (see ../build.ts). Its index loads all that it has (fetch, WebSocket, caches, mocks),
// which would be most of what a configured plugin loads; this is what src/client/request/transport.ts uses.

export const Agent: typeof WholeAgent = require("undici/lib/dispatcher/agent");

const send: Dispatcher["request"] = require("undici/lib/api/api-request");

type Options = { readonly dispatcher: Dispatcher } & Omit<Dispatcher.RequestOptions, "origin" | "path">;

/** As in undici, where the dispatcher is always given. */
export function request(url: string, { dispatcher, ...options }: Options) {
  const { origin, pathname, search } = new URL(url);
  return send.call(dispatcher, { ...options, origin, path: pathname + search });
}
