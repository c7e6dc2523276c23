import { once } from "node:events";
import { existsSync } from "node:fs";
import { status } from "@grpc/grpc-js";
import { ListResourceRequest, type ProviderHandlers, type ServeOptions, serve } from "../../../src/wire";
import { ServingStatus } from "../../../src/wire/generated/health";
import { createCertificate } from "../../../src/wire/process/certificate";
import { connectSilently, type Handshake, PluginClient, parseHandshake } from "../support/pluginClient";

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };
const TERRAFORM = createCertificate(Date.now());
const PINNED = { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: "5,6", PLUGIN_CLIENT_CERT: TERRAFORM.pem };

interface Launched {
  readonly handshake: Handshake;
  /** The exit code, once the plugin has ended. */
  readonly ended: Promise<number>;
}

const running: { clients: PluginClient[]; ended: Promise<number>[] } = { clients: [], ended: [] };

async function launch(options: Partial<ServeOptions> = {}): Promise<Launched> {
  let print: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    print = resolve;
  });
  const ended = new Promise<number>((onExit, reject) => {
    serve({ handlers: {}, env: PINNED, patience: 3000, print, onExit, ...options }).catch(reject);
  });
  running.ended.push(ended);
  const early = ended.then((code) => Promise.reject(new Error(`ended with ${code} before the handshake`)));
  early.catch(() => undefined);
  return { handshake: parseHandshake(await Promise.race([line, early])), ended };
}

/** A client that is closed at the end of the test; so every plugin ends too. */
function terraform({ handshake }: Launched, own = TERRAFORM): PluginClient {
  const client = new PluginClient(handshake, own);
  running.clients.push(client);
  return client;
}

async function connected(options: Partial<ServeOptions> = {}) {
  const launched = await launch(options);
  const client = terraform(launched);
  await client.call("Health.check", { service: "plugin" });
  return { ...launched, client };
}

afterEach(async () => {
  for (const client of running.clients.splice(0)) client.close();
  await Promise.all(running.ended.splice(0));
});

describe("answers", () => {
  const stop: ProviderHandlers = { stopProvider: async () => ({ error: "stopped" }) };

  test.each([
    ["over a socket, with TLS", {}, "unix"],
    ["over a port, with TLS", { platform: "win32" }, "tcp"],
    ["over a socket, without TLS", { env: COOKIE }, "unix"],
  ] as const)("%s", async (_name, options, network) => {
    const launched = await launch({ handlers: stop, ...options });
    expect(launched.handshake.network).toBe(network);
    expect(await terraform(launched).call("Provider.stopProvider")).toEqual({ error: "stopped" });
  });

  test("of any size, both ways", async () => {
    const { client } = await connected({
      handlers: { readDataSource: async ({ config }) => ({ state: config, diagnostics: [] }) },
    });
    const config = { msgpack: new Uint8Array(9_000_000).fill(7), json: new Uint8Array() };
    const answer = await client.call("Provider.readDataSource", { typeName: "t", config });
    expect(answer).toEqual({
      state: { msgpack: expect.any(Uint8Array), json: expect.any(Uint8Array) },
      diagnostics: [],
    });
    expect(Buffer.compare((answer as { state: typeof config }).state.msgpack, config.msgpack)).toBe(0);
  });

  test("UNIMPLEMENTED to a call without a handler", async () => {
    const { client } = await connected();
    expect(await client.failure("Provider.getMetadata")).toMatchObject({ code: status.UNIMPLEMENTED });
  });

  test("INTERNAL and the message when a handler fails, and goes on", async () => {
    const stopProvider = async () => Promise.reject(new Error("no such thing: ü"));
    const { client } = await connected({ handlers: { stopProvider } });
    const expected = { code: status.INTERNAL, details: "no such thing: ü" };
    expect(await client.failure("Provider.stopProvider")).toMatchObject(expected);
    expect(await client.failure("Provider.stopProvider")).toMatchObject(expected);
  });

  test("INTERNAL when an answer cannot be written, and goes on", async () => {
    const broken = {} as { diagnostics: [] };
    const { client } = await connected({ handlers: { validateProviderConfig: async () => broken } });
    const failure = await client.failure("Provider.validateProviderConfig");
    expect(failure).toMatchObject({
      code: status.INTERNAL,
      details: "Error serializing response",
    });
    expect(await client.call("Health.check", { service: "" })).toEqual({ status: ServingStatus.SERVING });
  });
});

