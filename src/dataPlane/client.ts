import { randomBytes as unguessable } from "node:crypto";
import { nodeUrlProblem } from "../api/addresses";
import { readAuthorities } from "../http/authorities";
import { createServerClock, systemClock } from "../http/clock";
import { ConfigurationError } from "../http/error";
import type { NetworkOptions } from "../http/exchange";
import { type HttpProxy, proxyFor, redactCredentials } from "../http/proxy";
import { type Transport, undiciTransport } from "../http/transport";
import { Secrets } from "../redaction";
import { nodeWords } from "./messages/words";
import type { Nodes, NodesClient, NodesTarget } from "./nodes";
import { createCall, type NodesContext } from "./request/call";
import { createEverywhere } from "./request/everywhere";
import { createRecentWrites } from "./request/recentWrites";
import { createStream } from "./request/stream";
import { createSharedByNodes } from "./shared";
import { statusOfEach } from "./status";

/** The options of a client of nodes. */
export interface NodesClientOptions extends NetworkOptions {
  /** For tests: dependencies on the outside world. */
  readonly dependencies?: NetworkOptions["dependencies"] & { readonly randomBytes?: Nodes["randomBytes"] };
  /**
   * Returns when a key was issued by the management API, in milliseconds of the clock: nodes may not know it yet. @default
   * never
   */
  readonly issuedAt?: ((apiKey: string) => number | undefined) | undefined;
}

/** Creates the client. Sends nothing. Throws ConfigurationError for settings that cannot work. */
export function createNodesClient(options: NodesClientOptions): NodesClient {
  const { caCertificateFile, env = {}, log, dependencies = {}, secrets = new Secrets() } = options;
  const { userAgent = "cdktf-provider-searchcloud" } = options;
  const { clock = systemClock, random = Math.random, randomBytes = unguessable } = dependencies;
  const authorities = caCertificateFile ? readAuthorities(caCertificateFile) : [];
  const transports = new Map<string, Transport>();
  const known = new Map<string, Nodes>();
  const recentWrites = createRecentWrites(() => clock.now(), options.issuedAt);

  /** One transport for each proxy, because connections are shared. */
  function transportThrough(proxy: HttpProxy | null): Transport {
    const name = proxy?.origin ?? "";
    const transport =
      dependencies.transport ?? transports.get(name) ?? undiciTransport({ proxy, authorities });
    transports.set(name, transport);
    return transport;
  }

  function create(target: NodesTarget): Nodes {
    const apiKey = checkKey(target);
    secrets.add(apiKey, "the data-plane key");
    const ways = target.urls.map((baseUrl) => {
      checkUrl(baseUrl);
      const proxy = proxyFor(baseUrl, env);
      redactCredentials(proxy, secrets);
      return { baseUrl, proxy, transport: transportThrough(proxy) };
    });
    const serverClock = createServerClock(clock);
    const context: NodesContext = {
      ways,
      apiKey,
      words: nodeWords(target),
      named: target.named,
      preference: { preferred: 0, reached: false },
      userAgent,
      clock,
      random,
      log,
      secrets,
      recentWrites,
      dates: new Map(),
      offsets: new Map(),
      serverClock,
    };
    const call = createCall(context);
    return {
      target,
      call,
      everywhere: createEverywhere(context, call),
      lastDates: () => new Map(context.dates),
      earliestNow: () => clock.now() + Math.min(0, ...context.offsets.values()),
      serverNow: () => (serverClock.lastSeen() === null ? null : serverClock.now()),
      stream: createStream(context),
      each: (given) => statusOfEach(context, given),
      noteKey(value) {
        secrets.add(value, "a data-plane key");
        recentWrites.noteKey(value);
      },
      shared: createSharedByNodes(clock),
      clock,
      random,
      randomBytes,
      log,
    };
  }

  return {
    at(target) {
      const { urls, apiKey, keyOrigin, named } = target;
      const name = JSON.stringify([urls, apiKey, keyOrigin, named]);
      const nodes = known.get(name) ?? create(target);
      known.set(name, nodes);
      return nodes;
    },
    close: async () => {
      await Promise.all([...transports.values()].map((transport) => transport.close()));
    },
  };
}

/** Throws {@link ConfigurationError} for a URL to which no key must be sent, whatever its source. */
function checkUrl(url: string): void {
  const problem = nodeUrlProblem(url);
  if (problem === undefined) return;
  throw new ConfigurationError(
    null,
    "The URL of a node cannot be used",
    `${JSON.stringify(url)} ${problem}. Nothing was sent to it. Correct node_urls of the resource, or node_url of the provider.`,
  );
}

/** Returns the key, or throws {@link ConfigurationError} if a header cannot carry it. */
function checkKey({ apiKey, keyOrigin }: NodesTarget): string {
  if (/^[\x21-\x7e]+$/.test(apiKey)) return apiKey;
  throw new ConfigurationError(
    null,
    "The data-plane key contains a character that no key has",
    `The value of ${keyOrigin} is empty, or contains a space, a line break or another character that cannot be sent in a header; a line break at the end often comes from reading the key from a file. Copy the key exactly as it was shown when it was created.`,
  );
}
