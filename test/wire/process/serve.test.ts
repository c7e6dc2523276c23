import { once } from "node:events";
import { existsSync } from "node:fs";
import { connect, constants } from "node:http2";
import { status } from "@grpc/grpc-js";
import { type ProviderHandlers, type ServeOptions, serve, serveReattach } from "../../../src/wire";
import { ServingStatus } from "../../../src/wire/generated/health";
import { StopProviderResponse } from "../../../src/wire/generated/tfplugin6";
import { createCertificate } from "../../../src/wire/process/certificate";
import { connectSilently, type Handshake, PluginClient, parseHandshake } from "../support/pluginClient";

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };
const TERRAFORM = createCertificate(Date.now());
const SERVING = { status: ServingStatus.SERVING };
const PINNED = { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: "5,6", PLUGIN_CLIENT_CERT: TERRAFORM.pem };

interface Launched {
  readonly handshake: Handshake;
  /** The exit code, once the plugin has ended. */
  readonly ended: Promise<number>;
}

const running: { clients: PluginClient[]; ended: Promise<number>[] } = { clients: [], ended: [] };

type LaunchOptions = Partial<Omit<ServeOptions, "handlers">> & {
  readonly handlers?: ProviderHandlers;
  readonly load?: ServeOptions["handlers"];
};

