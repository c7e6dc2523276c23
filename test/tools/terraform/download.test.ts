import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { zipSync } from "fflate";
import { createMessage, enums, generateKey, type PrivateKey, readKey, reformatKey, sign } from "openpgp";
import { terraformPlatform } from "../../../src/installation/install";
import { downloadTerraform, HASHICORP_KEY, prepareTool } from "../../../tools/terraform/download";
import { inspectTool, PINNED, pinnedPlace } from "../../../tools/terraform/tool";
import { answer, connectProxy } from "../../support/connectProxy";
import { terraformPath } from "../../support/run";

const FOLDER = mkdtempSync(join(realpathSync(tmpdir()), "download-"));
const CACHE = join(FOLDER, "cache");
const ZIP = `terraform_${PINNED}_${terraformPlatform()}.zip`;
const SUMS = `terraform_${PINNED}_SHA256SUMS`;
const LONG_AGO = new Date("2020-01-01");
const OUT_OF_TOUCH =
  /\(https:\/\/developer\.hashicorp\.com\/terraform\/install\).*SEARCHCLOUD_TERRAFORM_RELEASES_URL/;

/** The site's files by name. A response that is not a file is interrupted. */
let files: Readonly<Record<string, Uint8Array | URL | "truncated">>;
let asked: string[] = [];
let site: Server;
let env: NodeJS.ProcessEnv;
let closedSite: string;
let ours: PrivateKey;
let expired: PrivateKey;

beforeAll(async () => {
  ours = await newKey();
  expired = await newKey({ date: LONG_AGO, keyExpirationTime: 86_400 });
  site = createServer(({ url = "", headers }, response) => {
    asked.push(`${headers.authorization ?? ""}${url}`);
    const file = files[url.replace(`/mirror/terraform/${PINNED}/`, "")];
    if (file === "truncated") {
      response.writeHead(200, { "content-length": 1000 }).write("PK");
      setImmediate(() => response.destroy());
    } else if (file instanceof URL) response.writeHead(302, { location: file.href }).end();
    else response.writeHead(file ? 200 : 404).end(file);
  }).listen(0, "127.0.0.1");
  await once(site, "listening");
  const closed = createServer().listen(0, "127.0.0.1");
  await once(closed, "listening");
  closedSite = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  closed.close();
  env = {
    PATH: join(FOLDER, "nothing"),
    XDG_CACHE_HOME: CACHE,
    SEARCHCLOUD_TERRAFORM_RELEASES_URL: `http://user:p%40ss@127.0.0.1:${(site.address() as AddressInfo).port}/mirror/`,
    SEARCHCLOUD_TERRAFORM_RELEASES_KEY: keyFile("ours", ours),
  };
});

afterAll(() => {
  site?.close();
  rmSync(FOLDER, { recursive: true });
});

beforeEach(() => {
  asked = [];
  rmSync(CACHE, { recursive: true, force: true });
});

async function newKey(options: { date?: Date; keyExpirationTime?: number } = {}): Promise<PrivateKey> {
  return (await generateKey({ userIDs: [{ name: "a test" }], format: "object", ...options })).privateKey;
}

function keyFile(name: string, key: PrivateKey): string {
  writeFileSync(join(FOLDER, name), key.toPublic().armor());
  return join(FOLDER, name);
}

async function signature(text: string, signingKeys: PrivateKey, date?: Date): Promise<Uint8Array> {
  const message = await createMessage({ binary: Buffer.from(text) });
  return sign({ message, signingKeys, date, detached: true, format: "binary" });
}

/** A release of that archive, as HashiCorp publishes it. */
async function release(archive: Uint8Array, signer = ours, date?: Date) {
  const sum = createHash("sha256").update(archive).digest("hex");
  const sums = `${"0".repeat(64)}  terraform_${PINNED}_plan9_mips.zip\n${sum}  ${ZIP}\n`;
  return { [SUMS]: Buffer.from(sums), [`${SUMS}.sig`]: await signature(sums, signer, date), [ZIP]: archive };
}

