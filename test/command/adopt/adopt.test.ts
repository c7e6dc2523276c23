import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { openCheckpoint } from "../../../src/command/adopt/checkpoint";
import { estimate } from "../../../src/command/adopt/read";
import type { ClusterSeedBody, EmulatorServer } from "../../../src/emulator";
import { emulators, START } from "../../emulator/support";
import { folder, type RunOptions } from "../support";
import { adoptInto, visible } from "./support";

const start = emulators();
const path = folder();
let emulator: EmulatorServer;
let out: string;
let places = 0;

async function account(clusters: ClusterSeedBody[], rate = "off"): Promise<void> {
  emulator = await start({ rate, clock: { mode: "manual", start: START }, seed: { clusters } });
  places += 1;
  out = path(`${places}`);
}

const many = (count: number): ClusterSeedBody[] =>
  Array.from({ length: count }, (_, place) => ({ id: `c-${place}`, name: `shop ${place}` }));

const adopt = (words: readonly string[] = [], options: RunOptions = {}) =>
  adoptInto(emulator, out, ["--language", "hcl", ...words], options);

const main = () => readFileSync(join(out, "main.tf"), "utf8");
const requests = () => {
  const all = emulator.journal().map(({ operation }) => operation);
  emulator.clearJournal();
  return Object.fromEntries(
    [...new Set(all)].map((one) => [one, all.filter((other) => other === one).length]),
  );
};

test("writes an account into one file, with one request per cluster besides the list", async () => {
  await account(many(60));
  const { code, out: said, err } = await adopt();
  expect({ code, said }).toEqual({ code: 0, said: expect.stringMatching(/main\.tf\n$/) });
  expect(err).toMatch(/^60 clusters: 60 requests\. If interrupted, run the same command again to resume\.\n/);
  expect(err).toMatch(/Wrote 60 clusters\. Next: cd .* && terraform init && terraform plan\n$/);
  expect(requests()).toEqual({ listClusters: 2, listConfigurationChanges: 60 });
  expect(visible(out)).toEqual(["main.tf"]);
  expect(existsSync(join(out, "terraform.d/plugins"))).toBe(true);
  expect(main().match(/^import \{$/gm)).toHaveLength(60);
});

test("reports clusters that are starting or being terminated; suspended and changing ones get a comment", async () => {
  await account([
    { id: "c-new", name: "new", status: "provisioning" },
    { id: "c-old", name: "old", status: "deprovisioning" },
    { id: "c-idle", name: "idle", status: "suspended" },
    { id: "c-next", name: "next", changes: [{ id: "ch-1", new_memory: "8_gb", new_vcpu: "2_vcpus" }] },
  ]);
  const { code, out: said, err } = await adopt(["--json"]);
  expect(code).toBe(0);
  expect(JSON.parse(said)).toEqual({
    files: [expect.stringMatching(/main\.tf$/)],
    clusters: [
      {
        id: "c-idle",
        name: "idle",
        address: "searchcloud_cluster.idle",
        collections: [],
        live_collections: [],
        aliases: [],
      },
      {
        id: "c-next",
        name: "next",
        address: "searchcloud_cluster.next",
        collections: [],
        live_collections: [],
        aliases: [],
      },
    ],
    left_out: [
      { id: "c-new", name: "new", status: "provisioning", why: expect.stringContaining("still starting") },
      { id: "c-old", name: "old", status: "deprovisioning", why: expect.stringContaining("terminated") },
    ],
  });
  expect(err).toContain(
    'Cluster "new" (c-new) is left out: it is still starting (its status is provisioning).',
  );
  expect(main()).toMatch(/# Suspended: .*\nresource "searchcloud_cluster" "idle" \{/);
  expect(main()).toMatch(/# Configuration change ch-1 \(memory 8_gb, .* these are the values after it\.\n/);
  expect(main().match(/postcondition/g)).toHaveLength(1);
  expect(main()).toContain('memory                  = "8_gb"');
});

test("writes the result of a change that ends while the account is read", async () => {
  await account([
    {
      id: "c-1",
      changes: [{ id: "ch-1", status: "in_progress", new_memory: "8_gb", new_vcpu: "2_vcpus" }],
    },
  ]);
  emulator.addFault({
    match: { operation: "listConfigurationChanges" },
    effect: { kind: "hold", when: "before" },
  });
  const running = adopt();
  await emulator.held();
  emulator.finishChange("c-1", "ch-1", "succeeded");
  emulator.clearFaults();
  emulator.releaseHolds();
  expect((await running).code).toBe(0);
  expect(main()).toContain('memory                  = "8_gb"');
  expect(main()).not.toContain("ch-1");
});

test("an interrupted run leaves no project; the same command resumes it", async () => {
  await account(many(40));
  const stop = new AbortController();
  emulator.addFault({
    match: { operation: "listConfigurationChanges", nth: 26, times: 0 },
    effect: { kind: "hold", when: "before" },
  });
  const running = adopt([], { signal: stop.signal });
  await emulator.held();
  stop.abort();
  const first = await running;
  expect(first.code).toBe(1);
  expect(first.err).toContain("run the same command again to continue");
  expect(visible(out)).toEqual([".searchcloud-adopt.jsonl"]);
  expect(readFileSync(join(out, ".searchcloud-adopt.jsonl"), "utf8")).not.toContain(emulator.key);
  emulator.clearFaults();
  emulator.releaseHolds();
  const sent = requests().listConfigurationChanges ?? 0;
  // A cluster that has changed since is read again.
  emulator.patchCluster("c-0", { name: "renamed" });
  const second = await adopt();
  expect(second.code).toBe(0);
  expect(requests().listConfigurationChanges).toBeLessThan(40);
  expect(sent).toBeGreaterThan(20);
  expect(main()).toMatch(/name += "renamed"/);
  expect(visible(out)).toEqual(["main.tf"]);
});

test("rejects existing files before a request; --force replaces them", async () => {
  await account(many(1));
  mkdirSync(out);
  writeFileSync(join(out, "main.tf"), "mine");
  const { code, err } = await adopt();
  expect({ code, err }).toEqual({ code: 1, err: expect.stringMatching(/main\.tf already exists.*--force/) });
  expect(requests()).toEqual({});
  expect(main()).toBe("mine");
  expect((await adopt(["--force"])).code).toBe(0);
  expect(main()).toContain('resource "searchcloud_cluster" "shop_0"');
});

test.each([
  ["a file is in its way", () => "file/search"],
  ["it is a file", () => "file"],
  ["a link above it is broken", () => "link/search"],
  ["it is not writable", () => "closed/search"],
])("rejects --out before a request if %s", async (_, place) => {
  await account(many(1));
  mkdirSync(out);
  writeFileSync(join(out, "file"), "mine");
  symlinkSync("nowhere", join(out, "link"));
  mkdirSync(join(out, "closed"));
  chmodSync(join(out, "closed"), 0o500);
  // Root can write almost anywhere.
  const isRoot = process.getuid?.() === 0 && place() === "closed/search";
  const { code, err } = await adopt(["--out", isRoot ? "/proc/search" : join(out, place())]);
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/cannot be (created|written).*--out/),
  });
  expect(requests()).toEqual({});
  expect(visible(out).sort()).toEqual(["closed", "file", "link"]);
});