describe("a call that is cancelled", () => {
  test("aborts its signal", async () => {
    const aborted = deferred<string>();
    const begun = deferred<void>();
    const { client } = await connected({
      handlers: {
        stopProvider: async (_request, { signal }) => {
          begun.resolve();
          await once(signal, "abort");
          aborted.resolve("aborted");
          return { error: "" };
        },
      },
    });
    const { answer, cancel } = client.begin("Provider.stopProvider");
    const outcome = answer.catch(({ code }) => code);
    await begun.promise;
    cancel();
    expect(await aborted.promise).toBe("aborted");
    expect(await outcome).toBe(status.CANCELLED);
  });
});

function deferred<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

describe("a stream", () => {
  const progress = (message: string) => ({ progress: { message } });

  test("sends every event", async () => {
    const { client } = await connected({
      handlers: {
        invokeAction: async function* () {
          yield progress("one");
          yield progress("two");
          yield { completed: { diagnostics: [] } };
        },
      },
    });
    const events = await client.stream("Provider.invokeAction", { actionType: "a" }).toArray();
    expect(events).toEqual([progress("one"), progress("two"), { completed: { diagnostics: [] } }]);
  });

  test("asks for no more events than it can send", async () => {
    let made = 0;
    const stopped = deferred<number>();
    const { client } = await connected({
      handlers: {
        invokeAction: async function* (_request, { signal }) {
          try {
            for (; made < 1000 && !signal.aborted; made += 1) yield progress("x".repeat(100_000));
          } finally {
            stopped.resolve(made);
          }
        },
      },
    });
    const stream = client.stream("Provider.invokeAction");
    stream.on("error", () => undefined);
    await once(stream, "readable");
    stream.cancel();
    expect(await stopped.promise).toBeLessThan(1000);
  });

  test("that fails ends with the message", async () => {
    const { client } = await connected({
      handlers: {
        // biome-ignore lint/correctness/useYield: it fails before its first event
        listResource: async function* () {
          throw new Error("no list");
        },
      },
    });
    const events = client
      .stream("Provider.listResource", { ...ListResourceRequest.decode(new Uint8Array()), typeName: "t" })
      .toArray();
    await expect(events).rejects.toMatchObject({ code: status.INTERNAL, details: "no list" });
  });
});

describe("every plugin has", () => {
  test("health", async () => {
    const { client } = await connected();
    expect(await client.call("Health.check", { service: "plugin" })).toEqual({
      status: ServingStatus.SERVING,
    });
    expect(await client.failure("Health.check", { service: "other" })).toMatchObject({
      code: status.NOT_FOUND,
    });
    expect(await first(client.stream("Health.watch", { service: "plugin" }))).toEqual({
      status: ServingStatus.SERVING,
    });
    expect(await first(client.stream("Health.watch", { service: "other" }))).toEqual({
      status: ServingStatus.SERVICE_UNKNOWN,
    });
  });

  test("an output that stays open and says nothing, and a broker that ends when its client does", async () => {
    const { client } = await connected();
    const output = client.stream("GRPCStdio.streamStdio");
    const said: unknown[] = [];
    output
      .on("data", (data) => said.push(data))
      .on("end", () => said.push("end"))
      .on("error", () => undefined);
    const broker = client.duplex("GRPCBroker.startStream");
    broker.write({ serviceId: 1, network: "tcp", address: "" });
    broker.end();
    expect(await broker.toArray()).toEqual([]);
    expect(said).toEqual([]);
    output.cancel();
  });
});

