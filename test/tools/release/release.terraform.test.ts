import { execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { version } from "../../../package.json";
import { type EmulatorServer, startEmulatorServer } from "../../../src/emulator";
import { ADDRESS } from "../../../src/provider/address";
import { createCertificate } from "../../../src/wire/process/certificate";
import { prepareProgram } from "../../../tools/release/executable";
import { OWN, optionsOf, PLATFORMS } from "../../../tools/release/options";
import { release } from "../../../tools/release/release";
import { Workspace } from "../../support/terraform";

jest.setTimeout(240_000);

/** The release of this machine's platform, and what the real terraform makes of it where there is no Node. */
const FOLDER = mkdtempSync(join(tmpdir(), "release-"));
const inFolder = (...path: string[]) => join(FOLDER, ...path);
const PREFIX = `terraform-provider-searchcloud_${version}`;
const ZIP = `${PREFIX}_${OWN?.name}.zip`;
const SUMS = `${PREFIX}_SHA256SUMS`;
const BILL = `${PREFIX}_sbom.cdx.json`;
const KEY = "release@example.com";
const CERTIFIER = "certifier@example.com";
const HAS_GPG = spawnSync("gpg", ["--version"]).status === 0;
const GPG_ENV = { ...process.env, GNUPGHOME: inFolder("gpg") };
const gpg = (...words: string[]) =>
  execFileSync("gpg", ["--batch", ...words], { env: GPG_ENV, stdio: "pipe" });

let emulator: EmulatorServer;
let names: readonly string[];
const workspaces: Workspace[] = [];

beforeAll(async () => {
  for (const name of ["gpg", "empty", "cache"]) mkdirSync(inFolder(name), { mode: 0o700 });
  if (HAS_GPG) gpg("--passphrase", "", "--quick-generate-key", KEY, "rsa2048", "sign", "never");
  const words = ["--only", OWN?.name ?? "", "--mirror", inFolder("mirror")];
  const env = { ...GPG_ENV, SOURCE_DATE_EPOCH: "1767225600" };
  const options = optionsOf(HAS_GPG ? [...words, "--gpg-key", KEY] : words, env, __dirname);
  names = await release(options, inFolder("files"), () => undefined);
  emulator = await startEmulatorServer({
    clock: { mode: "step", start: Date.UTC(2026, 10, 20), stepPerRequest: 60_000 },
  });
});

afterAll(async () => {
  for (const workspace of workspaces) await workspace.remove();
  await emulator?.close();
  if (HAS_GPG) spawnSync("gpgconf", ["--kill", "gpg-agent"], { env: GPG_ENV });
  rmSync(FOLDER, { recursive: true });
});

const CLUSTER = `
terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
resource "searchcloud_cluster" "products" {
  name    = "products"
  memory  = "8_gb"
  vcpu    = "2_vcpus"
  regions = ["oregon"]
}
`;

/** A project in which terraform finds providers by these words alone, and no program on the PATH. */
async function project(installation: string, env: NodeJS.ProcessEnv = {}): Promise<Workspace> {
  const workspace = await Workspace.create({
    ...env,
    PATH: inFolder("empty"),
    XDG_CACHE_HOME: inFolder("cache"),
    NODE_OPTIONS: undefined,
    TF_CLI_CONFIG_FILE: inFolder("terraform.rc"),
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  });
  workspaces.push(workspace);
  writeFileSync(inFolder("terraform.rc"), `provider_installation {\n  ${installation}\n}\n`);
  await workspace.write({ "main.tf": CLUSTER });
  return workspace;
}

test("the files are those that registries accept, with their checksums", () => {
  const expected = [ZIP, `${PREFIX}_manifest.json`];
  const signatures = HAS_GPG ? [`${SUMS}.sig`, `${BILL}.sig`] : [];
  expect(readdirSync(inFolder("files"))).toEqual([SUMS, BILL, ...signatures, ...expected].sort());
  expect(names).toEqual(readdirSync(inFolder("files")));
  // Terraform's registry refuses checksums of other files, of a bill of materials too.
  const lines = readFileSync(inFolder("files", SUMS), "utf8").trimEnd().split("\n");
  expect(lines).toEqual(expected.map((name) => `${sha256(readFileSync(inFolder("files", name)))}  ${name}`));
  expect(JSON.parse(readFileSync(inFolder("files", `${PREFIX}_manifest.json`), "utf8"))).toEqual({
    version: 1,
    metadata: { protocol_versions: ["6.0"] },
  });
  const sbom = JSON.parse(readFileSync(inFolder("files", BILL), "utf8"));
  expect(sbom.components.map(({ name }: { name: string }) => name)).toEqual(
    expect.arrayContaining(["node", "undici", "zod", "@bufbuild/protobuf"]),
  );
  // The emulator's server is not in it.
  expect(sbom.components).toHaveLength(4);
});

(HAS_GPG ? test : test.skip)("the signatures are binary and of the given key", () => {
  expect(readFileSync(inFolder("files", `${SUMS}.sig`))[0]).toBeGreaterThan(0x7f);
  for (const name of [SUMS, BILL]) gpg("--verify", inFolder("files", `${name}.sig`), inFolder("files", name));
  writeFileSync(inFolder("other"), "other words");
  expect(() => gpg("--verify", inFolder("files", `${SUMS}.sig`), inFolder("other"))).toThrow("BAD signature");
});

(HAS_GPG ? describe : describe.skip)("an error before anything is written is a key", () => {
  test.each([
    [
      "that gpg does not have",
      "nobody@example.com",
      /^--gpg-key nobody@example\.com: gpg has no secret key of that name \(.*"gpg --list-secret-keys" shows/s,
    ],
    [
      "that cannot sign",
      CERTIFIER,
      /^--gpg-key certifier@example\.com: gpg cannot sign with this key \(.*its purpose/s,
    ],
  ])("%s", async (_, gpgKey, message) => {
    if (gpgKey === CERTIFIER)
      gpg("--passphrase", "", "--quick-generate-key", CERTIFIER, "ed25519", "cert", "never");
    const options = { platforms: PLATFORMS, gpgKey, date: new Date(0), env: GPG_ENV };
    await expect(release(options, inFolder("none"), () => undefined)).rejects.toThrow(message);
    expect(readdirSync(FOLDER)).not.toContain("none");
  });
});

test("the injected file is the same each time, wherever it is prepared", async () => {
  const times = ["one", "another"].map((name) => inFolder(name));
  const hashes = [];
  for (const folder of times) {
    mkdirSync(folder);
    const { blobFor } = await prepareProgram(folder);
    hashes.push(PLATFORMS.map((platform) => sha256(readFileSync(blobFor(platform)))));
  }
  expect(hashes[0]).toEqual(hashes[1]);
  expect(new Set(hashes[0]).size).toBe(2);
});

describe("from a folder", () => {
  let workspace: Workspace;
  beforeAll(async () => {
    workspace = await project(`filesystem_mirror {\n    path = "${inFolder("mirror")}"\n  }`);
  });

  test("terraform installs the executable, which runs without Node", async () => {
    await workspace.init();
    expect((await workspace.apply()).output).toContain("1 added");
    await workspace.emptyPlan();
    const installed = join(workspace.directory, ".terraform/providers", ADDRESS, version, OWN?.name ?? "");
    const files = ["LICENSE", "THIRD_PARTY_NOTICES", `terraform-provider-searchcloud_v${version}`];
    expect(readdirSync(installed)).toEqual(files);
    const notices = readFileSync(join(installed, "THIRD_PARTY_NOTICES"), "utf8");
    expect(notices).toContain(`node ${OWN?.node.version} (MIT)`);
    expect(notices).toContain("OpenSSL");
  });

  test("V8 accepts the embedded cache, so that nothing is left in the user's cache", () => {
    expect(readdirSync(inFolder("cache"))).toEqual([]);
  });

  test("interrupted in a destroy, it completes its work before it ends", async () => {
    emulator.addFault({ match: { operation: "terminateCluster" }, effect: { kind: "hold", when: "after" } });
    const running = await workspace.start(["destroy", "-auto-approve", "-input=false", "-no-color"]);
    await Promise.race([emulator.held(), running.finished]);
    running.interrupt();
    await running.until("Interrupt received");
    emulator.releaseHolds();
    expect((await running.finished).output).not.toMatch(/plugin crashed|Plugin did not respond/i);
    await workspace.destroy();
    expect((await workspace.state()).values?.root_module.resources ?? []).toEqual([]);
  });
});

describe("from a static web server", () => {
  let server: Server;
  let workspace: Workspace;
  const asked: string[] = [];
  let damage = "";
  beforeAll(async () => {
    const { pem, key } = createCertificate(Date.now());
    writeFileSync(inFolder("ca.pem"), pem);
    server = createServer({ cert: pem, key }, ({ url = "" }, answer) => {
      asked.push(url);
      const isJson = url.endsWith(".json");
      const content = readFileSync(inFolder("mirror", url));
      answer.setHeader("content-type", isJson ? "application/json" : "application/zip");
      answer.end(isJson ? content : Buffer.concat([content, Buffer.from(damage)]));
    });
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const url = `https://localhost:${(server.address() as AddressInfo).port}/`;
    workspace = await project(`network_mirror {\n    url = "${url}"\n  }`, {
      SSL_CERT_FILE: inFolder("ca.pem"),
    });
  });
  afterAll(() => server?.close());

  test("terraform rejects a zip whose bytes differ from the mirror's hashes", async () => {
    damage = "one more";
    const { code, output } = await workspace.init({ expect: "any" });
    expect([code, output.replace(/\s+/g, " ")]).toEqual([1, expect.stringMatching(/checksum|hash/)]);
  });

  test("terraform installs the executable, and plans", async () => {
    damage = "";
    await workspace.init();
    expect((await workspace.plan()).output).toContain("1 to add");
    const files = ["index.json", `${version}.json`, ZIP].map((name) => `/${ADDRESS}/${name}`);
    expect([...new Set(asked)]).toEqual(files);
  });
});

function sha256(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}
