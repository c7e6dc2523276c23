import { createPrivateKey, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { TOOLS } from "../../../src/provider/toolVersion";
import { createCertificate } from "../../../src/wire/process/certificate";
import { handshakeLine, readLaunch } from "../../../src/wire/process/handshake";

const COOKIE = { TF_PLUGIN_MAGIC_COOKIE: "d602bf8f470bc67ca7faa0386276bbdd4330efaf76d1a219cb4d6991ca9872b2" };
const CLIENT = createCertificate(Date.now());

describe("a launch by Terraform", () => {
  test.each([
    ["versions in one order", { PLUGIN_PROTOCOL_VERSIONS: "5,6" }],
    ["our version alone", { PLUGIN_PROTOCOL_VERSIONS: "6" }],
    ["no versions", {}],
    ["TLS turned off", { PLUGIN_PROTOCOL_VERSIONS: "5,6", PLUGIN_CLIENT_CERT: "" }],
  ])("%s", (_name, env) => {
    expect(readLaunch({ ...COOKIE, ...env })).toEqual({
      ok: { client: undefined, socketDirectory: undefined },
    });
  });

  test("with a client certificate and a place for the socket", () => {
    const env = { ...COOKIE, PLUGIN_CLIENT_CERT: CLIENT.pem, PLUGIN_UNIX_SOCKET_DIR: "/run/plugins" };
    expect(readLaunch(env)).toEqual({ ok: { client: CLIENT.der, socketDirectory: "/run/plugins" } });
  });
});

describe("a message to a person", () => {
  test.each([
    ["another cookie", { TF_PLUGIN_MAGIC_COOKIE: "x" }, "It is not meant to be started by hand"],
    ["an old Terraform", { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: "4,5" }, "started it offers 4,5."],
    ["no version at all", { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: "" }, "started it offers none."],
    [
      "version 16",
      { ...COOKIE, PLUGIN_PROTOCOL_VERSIONS: "16" },
      `Use Terraform ${TOOLS.Terraform.least} or later, or OpenTofu ${TOOLS.OpenTofu.least} or later.`,
    ],
    ["a broken certificate", { ...COOKIE, PLUGIN_CLIENT_CERT: "x" }, "cannot be read (PLUGIN_CLIENT_CERT)"],
  ])("%s", (_name, env, text) => {
    expect(readLaunch(env)).toEqual({ problem: expect.stringContaining(text) });
  });
});

describe("the line", () => {
  test.each([
    ["a socket", { network: "unix", path: "/tmp/tf-a/s" }, "fb", "1|6|unix|/tmp/tf-a/s|grpc|+w\n"],
    ["a port", { network: "tcp", host: "::1", port: 4012 }, "ffffff", "1|6|tcp|::1:4012|grpc|////\n"],
    ["no certificate", { network: "unix", path: "/s" }, undefined, "1|6|unix|/s|grpc|\n"],
  ] as const)("%s", (_name, address, certificate, line) => {
    const der = certificate === undefined ? undefined : Buffer.from(certificate, "hex");
    expect(handshakeLine(address, der)).toBe(line);
  });
});

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe("the certificate", () => {
  const created = createCertificate(NOW);
  const read = new X509Certificate(created.pem);

  test("is self-signed, and the same in both forms", () => {
    expect(read.raw.equals(created.der)).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read).toMatchObject({ issuer: "O=HashiCorp\nCN=localhost", subject: read.issuer, ca: true });
  });

  test("is for localhost, as a server and as a client", () => {
    expect(read.checkHost("localhost")).toBe("localhost");
    expect(read.checkHost("example.com")).toBeUndefined();
    expect(read.subjectAltName).toBe("DNS:localhost");
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1"]);
  });

  test("belongs to the key, on the curve P-256", () => {
    const key = createPrivateKey(created.key);
    expect(read.checkPrivateKey(key)).toBe(true);
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("differs every time", () => {
    expect(createCertificate(NOW).der.equals(created.der)).toBe(false);
  });
});

test("the serial number has sixteen bytes and is positive, whatever the random bytes", () => {
  fc.assert(
    fc.property(fc.nat(255), (fill) => {
      const { pem } = createCertificate(NOW, (size) => new Uint8Array(size).fill(fill));
      expect(new X509Certificate(pem).serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
    }),
    { numRuns: 20, examples: [[0], [255]] },
  );
});

test.each([
  ["before 2050, with two digits of the year", Date.UTC(2019, 5, 1), 2049],
  ["from 2050 on, with four", Date.UTC(2020, 5, 1), 2050],
  ["both of them after 2050", Date.UTC(2051, 5, 1), 2081],
])("it is valid from half a minute ago, for thirty years: %s", (_name, now, end) => {
  const read = new X509Certificate(createCertificate(now).pem);
  expect(new Date(read.validFrom).getTime()).toBe(now - 30_000);
  expect(new Date(read.validTo).getUTCFullYear()).toBe(end);
});
