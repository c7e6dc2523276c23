import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inspect } from "node:util";
import { READ_TIMEOUT_MS } from "../../src/api/limits";
import { type ApiError, type Client, type Clock, createClient } from "../../src/client";
import { type EmulatorServer, startEmulatorServer } from "../../src/emulator";
import { systemClock } from "../../src/http/clock";
import { proxyFor } from "../../src/http/proxy";
import { undiciTransport } from "../../src/http/transport";
import { memoryLog, never, rejection } from "../client/kit/client";
import { authority } from "../support/certificates";
import { answer, type ConnectProxy, connectProxy } from "../support/connectProxy";

// A name that resolves nowhere: only the proxy knows where it leads.
const HOST = "api.searchcloud.test";
const BASE_URL = `https://${HOST}/api/v1`;
const company = authority("Company CA");
const other = authority("Other CA");
const folder = mkdtempSync(join(tmpdir(), "tunnel-"));
const caCertificateFile = join(folder, "company.pem");

let emulator: EmulatorServer;
let proxy: ConnectProxy;
const clients: Client[] = [];

const portOf = ({ baseUrl }: EmulatorServer) => Number(new URL(baseUrl).port);

beforeAll(async () => {
  writeFileSync(caCertificateFile, company.certificate);
  emulator = await startEmulatorServer({ tls: company.issue([HOST]), rate: "off" });
  proxy = await connectProxy({ [`${HOST}:443`]: portOf(emulator) });
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close();
  proxy.asked.length = 0;
  proxy.refusal = undefined;
  emulator.clearJournal();
});
afterAll(async () => {
  await proxy.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

/** Real time for the limit of a request, none for the pauses between requests. */
const impatient: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms < READ_TIMEOUT_MS ? 0 : ms, signal),
};

function clientThrough(HTTPS_PROXY: string, clock = impatient, connectTimeout?: number) {
  const log = memoryLog();
  const env = { HTTPS_PROXY };
  const network = { proxy: proxyFor(BASE_URL, env), authorities: [company.certificate], connectTimeout };
  const client = createClient({
    baseUrl: BASE_URL,
    apiKey: emulator.key,
    dialect: "search-cloud",
    pollInterval: 60_000,
    requestsPerMinute: 0,
    caCertificateFile,
    env,
    log,
    dependencies: {
      clock,
      random: () => 0,
      ...(connectTimeout !== undefined && { transport: undiciTransport(network) }),
    },
  });
  clients.push(client);
  return { client, log };
}

const account = (client: Client) => client.call("getAccount", {}, { signal: never() });
const SMALL = { name: "products", memory: "8_gb", vcpu: "2_vcpus", regions: "oregon" };

/** Reads through a proxy that fails. Returns the error, its text, and the log. */
async function failsThrough(value: string, ...how: [clock?: Clock, connectTimeout?: number]) {
  const { client, log } = clientThrough(value, ...how);
  const error = (await rejection(account(client))) as ApiError;
  expect(emulator.journal()).toEqual([]);
  return { error, text: `${error.summary}\n${error.detail}`, log };
}

test("reads share a tunnel, each write has its own, and the proxy sees neither key nor path", async () => {
  const { client } = clientThrough(`http://user:p%40ss@127.0.0.1:${proxy.port}`);
  for (let count = 0; count < 5; count += 1) await account(client);
  expect(proxy.asked.length).toBeLessThanOrEqual(2);
  proxy.asked.length = 0;
  const cluster = await client.createCluster(SMALL, { signal: never() });
  await client.updateCluster(cluster.id, { name: "renamed" }, { signal: never() });
  await client.updateCluster(cluster.id, { name: "again" }, { signal: never() });
  const basic = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  const connect = { line: `CONNECT ${HOST}:443`, authorization: basic };
  expect(proxy.asked).toEqual([1, 2, 3].map(() => expect.objectContaining(connect)));
  expect(JSON.stringify(proxy.asked)).not.toMatch(new RegExp(`${emulator.key}|clusters|management`));
});

test("through a proxy that speaks TLS, with a certificate of the same authority", async () => {
  const secure = await connectProxy({ [`${HOST}:443`]: portOf(emulator) }, company.issue(["127.0.0.1"]));
  await account(clientThrough(secure.origin).client);
  expect(secure.asked).toHaveLength(1);
  await secure.close();
});

test("a POST for which no tunnel was opened is sent again without a read", async () => {
  const { client } = clientThrough(proxy.origin);
  await client.clusterListing({ maxAge: 60_000, signal: never() });
  proxy.refusal = (...refused) => {
    proxy.refusal = undefined;
    answer(502)(...refused);
  };
  await client.createCluster({ ...SMALL, name: "once" }, { signal: never() });
  const sent = emulator.journal().map(({ method, path }) => `${method} ${path}`);
  expect(sent).toEqual(["GET /clusters", "POST /clusters"]);
  expect(proxy.asked).toHaveLength(3);
});

