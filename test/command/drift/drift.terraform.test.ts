import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { DriftReport } from "../../../src/command/drift/report";
import { ADDRESS } from "../../../src/provider/address";
import { cluster, importBlock, later, oneScene } from "../../acceptance/support";
import { BUILT } from "../../support/built";
import { cleanEnvironment } from "../../support/run";
import { folder, run } from "../support";

/** One account with a cluster for each case, and three checks of it. */
const on = oneScene();
const NAMES = ["same", "renamed", "scheduled", "ahead", "available", "gone"] as const;
const LATER = 'change_schedule {\n perform_change_at = "2026-12-01T02:00:00Z"\n}';
const at = folder();
mkdirSync(at("temporary"));

const program = (edits: Partial<Record<(typeof NAMES)[number], string>> = {}) => {
  const sized = { memory: "8_gb", vcpu: "2_vcpus" };
  const larger = { memory: "16_gb", vcpu: "4_vcpus" };
  const blocks = NAMES.map((name) => {
    const size = name === "scheduled" ? larger : sized;
    const lines = Object.entries(size).map(([key, value]) => `${key} = "${value}"`);
    return cluster(
      [`name = "${edits[name] ?? name}"`, ...lines, "high_availability = false", LATER].join("\n"),
      name,
    );
  });
  return [...blocks, later('"secret"')].join("\n");
};

async function drift(...words: string[]) {
  const env = cleanEnvironment({ ...on.workspace.env, TMPDIR: at("temporary") });
  const ran = await run(["drift", on.workspace.directory, ...words], { env });
  expect(readdirSync(at("temporary"))).toEqual([]);
  return ran;
}

const statuses = (report: DriftReport) =>
  Object.fromEntries(
    report.stacks.flatMap(({ resources }) =>
      resources.map(({ address, status, next_deploy }) => [address.split(".")[1], [status, next_deploy]]),
    ),
  );

test("a cluster that matches git, now or after a scheduled change, is not drift", async () => {
  on.emulator.seed({ clusters: NAMES.map((name) => ({ id: name, name, memory: "8_gb", vcpu: "2_vcpus" })) });
  const imports = NAMES.map((name) => importBlock(name, `searchcloud_cluster.${name}`));
  await on.apply([program(), ...imports].join("\n"));
  const { code, out, err } = await drift();
  expect([code, err]).toEqual([0, expect.stringMatching(/: init\n.*: plan\n$/)]);
  expect(out).toMatch(
    /: scheduled \(7 resources\)\n\n {2}searchcloud_cluster\.scheduled "scheduled" \(scheduled\): scheduled\n.* begins 2026-12-01T02:00:00Z\.\n/,
  );
  expect(out).toMatch(/^ {4}memory +"16_gb" +"8_gb" +"16_gb" +scheduled\n {4}vcpu +"4_vcpus"/m);
});

test("distinguishes drift, undeployed and removed resources; sends and leaves nothing", async () => {
  on.emulator.patchCluster("renamed", { name: "theirs" });
  on.emulator.terminateOutside("gone");
  on.emulator.advance(60);
  await on.write(program({ ahead: "market" }));
  on.requests();
  const file = at("drift.xml");
  const { code, out } = await drift("--json", "--junit", file);
  const report: DriftReport = JSON.parse(out);
  expect([code, report.status, on.writes()]).toEqual([2, "drift", []]);
  expect(statuses(report)).toEqual({
    ahead: ["not_deployed", "update"],
    available: ["in_sync", "nothing"],
    gone: ["drift", "create"],
    later: ["in_sync", "nothing"],
    renamed: ["drift", "update"],
    same: ["in_sync", "nothing"],
    scheduled: ["scheduled", "nothing"],
  });
  const renamed = report.stacks[0]?.resources.find(({ id }) => id === "renamed");
  expect(renamed?.attributes).toEqual([
    { path: "name", git: "renamed", service: "theirs", deployed: "renamed", pending: null, status: "drift" },
  ]);
  expect(readFileSync(file, "utf8")).toMatch(/<testsuite name=".*" tests="7" failures="3" errors="0">/);
});

test("reports the error of a failed plan beside other differences, which no deploy can fix", async () => {
  on.emulator.patchCluster("available", { high_availability: "yes", high_availability_node_count: 3 });
  const { code, out } = await drift();
  expect(code).toBe(1);
  expect(out).toMatch(/searchcloud_cluster\.available "available" \(available\): error\n/);
  expect(out).toMatch(/^ {4}high_availability +false +true +drift\n {4}Error: .* cannot be turned off$/m);
  expect(out).toMatch(/"theirs" \(renamed\): drift\n.*The next deploy cannot fix it/);
});

test("writes no lock file; one that names the provider is enough", async () => {
  const project = at("project");
  mkdirSync(project);
  writeFileSync(
    join(project, "main.tf"),
    `terraform {\n  required_providers {\n    searchcloud = { source = "${ADDRESS}" }\n  }\n}\n`,
  );
  await run(["install", project], { plugin: BUILT });
  const lock = join(project, ".terraform.lock.hcl");
  const [whole, env] = [readFileSync(lock, "utf8"), cleanEnvironment({ TMPDIR: at("temporary") })];
  rmSync(lock);
  const without = await run(["drift", project], { env });
  expect([without.code, existsSync(lock)]).toEqual([1, false]);
  expect(without.out).toMatch(
    /Error: terraform init failed with exit code 1\n.*lacks a provider .*commit the lock file/,
  );
  // Without hashes, as synthesis writes it for other providers.
  const bare = whole.replace(/ +hashes = \[[^\]]*\]\n/, "");
  writeFileSync(lock, bare);
  expect(await run(["drift", project], { env })).toMatchObject({ code: 0 });
  expect(readFileSync(lock, "utf8")).toBe(bare);
});
