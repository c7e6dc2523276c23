import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { startEmulatorServer } from "../../../src/emulator";
import { authority, encrypted } from "../../support/certificates";
import { cleanEnvironment, start } from "../../support/run";

const company = authority("Company CA");
const both = company.issue(["127.0.0.1", "localhost"]);
const folder = mkdtempSync(join(tmpdir(), "emulator-tls-"));
afterAll(() => rmSync(folder, { recursive: true }));

const file = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};

const statusOf = (url: string, ca: string) =>
  new Promise<number | undefined>((answered, failed) => {
    get(url, { ca, agent: false }, (response) => answered(response.resume().statusCode)).once(
      "error",
      failed,
    );
  });

const textOf = (url: string, ca: string) =>
  new Promise<string>((answered, failed) => {
    const request = get(url, { ca, agent: false }, (response) => {
      text(response).then(answered, failed);
    });
    request.once("error", failed);
  });

test.each([
  [["127.0.0.1", "localhost"], "https://127.0.0.1"],
  [["localhost"], "https://localhost"],
  [["api.searchcloud.test"], "https://127.0.0.1"],
])("a certificate for %j is served at %s", async (names, origin) => {
  const emulator = await startEmulatorServer({ tls: company.issue(names) });
  const { port } = new URL(emulator.baseUrl);
  expect(emulator.baseUrl).toBe(`${origin}:${port}/api/v1`);
  expect(emulator.controlUrl).toBe(`${origin}:${port}/control`);
  expect(emulator.nodeUrl).toBe(`${origin}:${port}/nodes/{hostname}`);
  await emulator.close();
});

test("answers over TLS", async () => {
  const emulator = await startEmulatorServer({ tls: both, seed: { clusters: [{ id: "abc" }] } });
  const node = emulator.nodeUrl.replace("{hostname}", "abc-1.a1.searchcloud.example");
  for (const url of [`${emulator.controlUrl}/state`, `${node}/health`]) {
    expect(await statusOf(url, company.certificate)).toBe(200);
  }
  await emulator.close();
});

test.each(["before", "after", "midway"] as const)(
  "a fault resets the connection %s the work, as without TLS: the client sees no answer, and the next request is answered",
  async (when) => {
    const emulator = await startEmulatorServer({ tls: both, seed: { clusters: [{ id: "abc" }] } });
    emulator.addFault({ match: { method: "GET" }, effect: { kind: "reset", when } });
    const node = emulator.nodeUrl.replace("{hostname}", "abc-1.a1.searchcloud.example");
    await expect(textOf(`${node}/health`, company.certificate)).rejects.toMatchObject({
      code: expect.stringMatching(/^(ECONNRESET|EPROTO)$/),
    });
    expect(await textOf(`${node}/health`, company.certificate)).toContain("true");
    expect(emulator.journal().map(({ status, done }) => [status, done])).toEqual([
      ["reset", when !== "before"],
      [200, true],
    ]);
    await emulator.close();
  },
);

test("the nodes of a cluster that is not in service reset the connection", async () => {
  const emulator = await startEmulatorServer({
    tls: both,
    seed: { clusters: [{ id: "abc", status: "suspended" }] },
  });
  const node = emulator.nodeUrl.replace("{hostname}", "abc-1.a1.searchcloud.example");
  await expect(textOf(`${node}/health`, company.certificate)).rejects.toMatchObject({ code: "ECONNRESET" });
  await emulator.close();
});

test.each([
  [{ ...both, certificate: both.key }, "Cannot read a certificate in tls.certificate"],
  [{ ...both, key: both.certificate }, "Cannot read a private key in tls.key"],
  [{ ...both, key: encrypted(both.key) }, "The key in tls.key is encrypted. Decrypt it"],
  [{ ...both, key: company.key }, "The key in tls.key does not match the certificate in tls.certificate."],
])("an invalid certificate or key is rejected", async (tls, message) => {
  await expect(startEmulatorServer({ tls })).rejects.toThrow(message);
});

describe("the command line", () => {
  const main = resolve(__dirname, "../../../dist/searchcloud.js");
  const run = (certificate: string, key: string) =>
    start(
      process.execPath,
      [main, "emulator", "--port", "0", "--tls-certificate", certificate, "--tls-key", key],
      folder,
      cleanEnvironment({}),
    );

  test("prints https addresses, and the file to trust for a self-signed certificate", async () => {
    const running = run(file("ca.pem", company.certificate), file("ca.key", company.key));
    await running.until("Ctrl-C stops the emulator");
    running.interrupt();
    const { output } = await running.finished;
    expect(output).toMatch(/export SEARCHCLOUD_BASE_URL=https:\/\/127\.0\.0\.1:\d+\/api\/v1\n/);
    expect(output).toContain(`export SEARCHCLOUD_CA_CERTIFICATE_FILE=${join(folder, "ca.pem")}\n`);
  });

  test.each([
    ["none.pem", "none.key", /^--tls-certificate none\.pem cannot be read: ENOENT/],
    [
      "ca.pem",
      "other.key",
      /^The key in --tls-key other\.key does not match the certificate in --tls-certificate ca\.pem\./,
    ],
  ])("%s with %s is rejected with the option and the file", async (certificate, key, message) => {
    file("other.key", both.key);
    const { code, stderr } = await run(certificate, key).finished;
    expect(code).toBe(1);
    expect(stderr).toMatch(message);
  });
});
