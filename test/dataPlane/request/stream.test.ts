import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { linesOf as linesOfPieces } from "../../../src/api/dataPlane/jsonLines";
import { type ApiError, InterruptedError } from "../../../src/client";
import { createNodesClient, type Nodes } from "../../../src/dataPlane";
import { memoryLog, never, rejection } from "../../client/kit/client";

type Handler = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

const opened: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Nodes with these handlers, on loopback. */
async function nodesWith(...handlers: Handler[]): Promise<Nodes> {
  const urls = await Promise.all(
    handlers.map(async (handler) => {
      const server = createServer((request, response) => void handler(request, response));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      opened.push(async () => {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      });
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    }),
  );
  const client = createNodesClient({ log: memoryLog() });
  opened.push(client.close);
  return client.at({ urls, apiKey: "k", keyOrigin: "api_key of this resource", named: "cluster c-1" });
}

const path = { name: "catalog" };
const options = { signal: never() };
const fail =
  (status: number, message: string): Handler =>
  (request, response) => {
    request.resume().on("end", () => response.writeHead(status).end(JSON.stringify({ message })));
  };

async function* documents(count: number) {
  for (let at = 0; at < count; at += 1) yield Buffer.from(`{"id":"${at}","filler":"${"x".repeat(1000)}"}\n`);
}

async function* linesOf(stream: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  for await (const lines of linesOfPieces(stream))
    for (const { bytes } of lines) yield Buffer.from(bytes).toString();
}

async function linesIn(stream: AsyncIterable<Uint8Array>): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of linesOf(stream)) lines.push(line);
  return lines;
}

test("an import sends all lines and answers all lines, while it is under way", async () => {
  const nodes = await nodesWith(async (request, response) => {
    expect(request.url).toBe("/collections/catalog/documents/import?action=upsert&batch_size=100");
    expect(request.headers).toMatchObject({ "x-search-api-key": "k", "content-type": "text/plain" });
    for await (const line of linesOf(request)) {
      response.write(`{"success":true,"id":${JSON.parse(line).id}}\n`);
    }
    response.end();
  });
  const input = { path, query: { action: "upsert", batch_size: 100 }, lines: () => documents(2000) } as const;
  const answer = await linesIn(await nodes.stream("importDocuments", input, options));
  expect(answer).toHaveLength(2000);
  expect(answer[1999]).toBe('{"success":true,"id":1999}');
});

test("an export that goes into an import is read no faster than the other side takes it", async () => {
  let read = 0;
  let release: () => void = () => undefined;
  const isReleased = new Promise<void>((resolve) => {
    release = resolve;
  });
  const nodes = await nodesWith(async (request, response) => {
    await isReleased;
    let bytes = 0;
    for await (const piece of request) bytes += piece.length;
    response.end(`${bytes}\n`);
  });
  async function* lines() {
    for (let piece = 0; piece < 320; piece += 1) {
      read += 65_536;
      yield Buffer.alloc(65_536, "x");
    }
  }
  const answer = nodes.stream("importDocuments", { path, lines }, options);
  let before = -1;
  // Until what the connection can hold is full.
  while (read !== before || read === 0) {
    before = read;
    for (let turn = 0; turn < 200; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
  expect(read).toBeLessThan(15_000_000);
  release();
  const [bytes] = await linesIn(await answer);
  expect(Number(bytes)).toBe(read);
  expect(read).toBeGreaterThan(20_000_000);
});

test("an export goes to the next node, and breaks off as a failure of the operation", async () => {
  const nodes = await nodesWith(fail(503, "Not Ready or Lagging"), (_, response) => {
    response.write('{"id":"1"}\n');
    setImmediate(() => response.destroy());
  });
  const lines = linesOf(await nodes.stream("exportDocuments", { path }, options));
  expect((await lines.next()).value).toBe('{"id":"1"}');
  const error = (await rejection(lines.next())) as ApiError;
  expect(error).toMatchObject({ name: "ApiError", kind: "network", operation: "exportDocuments" });
  expect(error.summary).toMatch(/^Could not export the documents of collection catalog: the connection was/);
});

test("an import is not sent again once it has been sent", async () => {
  let seen = 0;
  const nodes = await nodesWith(
    (request) => void request.once("data", () => request.destroy()),
    (request, response) => {
      seen += 1;
      request.resume().on("end", () => response.end());
    },
  );
  const error = (await rejection(
    nodes.stream("importDocuments", { path, lines: () => documents(10) }, options),
  )) as ApiError;
  expect(error.kind).toBe("lost_write");
  expect(error.detail).toMatch(/Some or all of the documents may be imported\./);
  expect(seen).toBe(0);
});

test.each<[string, Handler, number]>([
  ["after all of it", fail(404, "Collection not found"), 1],
  [
    "at its beginning, of which the rest is not read",
    (_, response) => void response.writeHead(404).end('{"message":"Collection not found"}'),
    20_000,
  ],
])("an import that is refused %s is told in the server's words", async (_, handler, count) => {
  const nodes = await nodesWith(handler);
  const failing = nodes.stream("importDocuments", { path, lines: () => documents(count) }, options);
  expect(await rejection(failing)).toMatchObject({
    kind: "not_found",
    summary:
      "Could not import documents into collection catalog: the node answered 404 (Collection not found)",
  });
});

test("an error of the source of an import is thrown unchanged", async () => {
  const nodes = await nodesWith(fail(200, "never"));
  const unreadable = new Error("EIO: the disk");
  async function* lines() {
    yield Buffer.from("{}\n");
    throw unreadable;
  }
  expect(await rejection(nodes.stream("importDocuments", { path, lines }, options))).toBe(unreadable);
});

test("a stop ends an import, and the reading of an export", async () => {
  const stop = new AbortController();
  const nodes = await nodesWith((_, response) => void response.write('{"id":"1"}\n'));
  const lines = linesOf(await nodes.stream("exportDocuments", { path }, { signal: stop.signal }));
  await lines.next();
  const next = rejection(lines.next());
  stop.abort();
  expect(await next).toBeInstanceOf(InterruptedError);
  const stopped = nodes.stream(
    "importDocuments",
    { path, lines: () => documents(1) },
    { signal: stop.signal },
  );
  expect(await rejection(stopped)).toBeInstanceOf(InterruptedError);
});
