import { isIP } from "node:net";
import fc from "fast-check";
import { readNodeContents } from "../../../../src/adoption";
import { createNodesClient, type Nodes } from "../../../../src/dataPlane";
import { awaitHealth } from "../../../../src/provider/resources/cluster/health";

import { openCloneNodes } from "../../../../src/provider/resources/upgradeRehearsal/clone";
import { resolveNodes } from "../../../../src/provider/shared/dataPlane";

import { Secrets } from "../../../../src/redaction";
import { memoryLog } from "../../../client/kit/client";
import { TestClock } from "../../../client/kit/clock";
import { json, ScriptedTransport } from "../../../client/kit/transport";
import { anyText } from "../../../support/anyText";
import { fuzzRuns } from "../../../support/fuzz";
import { callOf, serviceOf } from "../../kit";
import { clusterCall, values } from "../../resources/cluster/kit";
import { record, seen } from "../../support";

/**
 * Whatever hostnames an answer has, a request goes where `node_url` says or nowhere: for each way in which the provider finds the
 * nodes of a cluster (docs/design/laws.md#l9).
 */
const KEY = "data-key-0123456789abcdef";

/** Templates, each with a predicate: true if a URL, as the receiver of a key sees its parts, matches it for a name. */
const TEMPLATES: { readonly [template: string]: (url: URL, name: string) => boolean } = {
  "https://{hostname}": ({ hostname, port }, name) =>
    hostname === name.toLowerCase() && port === "" && isIP(hostname) === 0 && /^[a-z0-9.-]+$/.test(hostname),
  "https://{hostname}:8443": ({ hostname, port }, name) =>
    hostname === name.toLowerCase() && port === "8443" && isIP(hostname) === 0,
  "https://{hostname}.private.example": ({ host }) => /^[a-z0-9.-]+\.private\.example$/.test(host),
  "https://{hostname}.private.example:8443/search": ({ host, pathname }) =>
    /^[a-z0-9.-]+\.private\.example:8443$/.test(host) && pathname.startsWith("/search/"),
  "https://gateway.example/{hostname}": ({ host, pathname }) =>
    host === "gateway.example" &&
    /^\/(?!\.+\/)[a-z0-9.-]+\/(collections|aliases|health|debug)\b/.test(pathname),
  "http://127.0.0.1:8700/nodes/{hostname}": ({ origin, pathname }) =>
    origin === "http://127.0.0.1:8700" &&
    /^\/nodes\/(?!\.+\/)[a-z0-9.-]+\/(collections|aliases|health|debug)\b/.test(pathname),
};

const HOSTILE = [
  ...[
    "127.0.0.2:9443/",
    "x@elsewhere.example/",
    "elsewhere.example?",
    "elsewhere.example#",
    "elsewhere.example\\",
  ],
  ...["../..", "..", ".", "/", "//elsewhere.example/", "%2e%2e", "a%2fb", "a%00b", " ", "\n", "\t", ""],
  ...[
    "[::1]",
    "[::ffff:127.0.0.1]",
    "127.0.0.1",
    "2130706433",
    "0x7f000001",
    "0177.1",
    "1.1",
    "localhost",
    "a.localhost",
  ],
  ...[
    "elsewhere.example.",
    "ELSEWHERE.example",
    "xn--bcher-kva.example",
    "xn--",
    "bücher.example",
    "ｅvil.example",
  ],
  ...[
    "elsewhere.example:443",
    "elsewhere.example:443@",
    "javascript:",
    "https://elsewhere.example",
    "{hostname}",
    "$&",
    "$1",
  ],
  ...["a".repeat(64), "a.".repeat(200), "a_b.example", "-a.example", "a..b"],
];

const hostname: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc
    .tuple(fc.constantFrom("", "node-1.example", "n1"), fc.constantFrom(...HOSTILE))
    .map((parts) => parts.join("")),
  fc
    .array(fc.constantFrom(..."abz019.-_:/\\@?#%[]{}\t\n \u00ad\u200b\u3002\uff0f\uff20").map(String), {
      maxLength: 12,
    })
    .map((all) => all.join("")),
  fc.stringMatching(/^[a-zA-Z0-9]{1,8}(\.[a-z0-9-]{1,8}){0,3}$/),
  anyText({ maxLength: 20 }),
);

