import fc from "fast-check";
import type { Fields } from "../../src/framework/schema";
import type { HttpAnswer, HttpRequest, Transport } from "../../src/http/transport";
import { TunnelError } from "../../src/http/tunnel";
import { searchcloud } from "../../src/provider/provider";
import { providerSchema } from "../../src/provider/settings";
import { wholeProvider } from "../../src/provider/whole";
import { Secrets } from "../../src/redaction";
import type { ProviderHandlers } from "../../src/wire";
import type { ValueRecord } from "../../src/wire/cty/value";
import { createLog } from "../../src/wire/log";
import { TestClock } from "../client/kit/clock";
import { openedBy } from "../client/kit/transport";
import { CONTROL, encoding, secretKey, shows } from "../support/encodings";
import { fuzzRuns } from "../support/fuzz";
import { codecOf, type Rpc, rpcOf } from "../support/rpc";
import { record } from "./support";

/**
 * The whole provider, called as Terraform calls it, against servers that echo its secrets: no diagnostic and no log line shows one of
 * them, or steers the terminal (docs/design/laws.md#l9).
 */
const MANAGEMENT = "https://search.example/api/v1";
const NODE = "https://n1.example";
const whole = wholeProvider();

interface Keys {
  readonly management: string;
  readonly data: string;
  /** `api_key` of the resource. */
  readonly own: string;
  /** The password of the proxy. */
  readonly password: string;
}

/** Calls of Terraform that send requests. */
const CALLS: { readonly [title: string]: (rpc: Rpc, keys: Keys) => Promise<{ diagnostics: unknown }> } = {
  "reads the account": (rpc) => readData(rpc, "account"),
  "lists clusters": (rpc) => readData(rpc, "clusters"),
  "reads a cluster": (rpc) => readData(rpc, "cluster", { id: "c-1" }),
  "asks nodes how they are": (rpc, { own }) => readData(rpc, "nodes", { cluster_id: "c-1", api_key: own }),
  "searches with the provider's key": (rpc) =>
    readData(rpc, "document", { node_urls: [NODE], collection: "books", document_id: "1" }),
  "refreshes a cluster": (rpc) => refresh(rpc, "cluster", { id: "c-1" }),
  "refreshes a collection": (rpc, { own }) =>
    refresh(rpc, "collection", { id: "c-1/books", name: "books", cluster_id: "c-1", api_key: own }),
  "creates an alias": (rpc, { own }) =>
    create(rpc, "collection_alias", {
      name: "shop",
      collection_name: "books",
      node_urls: [NODE],
      api_key: own,
    }),
  "creates a server parameter": (rpc) =>
    create(rpc, "server_parameter", { cluster_id: "c-1", name: "max-per-page", value: "250" }),
};

const schemaOf = (of: "resources" | "dataSources", name: string) =>
  whole[of].find((one) => one.name === name)?.schema as Fields;

function readData(rpc: Rpc, name: string, values: object = {}) {
  const config = codecOf(schemaOf("dataSources", name)).encode(values as ValueRecord);
  return rpc.ask("readDataSource", { typeName: `searchcloud_${name}`, config });
}

function refresh(rpc: Rpc, name: string, values: object) {
  const currentState = codecOf(schemaOf("resources", name)).encode(values as ValueRecord);
  return rpc.ask("readResource", { typeName: `searchcloud_${name}`, currentState });
}

function create(rpc: Rpc, name: string, values: object) {
  const { encode } = codecOf(schemaOf("resources", name));
  const config = encode(values as ValueRecord);
  const request: Partial<Parameters<NonNullable<ProviderHandlers["applyResourceChange"]>>[0]> = {
    typeName: `searchcloud_${name}`,
    priorState: encode(null),
    plannedState: config,
    config,
  };
  return rpc.ask("applyResourceChange", request);
}

/** Turns a server's text into a response or a failing connection. */
type Say = (text: string) => HttpAnswer | Error;

