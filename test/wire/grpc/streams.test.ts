import { once } from "node:events";
import { type ClientHttp2Session, type ClientHttp2Stream, connect, constants } from "node:http2";
import { connect as connectNet } from "node:net";
import { type CallContext, ListResourceEvent, type ProviderHandlers, serveReattach } from "../../../src/wire";
import { ProviderDefinition } from "../../../src/wire/generated/tfplugin6";
import { pathOf } from "../../../src/wire/grpc/call";
import { Running } from "../../../src/wire/grpc/handlers";
import { messagesOf } from "../../support/rpc";

const EMPTY = Buffer.alloc(5);
const { listResource, stopProvider } = ProviderDefinition.methods;

let plugin: Awaited<ReturnType<typeof serveReattach>>;
let session: ClientHttp2Session;
let list: (context: CallContext) => AsyncIterable<ListResourceEvent>;

beforeEach(async () => {
  plugin = await serveReattach({
    handlers: {
      stopProvider: async () => ({ error: "" }),
      listResource: (_, context) => list(context),
    } satisfies ProviderHandlers,
  });
  const socket = connectNet(plugin.reattach.Addr.String);
  session = connect("http://localhost", { createConnection: () => socket }).on("error", () => undefined);
});
afterEach(async () => {
  session.destroy();
  await plugin.close();
});

const event = (displayName: string) => ({ displayName, diagnostic: [] });

/** Begins a call, which is read as soon as a listener for its data is there. */
function begin(method: { readonly name: string } = listResource, request: Buffer = EMPTY): ClientHttp2Stream {
  const path = pathOf(ProviderDefinition, method as typeof listResource);
  const stream = session.request({ ":method": "POST", ":path": path, "content-type": "application/grpc" });
  stream.on("error", () => undefined).end(request);
  return stream;
}

/** Reads a call to its end: the messages, and the status. */
async function read(stream: ClientHttp2Stream) {
  const chunks: Buffer[] = [];
  const answer: Record<string, unknown> = {};
  const collect = (found: object) => void Object.assign(answer, found);
  stream.on("response", collect).on("trailers", collect);
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await once(stream, "close");
  const bytes = Buffer.concat(chunks);
  const names: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 5 + bytes.readUInt32BE(at + 1);
    names.push(ListResourceEvent.decode(bytes.subarray(at + 5, end)).displayName);
    at = end;
  }
  return { names, status: answer["grpc-status"], message: answer["grpc-message"] };
}

/** Waits until the call is answered, and both sides have done all that they can do now. */
async function settled(stream?: ClientHttp2Stream): Promise<void> {
  if (stream) await once(stream, "response");
  for (let n = 0; n < 20; n += 1) await new Promise((resolve) => session.ping(resolve));
}

test.each([0, 1, 10_000])("%d messages arrive in order", async (count) => {
  const names = Array.from({ length: count }, (_, n) => `object ${n}`);
  list = async function* () {
    yield* names.map(event);
  };
  expect(await read(begin())).toEqual({ names, status: "0", message: undefined });
});

test("a message of nine megabytes arrives whole", async () => {
  const large = "x".repeat(9 * 1024 * 1024);
  list = async function* () {
    yield event(large);
    yield event("the next");
  };
  const { names, status } = await read(begin());
  expect([names[0] === large, names[1], status]).toEqual([true, "the next", "0"]);
});

test("a client that does not read is sent a window of messages, and other calls are answered meanwhile", async () => {
  let pulled = 0;
  list = async function* () {
    for (; pulled < 1000; pulled += 1) yield event("x".repeat(16_000));
  };
  const stream = begin();
  await settled(stream);
  const ahead = pulled;
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(20);
  expect((await read(begin(stopProvider))).status).toBe("0");
  await settled();
  expect(pulled).toBe(ahead);
  expect((await read(stream)).names).toHaveLength(1000);
});

describe("a list that is not read to its end", () => {
  /** Lists one object and then waits. Resolves when the list has ended, with whether its signal was aborted. */
  const waiting = () =>
    new Promise<boolean>((resolve) => {
      list = async function* ({ signal }) {
        try {
          yield event("the first");
          await once(signal, "abort");
        } finally {
          resolve(signal.aborted);
        }
      };
    });

  test("ends if the client cancels the call", async () => {
    const ended = waiting();
    const stream = begin();
    await once(stream, "data");
    stream.close(constants.NGHTTP2_CANCEL);
    expect(await ended).toBe(true);
    expect((await read(begin(stopProvider))).status).toBe("0");
  });

  test("ends if the connection is lost", async () => {
    const ended = waiting();
    await once(begin(), "data");
    session.destroy();
    expect(await ended).toBe(true);
  });

  test("ends if the plugin is closed", async () => {
    const ended = waiting();
    await once(begin(), "data");
    await plugin.close();
    expect(await ended).toBe(true);
  });

  test("ends between two messages, even if nobody reads", async () => {
    let hasEnded: (isAborted: boolean) => void = () => {};
    const ended = new Promise<boolean>((resolve) => {
      hasEnded = resolve;
    });
    list = async function* ({ signal }) {
      try {
        for (;;) yield event("x".repeat(16_000));
      } finally {
        hasEnded(signal.aborted);
      }
    };
    const stream = begin();
    await settled(stream);
    stream.close(constants.NGHTTP2_CANCEL);
    expect(await ended).toBe(true);
  });
});

test.each([0, 1, 3])("an error after %d messages is the status, and the messages arrive", async (count) => {
  list = async function* () {
    for (let n = 0; n < count; n += 1) yield event(String(n));
    throw new Error("no more pages");
  };
  expect(await read(begin())).toEqual({
    names: Array.from({ length: count }, (_, n) => String(n)),
    status: "13",
    message: "no more pages",
  });
});

test.each<[string, Buffer, string]>([
  ["compressed", Buffer.from([1, 0, 0, 0, 0]), "12"],
  ["not whole", Buffer.from([0, 0, 0, 0, 9, 1]), "13"],
  ["not a message", Buffer.from([0, 0, 0, 0, 1, 0xff]), "13"],
])("a request that is %s is refused as for any call", async (_, request, status) => {
  list = async function* () {};
  expect(await read(begin(listResource, request))).toMatchObject({ names: [], status });
});

test("a stream that the plugin does not have is not implemented", async () => {
  expect(await read(begin(ProviderDefinition.methods.invokeAction))).toMatchObject({ status: "12" });
});

test("a stream runs from its beginning to its end", async () => {
  const running = new Running();
  const stream = running.throughout(async () =>
    (async function* () {
      yield 1;
      yield 2;
    })(),
  );
  expect(running.isBusy()).toBe(false);
  await stream.next();
  expect([running.isBusy(), running.isBusy()]).toEqual([true, true]);
  await messagesOf(stream);
  expect(running.isBusy()).toBe(false);
});