const archiveOf = (content: Uint8Array, name = "terraform") => zipSync({ [name]: [content, { level: 0 }] });
const SMALL = archiveOf(Buffer.from("#!/bin/sh\necho Terraform v1.9.9\n"));

test("the real terraform is downloaded, verified and kept, once", async () => {
  files = await release(archiveOf(readFileSync(terraformPath())));
  const told: string[] = [];
  const tool = await prepareTool({ env, tell: (text) => told.push(text) });
  expect(tool).toEqual({ ...inspectTool(terraformPath()), path: expect.stringContaining(CACHE) });
  const { host } = new URL(env.SEARCHCLOUD_TERRAFORM_RELEASES_URL ?? "");
  expect(told).toEqual([
    `Neither terraform nor tofu is on the PATH: downloading Terraform ${PINNED} for ${terraformPlatform()} from http://${host}/mirror\n`,
    `Verified with the key ${ours.getFingerprint().toUpperCase()} and cached: ${tool.path}\n`,
  ]);
  const login = `Basic ${Buffer.from("user:p@ss").toString("base64")}`;
  expect(asked).toEqual(
    [SUMS, `${SUMS}.sig`, ZIP].map((name) => `${login}/mirror/terraform/${PINNED}/${name}`),
  );
  files = {};
  expect(await prepareTool({ env, tell: (text) => told.push(text) })).toEqual(tool);
  expect([told.length, asked.length]).toEqual([2, 3]);
});

test.each<[string, (folder: string, program: string) => void]>([
  ["a cache folder that others can write", () => chmodSync(CACHE, 0o777)],
  ["a folder that is a link", (folder) => replaceByLink(folder)],
  ["a file that is a link", (_, program) => replaceByLink(program)],
  ["a file that others can write", (_, program) => chmodSync(program, 0o777)],
])("a terraform in %s is not run, with a message", async (_, plant) => {
  const { folder, program } = pinnedPlace(env);
  mkdirSync(folder, { recursive: true });
  const mark = join(FOLDER, "planted");
  writeFileSync(program, `#!/bin/sh\ntouch ${mark}\necho Terraform v1.9.9\n`, { mode: 0o755 });
  plant(folder, program);
  files = await release(SMALL);
  await expect(prepareTool({ env, tell: () => {} })).rejects.toThrow(
    /(XDG_CACHE_HOME|remove \S+).*Nothing was run\.$/,
  );
  expect([existsSync(mark), asked]).toEqual([false, []]);
});

function replaceByLink(path: string) {
  renameSync(path, `${path}.theirs`);
  symlinkSync(`${path}.theirs`, path);
}

test("a terminal shows the progress in one line", async () => {
  files = await release(SMALL);
  const told: string[] = [];
  await downloadTerraform({ env, tell: (text) => told.push(text), isTerminal: true });
  expect(told.join("")).toMatch(/ from http:\S+\n(\r {2}0 of 0 MB)+\rVerified/);
});