const json = (status: number, body: unknown): HttpAnswer => ({
  status,
  headers: {},
  text: JSON.stringify(body),
});
const SAYINGS: { readonly [place: string]: (status: number) => Say } = {
  "an Error body": (status) => (text) =>
    json(status, { success: false, message: text, messages: [text], required_capability: text }),
  "a node's message": (status) => (text) => json(status, { message: text }),
  HTML: (status) => (text) => ({ status, headers: {}, text: `<html><body>${text}</body></html>` }),
  "a record of wrong types": () => (text) => json(200, { [text]: text, id: { [text]: 1 }, status: text }),
  "a cluster": () => (text) =>
    json(200, { ...record({ name: text, search_server_version: text, status: text as "in_service" }) }),
  hostnames: () => (text) =>
    json(200, {
      ...record(),
      hostnames: { nodes: [text], load_balanced: null, search_delivery_network: null },
    }),
  "a redirect": () => (text) => ({ status: 302, headers: { location: `https://${text}/${text}` }, text: "" }),
  "what a system says": () => (text) => Object.assign(new Error(text), { code: "EODD" }),
  "what a proxy wants": () => (text) => new TunnelError({ status: 407, schemes: text }),
  "why a proxy fails": () => (text) => new TunnelError({ cause: new Error(text) }),
  "a version": () => (text) => json(200, { ok: true, state: 1, version: text }),
};

const saying = fc
  .tuple(
    fc.constantFrom(...Object.keys(SAYINGS)),
    fc.constantFrom(200, 400, 401, 402, 403, 404, 409, 422, 500, 503),
  )
  .map(([place, status]) => ({ place, say: SAYINGS[place]?.(status) ?? (() => new Error("no such place")) }));

const noise = fc.constantFrom("", "\u001b[31m", "\u0007", "\u009b2J", "\u202e", "\r", "\u2028", "key: ");

test("no diagnostic and no log line shows a secret or controls the terminal, whatever a server echoes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...Object.keys(CALLS)),
      fc.record({ management: secretKey, data: secretKey, own: secretKey, password: secretKey }),
      fc.constantFrom("management", "data", "own", "password" as const),
      saying,
      encoding,
      noise,
      fc.boolean(),
      async (title, drawn, leaked, { say }, { encode }, before, isNodeHostile) => {
        // Without the resource, the provider does not have its key.
        const keys = CALLS[title]?.length === 2 ? drawn : { ...drawn, own: drawn.data };
        const echo = `${before}${encode(keys[leaked as keyof Keys])}${before}`;
        const transport = serverOf(({ url }) => {
          const isNode = !url.startsWith(MANAGEMENT);
          if (isNode === isNodeHostile) return say(echo);
          return isNode ? json(200, { ok: true, state: 1, version: "30.2" }) : json(200, record());
        });
        const said = await saidBy(title, keys, transport);
        for (const text of said) {
          for (const secret of Object.values(keys))
            expect({ text, isShown: shows(text, secret) }).toEqual({ text, isShown: false });
          expect(text).not.toMatch(CONTROL);
        }
      },
    ),
    { numRuns: fuzzRuns(25) },
  );
});

function serverOf(answer: (request: HttpRequest) => HttpAnswer | Error): Transport {
  const send = async (request: HttpRequest) => {
    const said = answer(request);
    if (said instanceof Error) throw said;
    return said;
  };
  return { send, open: openedBy({ send }), close: async () => {} };
}

/** Returns all strings that leave the process for one call: diagnostics and log lines. */
async function saidBy(title: string, keys: Keys, transport: Transport): Promise<Set<string>> {
  const secrets = new Secrets();
  const said = new Set<string>();
  const write = (line: string) => {
    const { "@timestamp": _, ms: __, ...texts } = JSON.parse(line) as Record<string, string>;
    for (const text of Object.values(texts)) said.add(text);
  };
  const log = createLog(write, Date.now, { TF_LOG: "TRACE" }, secrets.outgoing);
  const env = {
    SEARCHCLOUD_API_KEY: keys.management,
    SEARCHCLOUD_BASE_URL: MANAGEMENT,
    SEARCHCLOUD_DATA_API_KEY: keys.data,
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
    HTTPS_PROXY: `http://somebody:${encodeURIComponent(keys.password)}@proxy.example:3128`,
  };
  const rpc = rpcOf(searchcloud(env, { transport, clock: new TestClock() }), { log, secrets });
  const settings = codecOf(providerSchema).encode({});
  const configured = await rpc.ask("configureProvider", { config: settings, terraformVersion: "1.11.4" });
  const answer = await CALLS[title]?.(rpc, keys);
  for (const { diagnostics } of [configured, answer ?? { diagnostics: [] }])
    for (const { summary, detail } of diagnostics as { summary: string; detail: string }[])
      for (const text of [summary, detail]) said.add(text);
  return said;
}
