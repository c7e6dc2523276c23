import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EmulatorServer, startEmulatorServer } from "../../src/emulator";
import { pluginPath } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { copyBuilt } from "../support/built";
import { authority } from "../support/certificates";
import { type ConnectProxy, connectProxy } from "../support/connectProxy";
import { Workspace } from "../support/terraform";
import { cluster, flat, OPTIONS, PRODUCTS } from "./support";

/**
 * The provider as it ships, in the network of a company: the service has a name that only the proxy can resolve, the proxy
 * wants credentials and speaks TLS, and each has a certificate of an authority of its own.
 */
const HOST = "api.searchcloud.test";
const [ofService, ofProxy] = [authority("Service CA"), authority("Proxy CA")];
const PASSWORD = "pr0xy-pass";
const BASIC = `Basic ${Buffer.from(`me:${PASSWORD}`).toString("base64")}`;
let emulator: EmulatorServer;
let proxy: ConnectProxy;
let workspace: Workspace;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "authorities-"));
  await writeFile(join(folder, "service.pem"), ofService.certificate);
  await writeFile(join(folder, "proxy.pem"), ofProxy.certificate);
  emulator = await startEmulatorServer({ ...OPTIONS, tls: ofService.issue([HOST]), rate: "off" });
  const port = Number(new URL(emulator.baseUrl).port);
  proxy = await connectProxy({ [`${HOST}:443`]: port }, ofProxy.issue(["127.0.0.1"]));
  workspace = await Workspace.create({
    XDG_CACHE_HOME: folder,
    HTTPS_PROXY: `https://me:${PASSWORD}@127.0.0.1:${proxy.port}`,
    NO_PROXY: "",
    no_proxy: "",
    NODE_EXTRA_CA_CERTS: join(folder, "proxy.pem"),
    SEARCHCLOUD_BASE_URL: `https://${HOST}/api/v1`,
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  });
  await copyBuilt(pluginPath(workspace.directory, { address: ADDRESS, version: "0.1.0" }));
});
afterAll(async () => {
  await workspace.remove();
  await proxy.close();
  await emulator.close();
  await rm(folder, { recursive: true });
});

async function write(settings: string) {
  await workspace.write({
    "main.tf": `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
provider "searchcloud" {
${settings}
}
${cluster()}`,
  });
}

test("an untrusted authority, and a missing file, leave nothing in state", async () => {
  await write("");
  const unknown = flat((await workspace.apply([], { expect: 1 })).output);
  expect(unknown).toContain(`through the proxy ${proxy.origin} (HTTPS_PROXY)`);
  expect(unknown).toContain("SEARCHCLOUD_CA_CERTIFICATE_FILE");
  await write('  ca_certificate_file = "none.pem"');
  const missing = flat((await workspace.plan([], { expect: 1 })).output);
  expect(missing).toMatch(
    /on main\.tf line 7, in provider "searchcloud": 7: {3}ca_certificate_file = "none\.pem"/,
  );
  expect(missing).toContain("the file does not exist");
  for (const said of [unknown, missing]) expect(said).not.toContain(PASSWORD);
  expect((await workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  expect(emulator.journal()).toEqual([]);
});

test("through the proxy: apply, and an empty plan", async () => {
  await workspace.write({ "certificates/service.pem": ofService.certificate });
  await write('  ca_certificate_file = "certificates/service.pem"');
  const applied = await workspace.apply([], { env: { TF_LOG: "TRACE" } });
  expect(applied.output).toContain("1 added, 0 changed, 0 destroyed");
  expect(applied.output).not.toContain(PASSWORD);
  expect(applied.output).not.toContain(BASIC.slice(6));
  await workspace.emptyPlan();
  const state = await workspace.stateText();
  expect(state).toContain(PRODUCTS.split(".")[0]);
  expect(new Set(proxy.asked.map(({ line }) => line))).toEqual(new Set([`CONNECT ${HOST}:443`]));
  expect(new Set(proxy.asked.slice(1).map(({ authorization }) => authorization))).toEqual(new Set([BASIC]));
  expect(JSON.stringify(proxy.asked)).not.toContain(emulator.key);
}, 120_000);
