import { EventEmitter, once } from "node:events";
import { createServer, type OutgoingHttpHeaders, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { inspect } from "node:util";
import { READ_TIMEOUT_MS } from "../../src/api/limits";
import { ApiError, type Clock, createClient } from "../../src/client";
import { systemClock } from "../../src/http/clock";
import { MAX_ANSWER_BYTES } from "../../src/http/transport";
import { Secrets } from "../../src/redaction";
import { KEY, memoryLog, never, rejection } from "../client/kit/client";
import { TestClock } from "../client/kit/clock";
import { cluster } from "../client/kit/records";

let server: Server | null = null;
let seen: string[] = [];

let close: () => Promise<void> = async () => undefined;

afterEach(async () => {
  await close();
  server?.closeAllConnections();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

/** Real time for the limit of a request, none for the pauses between requests. */
const impatient: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms < READ_TIMEOUT_MS ? 0 : ms, signal),
};

/** A real server on a free loopback port, and a client of it. */
async function serving(listener: RequestListener, clock = impatient) {
  seen = [];
  const listening = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    listener(request, response);
  });
  server = listening;
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  const { port } = listening.address() as AddressInfo;
  const log = memoryLog();
  const secrets = new Secrets();
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}/api/v1`,
    apiKey: KEY,
    dialect: "search-cloud",
    pollInterval: 60_000,
    requestsPerMinute: 0,
    log,
    secrets,
    dependencies: { clock, random: () => 0 },
  });
  close = client.close;
  return { client, log, secrets };
}

const record = JSON.stringify(cluster());
const readOne = (client: ReturnType<typeof createClient>) =>
  client.call("getCluster", { path: { id: "c1" } }, { signal: never() });

test("sends a body as JSON, and the key in its header", async () => {
  let received: unknown;
  const { client } = await serving(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    received = {
      key: request.headers["x-search-cloud-management-api-key"],
      type: request.headers["content-type"],
      body: Buffer.concat(chunks).toString(),
    };
    response.end(`{"success":true,"cluster":${record}}`);
  });
  await client.updateCluster("c1", { name: "größer" }, { signal: never() });
  expect(received).toEqual({ key: KEY, type: "application/json", body: '{"name":"größer"}' });
});

test("reads share connections; each write has one of its own", async () => {
  let connections = 0;
  const { client } = await serving((request, response) =>
    response.end(request.method === "GET" ? record : `{"success":true,"cluster":${record}}`),
  );
  server?.on("connection", () => {
    connections += 1;
  });
  const during = async (request: () => Promise<unknown>) => {
    const before = connections;
    for (let count = 0; count < 10; count += 1) await request();
    return connections - before;
  };
  expect(await during(() => readOne(client))).toBeLessThanOrEqual(2);
  expect(await during(() => client.updateCluster("c1", { name: "a" }, { signal: never() }))).toBe(10);
});

test("never follows a redirect", async () => {
  const { client } = await serving((_, response) =>
    response.writeHead(307, { location: "/api/v1/clusters/other" }).end(),
  );
  expect(await rejection(readOne(client))).toMatchObject({ kind: "redirect" });
  expect(seen).toEqual(["GET /api/v1/clusters/c1"]);
});

test.each<[string, RequestListener]>([
  ["before any answer", (request) => request.socket.destroy()],
  [
    "in the middle of an answer",
    (request, response) => {
      response.writeHead(200, { "content-length": record.length });
      response.write(record.slice(0, 20), () => request.socket.destroy());
    },
  ],
  [
    "in the middle of a chunk",
    (request, response) => {
      response.write(record.slice(0, 20), () => request.socket.destroy());
    },
  ],
])("a connection that ends %s is a failure of the network, and a read is sent again", async (_, breaking) => {
  let count = 0;
  const { client } = await serving((request, response) => {
    count += 1;
    if (count === 1) breaking(request, response);
    else response.end(record);
  });
  expect(await readOne(client)).toMatchObject({ id: "c1" });
  expect(seen).toHaveLength(2);
});

test("a request that takes too long is ended on the wire too", async () => {
  const sockets = new EventEmitter();
  const [arrival, ended] = [once(sockets, "arrived"), once(sockets, "closed")];
  const clock = new TestClock("manual");
  const { client } = await serving((request) => {
    request.socket.on("close", () => sockets.emit("closed"));
    sockets.emit("arrived");
  }, clock);
  const issuing = rejection(
    client.call("issueClusterApiKeys", { path: { cluster_id: "c1" } }, { signal: never() }),
  );
  await arrival;
  await clock.advance(60_000);
  expect(await issuing).toMatchObject({ kind: "lost_write" });
  await ended;
});

test("nothing listens: the error names the attempt and the meaning of the code", async () => {
  const { client } = await serving(() => undefined);
  await new Promise((resolve) => server?.close(resolve));
  server = null;
  const failed = await rejection(readOne(client));
  expect(failed).toMatchObject({ kind: "network", detail: expect.stringContaining("(ECONNREFUSED)") });
  expect((failed as ApiError).detail).toContain(`${client.baseUrl}/clusters/c1`);
});

describe("a service that echoes the key", () => {
  const everywhere = { message: `Key ${KEY}?`, messages: [KEY], error: KEY, required_capability: KEY };
  test.each<[string, number, (headers: object) => string, OutgoingHttpHeaders?]>([
    ["in an Error body", 403, () => JSON.stringify({ success: false, ...everywhere })],
    ["in HTML", 422, (headers) => `<pre>${JSON.stringify(headers)}</pre>`],
    ["in a record", 200, () => JSON.stringify({ [KEY]: KEY, id: KEY.length })],
    ["at the edge of what is shown", 422, () => `${"x".repeat(110)}${KEY}`],
    ["in a redirect", 302, () => "", { location: `https://${KEY}.example/${KEY}` }],
  ])("%s gets it into no error and no log", async (_, status, body, given = {}) => {
    const { client, log, secrets } = await serving(({ headers }, response) =>
      response.writeHead(status, given).end(body(headers)),
    );
    const failed = await rejection(readOne(client));
    expect(failed).toBeInstanceOf(ApiError);
    const everything = secrets.outgoing(
      [
        inspect(failed, { depth: 20, showHidden: true }),
        JSON.stringify(failed),
        String(failed),
        inspect(log.entries, { depth: 20 }),
      ].join("\n"),
    );
    expect(everything).toContain("getCluster");
    for (let length = KEY.length; length >= 8; length -= 4)
      expect(everything).not.toContain(KEY.slice(0, length));
  });
});

test("an answer that is larger than any of the service: an error, without reading it to its end", async () => {
  let written = 0;
  const { client } = await serving((_, response) => {
    const chunk = Buffer.alloc(1 << 20, " ");
    const more = () => {
      while (written < 4 * MAX_ANSWER_BYTES) {
        written += chunk.length;
        if (!response.write(chunk)) return void response.once("drain", more);
      }
    };
    response.on("error", () => undefined);
    more();
  });
  expect(await rejection(readOne(client))).toMatchObject({
    kind: "contract",
    detail: expect.stringMatching(/an answer of more than 16 MiB/),
  });
  expect(seen).toHaveLength(1);
  expect(written).toBeLessThan(4 * MAX_ANSWER_BYTES);
});

test("an answer that is nested without end is refused before anything looks into it", async () => {
  const { client } = await serving((_, response) =>
    response.end(`${"[".repeat(100_000)}${"]".repeat(100_000)}`),
  );
  expect(await rejection(client.call("getAccount", {}, { signal: never() }))).toMatchObject({
    kind: "contract",
    detail: expect.stringContaining("nested more than 64 levels deep"),
  });
});
