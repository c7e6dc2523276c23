import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, createServer as createNetServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ApiError, type Client, createClient } from "../../src/client";
import { KEY, memoryLog, never, rejection } from "../client/kit/client";
import { TestClock } from "../client/kit/clock";
import { cluster } from "../client/kit/records";
import { authority, EXPIRED, type Issued, NOT_YET_VALID } from "../support/certificates";

const LOOPBACK = "127.0.0.1";
const company = authority("Company CA");
const folder = mkdtempSync(join(tmpdir(), "tls-"));
const caCertificateFile = join(folder, "company.pem");
writeFileSync(caCertificateFile, company.certificate);
afterAll(() => rmSync(folder, { recursive: true }));

const open: { server?: Server; client?: Client } = {};
afterEach(async () => {
  await open.client?.close();
  await new Promise((resolve) => open.server?.close(resolve));
});

/** A client of a server on a free loopback port, and how many connections that has got. */
async function clientOf(server: Server, trusted: string | undefined = caCertificateFile) {
  let connections = 0;
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, LOOPBACK, resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    baseUrl: `https://${LOOPBACK}:${port}/api/v1`,
    apiKey: KEY,
    dialect: "search-cloud",
    pollInterval: 60_000,
    requestsPerMinute: 0,
    caCertificateFile: trusted,
    log: memoryLog(),
    dependencies: { clock: new TestClock("manual"), random: () => 0 },
  });
  Object.assign(open, { server, client });
  return { client, at: `${LOOPBACK}:${port}`, connections: () => connections };
}

const secure = ({ certificate: cert, key }: Issued, listener?: RequestListener) =>
  createSecureServer({ cert, key }, listener);

const create = (client: Client) => {
  const body = { name: "a", memory: "8_gb", vcpu: "2_vcpus", regions: "oregon" };
  return client.createCluster(body, { signal: never() });
};

test("the file's authorities are trusted", async () => {
  const record = JSON.stringify(cluster());
  const { client } = await clientOf(secure(company.issue([LOOPBACK]), (_, response) => response.end(record)));
  expect(await client.read("c1", "fresh", { signal: never() })).toMatchObject({ kind: "present" });
});

/** Nothing moves the clock: whatever is tried again would never end. */
describe("a create ends at once, with nothing sent", () => {
  test.each<[string, () => Server, string | undefined, RegExp]>([
    [
      "an authority that is not trusted",
      () => secure(company.issue([LOOPBACK])),
      "",
      /signed by an authority that is not trusted \(UNABLE_TO_VERIFY_LEAF_SIGNATURE: .*ca_certificate_file \(or SEARCHCLOUD_CA_CERTIFICATE_FILE\), or NODE_EXTRA_CA_CERTS/,
    ],
    [
      "a certificate that has expired",
      () => secure(company.issue([LOOPBACK], EXPIRED)),
      undefined,
      /has expired \(CERT_HAS_EXPIRED: .*Check the clock of this machine/,
    ],
    [
      "a certificate that is not valid yet",
      () => secure(company.issue([LOOPBACK], NOT_YET_VALID)),
      undefined,
      /is not valid yet \(CERT_NOT_YET_VALID: .*Check the clock of this machine/,
    ],
    [
      "a certificate for other names",
      () => secure(company.issue(["search.example", "10.1.2.3"])),
      undefined,
      /is for search\.example, 10\.1\.2\.3, not for 127\.0\.0\.1 \(ERR_TLS_CERT_ALTNAME_INVALID: .*Check the host name in base_url/,
    ],
    [
      "a certificate that is none for servers",
      () => secure(company.issue([LOOPBACK], undefined, "client")),
      undefined,
      /cannot be accepted \(INVALID_PURPOSE: .*The operator of the server has to correct the certificate/,
    ],
    [
      "plain http on the port",
      () => createServer(),
      undefined,
      /does not answer with TLS, but most likely with plain http \(\w+: .*Check the scheme and the port in base_url/,
    ],
    [
      "no version of TLS in common",
      () =>
        createSecureServer({
          ...pemOf(company.issue([LOOPBACK])),
          maxVersion: "TLSv1.1",
          minVersion: "TLSv1",
        }),
      undefined,
      /the TLS connection to 127\.0\.0\.1:\d+ failed \(ERR_SSL_\w+: /,
    ],
  ])("%s", async (_, server, trusted, words) => {
    const { client, at, connections } = await clientOf(server(), trusted);
    const error = (await rejection(create(client))) as ApiError;
    expect(error).toMatchObject({ kind: "tls", failure: { sent: false } });
    const said = error.detail.replaceAll("\n", " ");
    expect(said).toMatch(words);
    expect(said).toContain(at);
    expect(said).toMatch(/Nothing was sent\.$/);
    expect(connections()).toBe(1);
  });
});

const pemOf = ({ certificate: cert, key }: Issued) => ({ cert, key });

test("a connection that ends before it is encrypted has sent nothing: it is no lost write", async () => {
  const { client } = await clientOf(createNetServer((socket) => socket.once("data", () => socket.destroy())));
  const clock = new TestClock();
  const impatient = createClient({
    baseUrl: client.baseUrl,
    apiKey: KEY,
    dialect: "search-cloud",
    pollInterval: 60_000,
    requestsPerMinute: 0,
    log: memoryLog(),
    dependencies: {
      clock: {
        now: () => clock.now(),
        sleep: async (ms, signal) => (ms < 30_000 ? undefined : clock.sleep(ms, signal)),
      },
      random: () => 0,
    },
  });
  const error = (await rejection(create(impatient))) as ApiError;
  await impatient.close();
  expect(error).toMatchObject({ kind: "network", failure: { sent: false, code: "ECONNRESET" } });
  expect(error.detail).toContain("closed before it was encrypted");
});
