import { once } from "node:events";
import { type ClientHttp2Session, connect, constants, type OutgoingHttpHeaders } from "node:http2";
import { connect as connectNet } from "node:net";
import { type ProviderHandlers, serveReattach } from "../../../src/wire";
import { ProviderDefinition } from "../../../src/wire/generated/tfplugin6";
import { pathOf } from "../../../src/wire/grpc/call";

// What no well-behaved client sends. Terraform's own calls: test/wire/process/serve.test.ts.

const STOP = pathOf(ProviderDefinition, ProviderDefinition.methods.stopProvider);
const EMPTY = Buffer.alloc(5);

let plugin: Awaited<ReturnType<typeof serveReattach>>;
let session: ClientHttp2Session;
let stopProvider: NonNullable<ProviderHandlers["stopProvider"]>;

beforeEach(async () => {
  stopProvider = async () => ({ error: "" });
  plugin = await serveReattach({ handlers: { stopProvider: (...call) => stopProvider(...call) } });
  session = connected();
});
afterEach(async () => {
  session.destroy();
  await plugin.close();
});

function connected(): ClientHttp2Session {
  const socket = connectNet(plugin.reattach.Addr.String);
  return connect("http://localhost", { createConnection: () => socket }).on("error", () => undefined);
}

/** Sends a call in the given parts, and gives what the answer's headers and trailers say. */
async function call(parts: readonly Buffer[], headers: OutgoingHttpHeaders = {}, from = session) {
  const stream = from.request({
    ":method": "POST",
    ":path": STOP,
    "content-type": "application/grpc",
    te: "trailers",
    ...headers,
  });
  const answer: Record<string, unknown> = {};
  const collect = (found: object) => void Object.assign(answer, found);
  stream.on("response", collect).on("trailers", collect).resume();
  for (const part of parts) stream.write(part);
  stream.end();
  await once(stream, "close");
  const { ":status": http, "grpc-status": status, "grpc-message": message } = answer;
  return { http, status, message };
}

const OK = { http: 200, status: "0", message: undefined };

test.each<[string, Buffer[], OutgoingHttpHeaders, object]>([
  ["a message in pieces", [EMPTY.subarray(0, 1), EMPTY.subarray(1, 4), EMPTY.subarray(4)], {}, OK],
  ["a subtype of gRPC", [EMPTY], { "content-type": "application/grpc+proto" }, OK],
  ["no gRPC", [EMPTY], { "content-type": "text/html" }, { http: 415 }],
  ["another call", [EMPTY], { ":path": "/a/B" }, { status: "12", message: "this plugin has no call /a/B" }],
  ["a compressed message", [Buffer.from([1, 0, 0, 0, 0])], {}, { status: "12" }],
  ["no message", [], {}, { status: "13" }],
  ["half a message", [Buffer.from([0, 0, 0, 0, 9, 1])], {}, { status: "13" }],
  ["two messages", [EMPTY, EMPTY], {}, { status: "13" }],
  ["bytes that are no message", [Buffer.from([0, 0, 0, 0, 1, 0xff])], {}, { status: "13" }],
])("%s", async (_, parts, headers, expected) => {
  expect(await call(parts, headers)).toMatchObject(expected);
  expect(await call([EMPTY])).toEqual(OK);
});

test("the message of an error is percent-encoded, and truncated to the size of headers", async () => {
  stopProvider = async () => Promise.reject(new Error("100 % ü\n\ud800"));
  expect((await call([EMPTY])).message).toBe("100 %25 %C3%BC%0A%EF%BF%BD");
  stopProvider = async () => Promise.reject(new Error("ü".repeat(100_000)));
  expect((await call([EMPTY])).message).toHaveLength(4000 * 6);
});

test("garbage on one connection does not affect the others", async () => {
  const garbage = connectNet(plugin.reattach.Addr.String);
  garbage.on("error", () => undefined).write("GET / HTTP/1.1\r\n\r\n".repeat(100));
  garbage.resume();
  await once(garbage, "close");
  expect(await call([EMPTY])).toEqual(OK);
});

test("a client that sends GOAWAY gets the answers to its running calls", async () => {
  let answer: (response: { error: string }) => void = () => undefined;
  const called = new Promise<void>((resolve) => {
    stopProvider = () =>
      new Promise((answered) => {
        answer = answered;
        resolve();
      });
  });
  const leaving = connected();
  const outcome = call([EMPTY], {}, leaving);
  await called;
  leaving.goaway(constants.NGHTTP2_NO_ERROR);
  await new Promise((resolve) => leaving.ping(resolve));
  answer({ error: "" });
  expect(await outcome).toEqual(OK);
});

test("an answer to an interrupted connection is dropped", async () => {
  const broken = connected();
  const aborted = new Promise<void>((resolve) => {
    stopProvider = async (_request, { signal }) => {
      broken.destroy();
      await once(signal, "abort");
      resolve();
      return { error: "" };
    };
  });
  await call([EMPTY], {}, broken).catch(() => undefined);
  await aborted;
  stopProvider = async () => ({ error: "" });
  expect(await call([EMPTY])).toEqual(OK);
});