test.each<[string, () => Promise<typeof files>, RegExp, NodeJS.ProcessEnv?]>([
  ["no such version", async () => ({}), /SHA256SUMS answers 404/],
  [
    "no archive",
    async () => ({ ...(await release(SMALL)), [ZIP]: Buffer.alloc(0) }),
    /the checksum of \S+ \(0 bytes\) is/,
  ],
  [
    "an archive that ends in the middle",
    async () => ({ ...(await release(SMALL)), [ZIP]: "truncated" }),
    /\.zip cannot be read \(.*\)/,
  ],
  [
    "a cut archive",
    async () => ({ ...(await release(SMALL)), [ZIP]: SMALL.slice(0, -9) }),
    /checksum of terraform_\S+zip \(\d+ bytes\) is [0-9a-f]{64}, and should be [0-9a-f]{64}\./,
  ],
  ["an archive that is none", () => release(Buffer.from("<html>")), /invalid zip data/],
  [
    "an archive of something else",
    () => release(archiveOf(SMALL, "../terraform")),
    /the archive has no terraform/,
  ],
  [
    "nothing for this platform",
    async () => {
      const sums = `${"0".repeat(64)}  terraform_${PINNED}_plan9_mips.zip\n`;
      return { [SUMS]: Buffer.from(sums), [`${SUMS}.sig`]: await signature(sums, ours) };
    },
    /SHA256SUMS does not contain terraform_\S+\.zip, so there is no Terraform for this platform/,
  ],
  [
    "a stranger's signature",
    async () => release(SMALL, await newKey()),
    /SUMS is not signed by [0-9A-F]{40} \(by [0-9A-F]{16}: Could not find signing key/,
  ],
  [
    "the signature of another list",
    async () => ({ ...(await release(SMALL)), [`${SUMS}.sig`]: await signature("", ours) }),
    /is not signed by [0-9A-F]{40} \(by [0-9A-F]{16}: Signed digest did not match\)/,
  ],
  [
    "no signature but a page",
    async () => ({ ...(await release(SMALL)), [`${SUMS}.sig`]: Buffer.from("<html>") }),
    /the signature of terraform_\S+ is invalid/,
  ],
])("%s: nothing is kept, and the error has the remedy", async (_, contents, message) => {
  files = await contents();
  await expectRefused(env, message);
});

test.each<[string, () => NodeJS.ProcessEnv, RegExp]>([
  [
    "no site",
    () => ({ SEARCHCLOUD_TERRAFORM_RELEASES_URL: closedSite }),
    /cannot be read \(connect ECONNREFUSED 127\.0\.0\.1:\d+\): check the network, HTTPS_PROXY/,
  ],
  [
    "no key",
    () => ({ SEARCHCLOUD_TERRAFORM_RELEASES_KEY: "/no/key" }),
    /the public key that SEARCHCLOUD_TERRAFORM_RELEASES_KEY names cannot be read \(ENOENT/,
  ],
  [
    "a key that is none",
    () => ({ SEARCHCLOUD_TERRAFORM_RELEASES_KEY: __filename }),
    /the public key is invalid/,
  ],
  [
    "HashiCorp's key, and a release of somebody else",
    () => ({ SEARCHCLOUD_TERRAFORM_RELEASES_KEY: "" }),
    /not signed by C874011F0AB405110D0210553436/,
  ],
])("with %s, too", async (_, more, message) => {
  files = await release(SMALL);
  await expectRefused({ ...env, ...more() }, message);
});

test("with a key that has expired since it signed, too", async () => {
  files = await release(SMALL, expired, new Date(LONG_AGO.getTime() + 3_600_000));
  await expectRefused({ ...env, SEARCHCLOUD_TERRAFORM_RELEASES_KEY: keyFile("expired", expired) }, /expired/);
});

test("signatures from before the key was extended verify", async () => {
  const old = await newKey({ date: LONG_AGO });
  const { privateKey: renewed } = await reformatKey({
    privateKey: old,
    userIDs: [{ name: "a test" }],
    date: new Date("2021-01-01"),
    format: "object",
  });
  files = await release(SMALL, old, new Date(LONG_AGO.getTime() + 3_600_000));
  const key = { SEARCHCLOUD_TERRAFORM_RELEASES_KEY: keyFile("renewed", renewed) };
  expect((await prepareTool({ env: { ...env, ...key }, tell: () => {} })).version).toBe("1.9.9");
});

async function expectRefused(given: NodeJS.ProcessEnv, message: RegExp): Promise<void> {
  const refused = prepareTool({ env: given, tell: () => {} });
  await expect(refused).rejects.toThrow(message);
  await expect(refused).rejects.toThrow(OUT_OF_TOUCH);
  const folder = join(CACHE, "cdktf-provider-searchcloud/downloads");
  expect(existsSync(folder) ? readdirSync(folder) : []).toEqual([]);
}

const ADDRESS = "should be an address with https, or with http to loopback.";

test.each([
  ["http://mirror.example", "http://mirror.example", ADDRESS],
  ["mirror.example", "mirror.example", ADDRESS],
  ["ftp://127.0.0.1", "ftp://127.0.0.1", ADDRESS],
  // A password is not shown.
  ["http://user:secret@mirror.example", "http://…@mirror.example", ADDRESS],
  ["user:secret@mirror.example", "…@mirror.example", ADDRESS],
  ["https://user:100%@mirror.example", "https://…@mirror.example", "has a % in its user or password that"],
])("%s is no release site", async (url, shown, problem) => {
  const refused = prepareTool({ env: { ...env, SEARCHCLOUD_TERRAFORM_RELEASES_URL: url }, tell: () => {} });
  await expect(refused).rejects.toThrow(`SEARCHCLOUD_TERRAFORM_RELEASES_URL is "${shown}", and ${problem}`);
});

test.each(["socks5://user:secret@proxy.example:1080", "http://user:secret@proxy.example:port"])(
  "a proxy that is none is refused with what is needed: %s",
  async (proxy) => {
    const given = { ...env, SEARCHCLOUD_TERRAFORM_RELEASES_URL: "", HTTPS_PROXY: proxy };
    await expect(prepareTool({ env: given, tell: () => {} })).rejects.toThrow(
      /^The proxy in HTTPS_PROXY cannot be used\. (?!.*secret).* Set it to http:\/\/host:port .* releases\.hashicorp\.com .* NO_PROXY\.$/,
    );
  },
);

test.each([
  [
    "refuses",
    answer(403),
    /through the proxy http:\S+ \(HTTPS_PROXY\) \(the proxy opened no tunnel and returned 403\)/,
  ],
  [
    "hangs up",
    (client: Duplex) => client.destroy(),
    /through the proxy http:\S+ \(HTTPS_PROXY\) \(.+\): check/,
  ],
])("a proxy in the environment is used, and one that %s ends the download", async (_, refusal, message) => {
  const proxy = await connectProxy({});
  proxy.refusal = refusal;
  const proxied = {
    ...env,
    SEARCHCLOUD_TERRAFORM_RELEASES_URL: "https://releases.example",
    // As for the provider: no scheme means http, and the capitals win.
    HTTPS_PROXY: `127.0.0.1:${proxy.port}`,
    https_proxy: "http://127.0.0.1:1",
  };
  await expectRefused(proxied, message).finally(() => proxy.close());
  expect(proxy.asked.map(({ line }) => line)).toEqual(["CONNECT releases.example:443"]);
});

test("a mirror may redirect to a host that is behind the proxy", async () => {
  const proxy = await connectProxy({});
  proxy.refusal = answer(403);
  files = { [SUMS]: new URL("https://releases.example/sums") };
  const refused = expectRefused({ ...env, HTTPS_PROXY: proxy.origin }, /the proxy opened no tunnel/);
  await refused.finally(() => proxy.close());
  expect(proxy.asked.map(({ line }) => line)).toEqual(["CONNECT releases.example:443"]);
});

test("HashiCorp's key is the one that it publishes", async () => {
  const key = await readKey({ armoredKey: readFileSync(HASHICORP_KEY, "utf8") });
  expect(key.getFingerprint()).toBe("c874011f0ab405110d02105534365d9472d7468f");
  expect(key.getUserIDs()).toEqual(["HashiCorp Security (hashicorp.com/security) <security@hashicorp.com>"]);
  expect(key.isPrivate()).toBe(false);
  expect(enums.read(enums.publicKey, key.keyPacket.algorithm)).toBe("rsaEncryptSign");
});