const manifest = () => JSON.parse(readFileSync(join(out, "package.json"), "utf8"));

test("a program for cdktn requires that library, its command line tool and the constructs for it", async () => {
  await account(many(1));
  const { code, err } = await adopt(["--language", "typescript", "--library", "cdktn"]);
  expect([code, err]).toEqual([0, expect.stringContaining("npm install && npx cdktn diff")]);
  const program = readFileSync(join(out, "main.ts"), "utf8");
  expect(program).toContain('import { App, TerraformStack } from "cdktn";');
  expect(program).toContain('from "cdktf-provider-searchcloud/cdktn";');
  expect(Object.keys(manifest().dependencies)).toEqual(["cdktn", "cdktf-provider-searchcloud", "constructs"]);
  const { cdktn, constructs } = manifest().dependencies;
  const readme = readFileSync(join(__dirname, "../../../README.md"), "utf8");
  for (const [name, range] of [
    ["cdktn", cdktn],
    ["cdktn-cli", manifest().devDependencies["cdktn-cli"]],
    ["constructs", constructs],
  ] as const)
    expect(readme).toMatch(new RegExp(` ${name}@${range.replace(/^[~^]/, "").replaceAll(".", "\\.")} `));
});

test("a program explains what to do if npm's registry lacks the version, and accepts a tarball", async () => {
  await account(many(1));
  const first = await adopt(["--language", "typescript"]);
  expect(first.err).toMatch(
    /"npm install" fails with E404 or ETARGET,.* run `npm pack`.*--package FILE\.tgz/,
  );
  const packed = path("packed");
  mkdirSync(packed);
  const name = "cdktf-provider-searchcloud";
  writeFileSync(join(packed, "package.json"), JSON.stringify({ name, version: "0.1.0" }));
  execFileSync("npm", ["pack", "--silent"], { cwd: packed });
  const tarball = join(path("packed"), "a package.tgz");
  renameSync(join(packed, `${name}-0.1.0.tgz`), tarball);
  const { code, err } = await adopt(["--language", "typescript", "--force", "--package", tarball]);
  expect([code, err]).toEqual([0, expect.not.stringContaining("npm pack")]);
  const { [name]: source } = manifest().dependencies;
  expect(source).toMatch(/^file:\.\.\//);
  // Tests do not contact the registry, which has the other dependencies.
  writeFileSync(
    join(out, "package.json"),
    JSON.stringify({ private: true, dependencies: { [name]: source } }),
  );
  execFileSync("npm", ["install", "--offline", "--silent"], { cwd: out });
  expect(existsSync(join(out, "node_modules", name, "package.json"))).toBe(true);
});

test("rejects other files than tarballs, an empty --out, and options of programs for HCL before a request", async () => {
  await account(many(1));
  mkdirSync(out);
  writeFileSync(join(out, "text.tgz"), "text");
  for (const [words, text] of [
    [["--language", "typescript", "--package", join(out, "text.tgz")], "is not a tarball"],
    [["--language", "typescript", "--package", join(out, "none.tgz")], "cannot be read"],
    [["--out", ""], "--out is empty"],
    [["--library", "cdktn"], "--library applies to --language typescript only, not to hcl"],
    [["--package", join(out, "text.tgz")], "--package applies to --language typescript only, not to hcl"],
  ] as const)
    expect(await adopt(words)).toMatchObject({ code: 1, err: expect.stringContaining(text) });
  expect(requests()).toEqual({});
});

test("rejects a broken link in place of a file", async () => {
  await account(many(1));
  mkdirSync(out);
  symlinkSync("nowhere", join(out, "main.tf"));
  const { code, err } = await adopt();
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringMatching(/main\.tf already exists and was not changed/),
  });
  expect([requests(), readlinkSync(join(out, "main.tf"))]).toEqual([{}, "nowhere"]);
});

