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