async function first(stream: ReturnType<PluginClient["stream"]>): Promise<unknown> {
  stream.on("error", () => undefined);
  const [data] = await once(stream, "data");
  stream.cancel();
  return data;
}

describe("nobody else is let in", () => {
  const foreign = createCertificate(Date.now());

  test.each([
    ["a client without a certificate", undefined],
    ["a client with a certificate of its own", foreign],
    ["a client with Terraform's certificate, but not its key", { ...TERRAFORM, key: foreign.key }],
  ])("%s", async (_name, own) => {
    let asked = 0;
    const stopProvider = async () => ({ error: String(++asked) });
    const launched = await launch({ handlers: { stopProvider } });
    const attempt = async () => {
      const stranger = new PluginClient(launched.handshake, own);
      running.clients.push(stranger);
      return stranger.failure("Provider.stopProvider");
    };
    await expect(
      attempt().then(
        ({ code }) => code,
        () => status.UNAVAILABLE,
      ),
    ).resolves.toBe(status.UNAVAILABLE);
    expect(asked).toBe(0);
    expect(await terraform(launched).call("Provider.stopProvider")).toEqual({ error: "1" });
  });
});

describe("the end comes", () => {
  test("when Terraform asks for it and leaves", async () => {
    const { client, ended, handshake } = await connected();
    expect(await client.call("GRPCController.shutdown")).toEqual({});
    client.close();
    expect(await ended).toBe(0);
    expect(existsSync(handshake.address)).toBe(false);
  });

  test("when Terraform asks for it and stays", async () => {
    const { client, ended } = await connected();
    await client.call("GRPCController.shutdown");
    expect(await ended).toBe(0);
  });

  test("when Terraform is gone without a word", async () => {
    const { client, ended } = await connected();
    client.close();
    expect(await ended).toBe(0);
  });

  test("when Terraform never connects", async () => {
    const { ended } = await launch({ patience: 1 });
    expect(await ended).toBe(0);
  });

  test("also while a stranger keeps a connection open", async () => {
    const launched = await launch();
    const stranger = connectSilently(launched.handshake);
    await once(stranger, "connect");
    const client = terraform(launched);
    await client.call("Health.check", { service: "plugin" });
    client.close();
    expect(await launched.ended).toBe(0);
    stranger.destroy();
  });

  test("not when one of two connections closes", async () => {
    const launched = await connected();
    const second = terraform(launched);
    await second.call("Health.check", { service: "plugin" });
    launched.client.close();
    expect(await second.call("Health.check", { service: "plugin" })).toEqual({
      status: ServingStatus.SERVING,
    });
  });
});

describe("a start that fails", () => {
  test.each([
    ["on Windows", { platform: "win32" }, "There are no private sockets here"],
    ["without a directory for a socket", { directories: ["/missing"] }, "No socket fits into /missing"],
  ] as const)("%s and without TLS: no port is opened to everybody", async (_name, options, why) => {
    const told: string[] = [];
    const code = await new Promise<number>((onExit) => {
      const say = (text: string) => void told.push(text);
      void serve({ handlers: {}, env: COOKIE, print: say, complain: say, onExit, ...options });
    });
    expect(code).toBe(1);
    expect(told).toEqual([expect.stringContaining(why), told[0]]);
    expect(told[0]).toContain("Unset TF_DISABLE_PLUGIN_TLS");
  });

  test("by hand: a text for the person, and 1", async () => {
    const told: string[] = [];
    const code = await new Promise<number>((onExit) => {
      void serve({ handlers: {}, env: {}, complain: (text) => told.push(text), onExit });
    });
    expect(code).toBe(1);
    expect(told.join("")).toContain("This program is a Terraform provider.");
  });
});