test("reads single clusters by id; a missing one is an error", async () => {
  await account(many(3));
  expect((await adopt(["--cluster", "c-1", "--cluster", "c-2"])).code).toBe(0);
  expect(requests()).toEqual({ getCluster: 2, listConfigurationChanges: 2 });
  expect(main()).not.toContain("c-0");
  out = path("none");
  const { code, err } = await adopt(["--cluster", "c-9"]);
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining("Cluster c-9 not found") });
  expect(visible(out)).toEqual([]);
});

test("--collections requires a key; with a wrong one, it reports what is left out", async () => {
  await account(many(1));
  const without = await adopt(["--collections"]);
  expect(without).toMatchObject({ code: 1, err: expect.stringContaining("SEARCHCLOUD_DATA_API_KEY") });
  const wrong = await adopt(["--collections"], {
    env: { SEARCHCLOUD_DATA_API_KEY: "no-such-key-0123456789" },
  });
  expect(wrong.code).toBe(0);
  expect(wrong.err).toMatch(/The collections and aliases of cluster "shop 0" \(c-0\) are left out: .*401/);
});

test("announces the number of requests and the time", () => {
  expect(estimate(1000, 1000, 1000, 30)).toBe(
    "1000 clusters: 1000 requests, about 34 minutes at 30 per minute. If interrupted, run the same command again to resume.\n",
  );
  expect(estimate(60, 12, 24, 30)).toMatch(
    /^60 clusters, 12 of them to read: 24 requests, about 1 minute at 30 per minute\./,
  );
  expect(estimate(1, 0, 0, 30)).toBe("1 cluster, none of them left to read.\n");
});

test("reports a cluster whose nodes do not respond, without retries", async () => {
  await account(many(1));
  emulator.addFault({ match: { operation: "listCollections", times: 0 }, effect: { kind: "reset" } });
  const { code, err } = await adopt(["--collections"], { env: { SEARCHCLOUD_DATA_API_KEY: "any-key" } });
  expect(code).toBe(0);
  expect(err).toMatch(/The collections and aliases of cluster "shop 0" \(c-0\) are left out: /);
  expect(requests().listCollections).toBe(1);
});

test("a checkpoint ignores readings that are older than an hour, or whose nodes refused the key", () => {
  const folder = path("checkpoint");
  const scope = { baseUrl: "https://a", apiKey: "k", parameters: false, collections: true };
  const now = 10 * 3_600_000;
  const description = { kind: "left out", status: "suspended", why: "x" } as const;
  const reading = { signature: "s", description, contents: null };
  const { add } = openCheckpoint(folder, scope, now);
  add({ ...reading, id: "fresh", at: now - 1 });
  add({ ...reading, id: "old", at: now - 3_600_000 });
  add({ ...reading, id: "refused", at: now - 1, refusal: "401" });
  expect([...openCheckpoint(folder, scope, now).known.keys()]).toEqual(["fresh"]);
  expect(openCheckpoint(folder, { ...scope, apiKey: "other" }, now).known.size).toBe(0);
});

test("a failed write leaves no drafts behind", async () => {
  await account(many(1));
  mkdirSync(join(out, "main.tf"), { recursive: true });
  const { code, err } = await adopt(["--force"]);
  expect([code, err]).toEqual([1, expect.stringContaining(`${out} cannot be written`)]);
  expect(visible(out).filter((name) => name.endsWith(".new"))).toEqual([]);
});