/** The ways in which the provider finds the nodes of a cluster. */
type Cluster = ReturnType<typeof record>;
type Service = ReturnType<typeof serviceOf>;
const WAYS: { readonly [way: string]: (service: Service, cluster: Cluster) => Promise<unknown> } = {
  "a resource on nodes": async (service) => {
    const on = { cluster_id: "c-1", node_urls: null, api_key: KEY };
    return asked(await resolveNodes(callOf(service), on, "to look"));
  },
  "a rehearsal": async (service, cluster) =>
    asked(await openCloneNodes(callOf(service, { cloneKey: KEY } as never) as never, "c-0", cluster)),
  "the health of a cluster": (service, { hostnames }) =>
    awaitHealth(clusterCall(service), values({ id: "c-1", health_check: true }), { hostnames } as never, 0),
  adopt: (service, cluster) => readNodeContents({ service, signal: new AbortController().signal }, cluster),
};

function asked(nodes: Nodes) {
  return nodes.call(
    "getCollection",
    { path: { name: "books" } },
    { signal: new AbortController().signal, patienceMs: 0 },
  );
}

test("a key goes where node_url says, or nowhere", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(WAYS)),
      fc.constantFrom(...Object.keys(TEMPLATES)),
      fc.constantFrom("nodes", "load_balanced", "search_delivery_network" as const),
      hostname,
      async (way, nodeUrl, place, name) => {
        const none = { nodes: [], load_balanced: null, search_delivery_network: null };
        const hostnames = { ...none, [place]: place === "nodes" ? [name, name] : name };
        const cluster = record({ hostnames: hostnames as typeof none });
        const transport = new ScriptedTransport(() => json(200, { ok: true }));
        const clock = new TestClock();
        const options = {
          dialect: "search-cloud",
          log: memoryLog(),
          dependencies: { transport, clock },
        } as const;
        const nodes = createNodesClient(options);
        const client = {
          clock,
          read: async () => seen(cluster),
          wait: async ({ poll }: never) =>
            (poll as (signal: AbortSignal) => Promise<unknown>)(new AbortController().signal),
        };
        const service = {
          ...serviceOf(client as never),
          nodeUrl,
          nodes: async () => nodes,
          dataApiKey: { value: KEY, origin: "data_api_key of the provider" },
        };
        const error = await WAYS[way]?.(service, cluster).then(
          () => undefined,
          (thrown: Error) => thrown,
        );
        const strays = transport.requests.filter(({ url }) => !TEMPLATES[nodeUrl]?.(new URL(url), name));
        expect(strays.map(({ url }) => url)).toEqual([]);
        if (transport.requests.length > 0) return;
        const { summary, detail } = error as Error & { summary: string; detail: string };
        expect(summary).toBe("Cluster c-1 has a node without a valid hostname");
        expect(detail).toContain(JSON.stringify(name));
      },
    ),
    { numRuns: fuzzRuns(200) },
  );
});

test("a good hostname is asked at once", async () => {
  const secrets = new Secrets();
  const transport = new ScriptedTransport(() => json(200, { ok: true }));
  const nodes = createNodesClient({
    log: memoryLog(),
    secrets,
    dependencies: { transport },
  });
  const at = (url: string) => () =>
    nodes.at({ urls: [url], apiKey: KEY, keyOrigin: "api_key of this resource", named: url });
  await expect(asked(at("https://n1.example")())).rejects.toThrow();
  expect(transport.requests.map(({ url }) => url)).toEqual(["https://n1.example/collections/books"]);
  // Whatever the source of the name, even a manually edited state.
  expect(at("http://n1.example")).toThrow(/The URL of a node cannot be used/);
  expect(at("https://x@n1.example")).toThrow(/The URL of a node cannot be used/);
});
