import type { ClientOptions } from "../../src/client";
import {
  createNodesClient,
  type Nodes,
  type NodesClientOptions,
  type NodesTarget,
} from "../../src/dataPlane";
import { Secrets } from "../../src/redaction";
import { memoryLog } from "../client/kit/client";
import { START, TestClock } from "../client/kit/clock";
import { type Handler, ScriptedTransport } from "../client/kit/transport";

export const KEY = "data-key-0123456789abcdef";
export const URLS = ["https://n1.example", "https://n2.example", "https://n3.example"] as const;

/** Nodes over scripted servers, on a clock of their own; `random` is always 0. */
export function nodesOver(
  handler: Handler,
  given: Partial<NodesTarget> &
    Partial<Pick<ClientOptions, "env">> &
    Pick<NodesClientOptions, "issuedAt"> = {},
) {
  const { env = {}, issuedAt, ...target } = given;
  const clock = new TestClock();
  const transport = new ScriptedTransport(handler);
  const log = memoryLog();
  const secrets = new Secrets();
  const client = createNodesClient({
    env,
    log,
    secrets,
    ...(issuedAt && { issuedAt }),
    dependencies: { transport, clock, random: () => 0 },
  });
  const nodes: Nodes = client.at({
    urls: URLS,
    apiKey: KEY,
    keyOrigin: "api_key of this resource",
    named: "cluster c-1",
    ...target,
  });
  /** "n1 GET /path?query" of every request. */
  const lines = () =>
    transport.requests.map(({ method, url }) => {
      const { hostname, pathname, search } = new URL(url);
      return `${hostname.split(".")[0]} ${method} ${pathname}${search}`;
    });
  const seconds = () => (clock.now() - START) / 1000;
  return { client, nodes, clock, transport, log, secrets, lines, seconds };
}