async function launch({
  handlers = {},
  load = async () => handlers,
  ...options
}: LaunchOptions = {}): Promise<Launched> {
  let print: (line: string) => void = () => undefined;
  const line = new Promise<string>((resolve) => {
    print = resolve;
  });
  const ended = new Promise<number>((onExit, reject) => {
    serve({ handlers: load, env: PINNED, connectTimeout: 3000, print, onExit, ...options }).catch(reject);
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

async function connected(options: LaunchOptions = {}) {
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
    const config = { msgpack: Buffer.alloc(9_000_000, 7), json: new Uint8Array() };
    const { state } = (await client.call("Provider.readDataSource", { typeName: "t", config })) as {
      state: typeof config;
    };
    expect(config.msgpack.equals(state.msgpack)).toBe(true);
  });

  test("prepared answers, without loading the handlers", async () => {
    const bytes = StopProviderResponse.encode({ error: "prepared" }).finish();
    const load = jest.fn(async (): Promise<ProviderHandlers> => stop);
    const { client } = await connected({ load, prepared: { stopProvider: async () => bytes } });
    expect(await client.call("Provider.stopProvider")).toEqual({ error: "prepared" });
    expect(load).not.toHaveBeenCalled();
    expect(await client.failure("Provider.getMetadata")).toMatchObject({ code: status.UNIMPLEMENTED });
    expect(load).toHaveBeenCalled();
  });

  test("INTERNAL and the message if a handler fails, and continues", async () => {
    const stopProvider = async () => Promise.reject(new Error("not found: ü"));
    const { client } = await connected({ handlers: { stopProvider } });
    const expected = { code: status.INTERNAL, details: "not found: ü" };
    expect(await client.failure("Provider.stopProvider")).toMatchObject(expected);
    expect(await client.failure("Provider.stopProvider")).toMatchObject(expected);
  });

  test("nothing to a cancelled call, whose signal is aborted", async () => {
    const aborted = deferred<void>();
    const begun = deferred<void>();
    const stopProvider: ProviderHandlers["stopProvider"] = async (_request, { signal }) => {
      begun.resolve();
      await once(signal, "abort");
      aborted.resolve();
      return { error: "" };
    };
    const { client } = await connected({ handlers: { stopProvider } });
    const { answer, cancel } = client.begin("Provider.stopProvider");
    const outcome = answer.catch(({ code }) => code);
    await begun.promise;
    cancel();
    await aborted.promise;
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

describe("every plugin has", () => {
  test("health", async () => {
    const { client } = await connected();
    const watched = async (service: string) => first(client.stream("Health.watch", { service }));
    expect(await client.failure("Health.check", { service: "other" })).toMatchObject({
      code: status.NOT_FOUND,
    });
    expect(await watched("plugin")).toEqual(SERVING);
    expect(await watched("other")).toEqual({ status: ServingStatus.SERVICE_UNKNOWN });
  });

  test("a silent output that stays open, and a broker that ends with its client", async () => {
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

describe("nobody else may connect", () => {
  const foreign = createCertificate(Date.now());

  test.each([
    ["a client without a certificate", undefined],
    ["a client with a certificate of its own", foreign],
    ["a client with Terraform's certificate, but not its key", { ...TERRAFORM, key: foreign.key }],
  ])("%s", async (_name, own) => {
    let calls = 0;
    const stopProvider = async () => ({ error: String(++calls) });
    const launched = await launch({ handlers: { stopProvider } });
    const attempt = async () => {
      const stranger = new PluginClient(launched.handshake, own);
      running.clients.push(stranger);
      return stranger.failure("Provider.stopProvider");
    };
    const code = await attempt().then(
      (failure) => failure.code,
      () => status.UNAVAILABLE,
    );
    expect(code).toBe(status.UNAVAILABLE);
    expect(calls).toBe(0);
    expect(await terraform(launched).call("Provider.stopProvider")).toEqual({ error: "1" });
  });
});

describe("the process ends", () => {
  test("when Terraform requests it and disconnects", async () => {
    const { client, ended, handshake } = await connected();
    expect(await client.call("GRPCController.shutdown")).toEqual({});
    client.close();
    expect(await ended).toBe(0);
    expect(existsSync(handshake.address)).toBe(false);
  });

  test("when Terraform requests it and stays connected", async () => {
    const { client, ended } = await connected();
    await client.call("GRPCController.shutdown");
    expect(await ended).toBe(0);
  });

  test("when Terraform disconnects without a request", async () => {
    const { client, ended } = await connected();
    client.close();
    expect(await ended).toBe(0);
  });

  test("when Terraform never connects", async () => {
    const { ended } = await launch({ connectTimeout: 1 });
    expect(await ended).toBe(0);
  });

  test("when the process that started it has exited, even with a client", async () => {
    let isOrphan = false;
    const { client, ended } = await connected({ isOrphan: () => isOrphan });
    isOrphan = true;
    expect(await ended).toBe(0);
    client.close();
  });

  test("when a client resets thousands of streams, because its end would go unnoticed", async () => {
    const launched = await launch({ env: COOKIE });
    const session = connect("http://localhost", {
      createConnection: () => connectSilently(launched.handshake),
    }).on("error", () => undefined);
    for (let count = 0; count < 5000 && !session.closed && !session.destroyed; count += 1) {
      const stream = session.request({ ":method": "POST", "content-type": "application/grpc" });
      stream.on("error", () => undefined).close(constants.NGHTTP2_CANCEL);
      if (count % 100 === 0) await new Promise(setImmediate);
    }
    expect(await launched.ended).toBe(0);
    session.destroy();
  });

  test("after SIGTERM, when the running calls have been asked to end and are answered", async () => {
    const stopped = deferred<void>();
    const begun = deferred<void>();
    const handlers: ProviderHandlers = {
      applyResourceChange: async () => {
        begun.resolve();
        await stopped.promise;
        return { private: Buffer.from("saved"), diagnostics: [], legacyTypeSystem: false };
      },
      stopProvider: async () => {
        stopped.resolve();
        return { error: "" };
      },
    };
    const { client, ended } = await connected({ handlers, quietPeriod: 100 });
    const applied = client.call("Provider.applyResourceChange", {
      typeName: "t",
      plannedPrivate: Buffer.of(),
    });
    await begun.promise;
    process.listeners("SIGTERM").at(-1)?.("SIGTERM");
    expect(await applied).toMatchObject({ private: Buffer.from("saved") });
    expect(await ended).toBe(143);
  });

  test("after SIGTERM, when a running stream has been asked to end and has sent its last message", async () => {
    const stopped = deferred<void>();
    const handlers: ProviderHandlers = {
      invokeAction: async function* () {
        yield { progress: { message: "running" } };
        await stopped.promise;
        yield { completed: { diagnostics: [] } };
      },
      stopProvider: async () => {
        stopped.resolve();
        return { error: "" };
      },
    };
    const { client, ended } = await connected({ handlers, quietPeriod: 100 });
    const events: unknown[] = [];
    for await (const event of client.stream("Provider.invokeAction", { actionType: "a" })) {
      if (events.push(event) === 1) process.listeners("SIGTERM").at(-1)?.("SIGTERM");
    }
    expect(events).toMatchObject([{ progress: { message: "running" } }, { completed: { diagnostics: [] } }]);
    expect(await ended).toBe(143);
  });

  test("when Terraform requests it while a stream runs, whose signal is aborted", async () => {
    const aborted = deferred<void>();
    const handlers: ProviderHandlers = {
      invokeAction: async function* (_, { signal }) {
        yield { progress: { message: "running" } };
        await once(signal, "abort");
        aborted.resolve();
      },
    };
    const { client, ended } = await connected({ handlers });
    const stream = client.stream("Provider.invokeAction", { actionType: "a" }).on("error", () => undefined);
    await once(stream, "data");
    await client.call("GRPCController.shutdown");
    expect(await ended).toBe(0);
    client.close();
    await aborted.promise;
  });

  test("even while a stranger keeps a connection open", async () => {
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
    expect(await second.call("Health.check", { service: "plugin" })).toEqual(SERVING);
  });
});

test.each([
  ["on Windows", { platform: "win32" }, "This system has no private sockets"],
  ["without a directory for a socket", { directories: ["/missing"] }, "No socket fits into /missing"],
] as const)(
  "without TLS %s no port is opened to everybody: it refuses to start",
  async (_name, options, why) => {
    const printed: string[] = [];
    const code = await new Promise<number>((onExit) => {
      const print = (text: string) => void printed.push(text);
      void serve({ handlers: async () => ({}), env: COOKIE, print, printError: print, onExit, ...options });
    });
    expect(code).toBe(1);
    expect(printed).toEqual([expect.stringContaining(why), printed[0]]);
    expect(printed[0]).toContain("Unset TF_DISABLE_PLUGIN_TLS");
  },
);

describe("a provider for reattaching", () => {
  test.each([
    ["linux", "unix"],
    ["win32", "tcp"],
  ] as const)("on %s serves one client after another, over %s", async (platform, network) => {
    let calls = 0;
    const stopProvider = async () => ({ error: String(++calls) });
    const { reattach, close } = await serveReattach({ handlers: { stopProvider }, platform });
    expect(reattach).toEqual({
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: network, String: expect.any(String) },
    });
    for (const error of ["1", "2"]) {
      const client = new PluginClient({ network, address: reattach.Addr.String });
      expect(await client.call("Provider.stopProvider")).toEqual({ error });
      client.close();
    }
    await close();
    if (network === "unix") expect(existsSync(reattach.Addr.String)).toBe(false);
  });

  test("closes even with a client", async () => {
    const { reattach, close } = await serveReattach({ handlers: {} });
    const client = new PluginClient({ network: "unix", address: reattach.Addr.String });
    await client.call("Health.check", { service: "plugin" });
    await close();
    expect(await client.failure("Health.check", { service: "plugin" })).toMatchObject({ code: 14 });
    client.close();
  });
});