describe("a proxy that refuses permanently gets one request", () => {
  const NEGOTIATE = { "proxy-authenticate": "Negotiate" };
  test.each<[string, string, Parameters<typeof answer>, RegExp[]]>([
    [
      "requires credentials",
      "",
      [407, { "proxy-authenticate": "Basic realm=x" }],
      [/requires credentials/, /Set the user name/],
    ],
    [
      "knows others",
      "secret-user:secret-pass@",
      [407],
      [/does not accept the credentials/, /Correct the user name/],
    ],
    ["speaks Kerberos", "", [407, NEGOTIATE], [/asks for Negotiate, and only Basic is supported/]],
    [
      "forbids the host",
      "",
      [403],
      [/status 403/, /to allow tunnels \(CONNECT\) to api\.searchcloud\.test:443/],
    ],
  ])("%s", async (_, credentials, [status, headers], words) => {
    proxy.refusal = answer(status, headers);
    const { error, text, log } = await failsThrough(`http://${credentials}127.0.0.1:${proxy.port}`);
    expect(error).toMatchObject({ kind: "proxy", failure: { sent: false } });
    expect(proxy.asked).toHaveLength(1);
    expect(text).toContain(
      `GET ${BASE_URL}/account, through the proxy ${proxy.origin} (HTTPS_PROXY), failed`,
    );
    for (const word of words) expect(text).toMatch(word);
    const everything = `${text}${inspect([error, log.entries], { depth: 20, showHidden: true })}`;
    expect(everything).not.toMatch(/secret-|c2VjcmV0/);
  });
});

describe("a proxy that may recover is retried for some seconds", () => {
  test.each<[string, ConnectProxy["refusal"], RegExp]>([
    ["cannot reach the host", answer(502), /with status 502\.\nCheck the host name in base_url/],
    ["closes the connection", (socket) => socket.destroy(), /opened no tunnel: the connection was closed/],
    [
      "closes the tunnel that it has opened",
      (socket) => socket.end("HTTP/1.1 200 OK\r\n\r\n"),
      /the connection was closed before it was encrypted/,
    ],
    [
      "speaks something else",
      (socket) => socket.end("SSH-2.0\r\n"),
      /opened no tunnel: no code: Response does not match/,
    ],
  ])("%s", async (_, refusal, words) => {
    proxy.refusal = refusal;
    const { error, text } = await failsThrough(proxy.origin);
    expect(error).toMatchObject({ kind: "network", failure: { sent: false } });
    expect(text).toMatch(words);
    expect(text).toContain(`through the proxy ${proxy.origin} (HTTPS_PROXY)`);
    expect(proxy.asked.length).toBeGreaterThan(1);
  });

  test("does not answer", async () => {
    proxy.refusal = () => undefined;
    let time = 0;
    const hurried: Clock = {
      now: () => {
        time += 10_000;
        return time;
      },
      sleep: impatient.sleep,
    };
    const { error, text } = await failsThrough(proxy.origin, hurried, 50);
    expect(error).toMatchObject({ kind: "network", failure: { sent: false } });
    expect(text).toMatch(/opened no tunnel: no answer began in time/);
  });

  test("nothing listens at its address", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const { error, text } = await failsThrough(`http://127.0.0.1:${port}`);
    expect(error).toMatchObject({ kind: "network", failure: { sent: false, code: "ECONNREFUSED" } });
    expect(text).toMatch(/Check that HTTPS_PROXY is the address of a running proxy/);
  });
});

describe("a TLS failure on the way is not retried", () => {
  test("the proxy does not speak it", async () => {
    const { error, text } = await failsThrough(`https://127.0.0.1:${proxy.port}`);
    expect(error.kind).toBe("tls");
    expect(text).toMatch(
      /the proxy does not answer with TLS.*\n?Check the scheme and the port in HTTPS_PROXY/,
    );
  });

  test("the proxy has a certificate of an unknown authority", async () => {
    const secure = await connectProxy({}, other.issue(["127.0.0.1"]));
    const { error, text } = await failsThrough(secure.origin);
    expect(error.kind).toBe("tls");
    expect(text).toMatch(/certificate of the proxy is signed by an authority that is not trusted/);
    await secure.close();
  });

  test.each([
    [
      "another one for the service",
      other.issue([HOST]),
      /certificate of api\.searchcloud\.test:443 is signed by an authority/,
    ],
    [
      "one for another host",
      company.issue(["a.test", "b.test"]),
      /is for a\.test, b\.test, not for api\.searchcloud\.test/,
    ],
  ])("the proxy puts %s in place of its certificate", async (_, tls, words) => {
    const wrong = await startEmulatorServer({ tls });
    const leading = await connectProxy({ [`${HOST}:443`]: portOf(wrong) });
    const { error, text } = await failsThrough(leading.origin);
    expect(error.kind).toBe("tls");
    expect(text).toMatch(words);
    expect(leading.asked).toHaveLength(1);
    await leading.close();
    await wrong.close();
  });
});
