import { readFileSync } from "node:fs";
import type { DriftReport } from "../../../src/command/drift/report";
import { pluginPath } from "../../../src/installation/install";
import { ADDRESS } from "../../../src/provider/address";
import { cluster, importBlock, NODE_KEY, oneScene } from "../../acceptance/support";
import { copyBuilt } from "../../support/built";
import { REQUIRED } from "../../support/fleet";
import { cleanEnvironment } from "../../support/run";
import { Workspace } from "../../support/terraform";
import { folder, run } from "../support";

/** Two stacks, planned by the provider as it ships: the command tells it where to look through its environment. */
const on = oneScene();
const at = folder();
const LIST = "listConfigurationChanges";
const LATER = Date.parse("2026-12-01T02:00:00Z") / 1000;
const STACKS = { shop: ["calm", "foreign"], office: ["wanted"] } as const;
const stacks: Workspace[] = [];

beforeAll(async () => {
  const clusters = Object.values(STACKS).flat();
  const sized = { memory: "8_gb", vcpu: "2_vcpus" };
  on.emulator.seed({ clusters: clusters.map((name) => ({ id: name, name, ...sized })) });
  for (const names of Object.values(STACKS)) {
    const stack = await Workspace.create({
      SEARCHCLOUD_API_KEY: on.emulator.key,
      SEARCHCLOUD_BASE_URL: on.emulator.baseUrl,
      SEARCHCLOUD_DATA_API_KEY: NODE_KEY,
      SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
      SEARCHCLOUD_POLL_INTERVAL: "1ms",
    });
    stacks.push(stack);
    await copyBuilt(pluginPath(stack.directory, { address: ADDRESS, version: "0.1.0" }));
    const blocks = names.map((name) =>
      cluster(`name = "${name}"\nmemory = "8_gb"\nvcpu = "2_vcpus"\nhigh_availability = false\n${AT}`, name),
    );
    const imports = names.map((name) => importBlock(name, `searchcloud_cluster.${name}`));
    await stack.write({ "main.tf": REQUIRED + [...blocks, ...imports].join("\n") });
    await stack.apply();
  }
});
afterAll(() => Promise.all(stacks.map((stack) => stack.remove())));

const AT = 'change_schedule {\n perform_change_at = "2026-12-01T02:00:00Z"\n}';

async function drift(...words: string[]) {
  on.requests();
  const directories = stacks.map(({ directory }) => directory);
  const env = cleanEnvironment({ ...stacks[0]?.env });
  const { code, out } = await run(["drift", ...directories, "--json", ...words], { env });
  const report: DriftReport = JSON.parse(out);
  const resources = report.stacks.flatMap((stack) => stack.resources);
  return {
    ...{ code, report, out },
    lists: on.requests().filter((name) => name === LIST).length,
    statuses: Object.fromEntries(resources.map(({ id, status, next_deploy }) => [id, [status, next_deploy]])),
    of: (id: string) => resources.find((one) => one.id === id),
  };
}

test("a change scheduled by others is drift if it leads away from git", async () => {
  const id = on.emulator.changeOutside("foreign", {
    perform_change_at: LATER,
    new_high_availability: "yes",
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  on.emulator.changeOutside("wanted", { perform_change_at: LATER });
  const file = at("drift.xml");
  const { code, report, lists, statuses, of } = await drift("--junit", file);
  expect([code, lists, report.status]).toEqual([2, 3, "drift"]);
  expect(report.stacks.map(({ status }) => status)).toEqual(["drift", "scheduled"]);
  expect(statuses).toEqual({
    calm: ["in_sync", "nothing"],
    foreign: ["drift", "nothing"],
    wanted: ["scheduled", "nothing"],
  });
  expect(of("foreign")?.pending_change).toEqual({
    id,
    status: "pending",
    perform_change_at: "2026-12-01T02:00:00Z",
    created_at: expect.stringMatching(/^2026-11-20T/),
    settings: expect.objectContaining({ memory: "16_gb", vcpu: "4_vcpus", high_availability: true }),
    in_state: false,
  });
  expect(of("foreign")?.attributes).toContainEqual({
    ...{ path: "memory", git: "8_gb", service: "8_gb", deployed: "8_gb", pending: "16_gb", status: "drift" },
  });
  const xml = readFileSync(file, "utf8");
  expect(xml).toMatch(
    new RegExp(`failures="1" errors="0">[^]*Configuration change ${id} .*begins 2026-12-01T02:00:00Z`),
  );
});

test("neither --no-changes nor a deploy looks for changes: the deploy has nothing to do, as the report says", async () => {
  expect(await drift("--no-changes")).toMatchObject({ code: 0, lists: 0, report: { status: "in_sync" } });
  await stacks[0]?.emptyPlan();
});

test("fails the check of a cluster whose changes cannot be read, and of no other", async () => {
  on.emulator.addFault({
    match: { path: "/clusters/calm/configuration-changes", times: 0 },
    effect: { kind: "status", status: 403, message: "Not for you" },
  });
  const { code, statuses, of } = await drift();
  on.emulator.clearFaults();
  expect([code, statuses]).toEqual([
    1,
    { calm: ["error", "nothing"], foreign: ["drift", "nothing"], wanted: ["scheduled", "nothing"] },
  ]);
  expect(of("calm")?.warnings[0]?.summary).toMatch(/does not say which changes are pending for .*\(calm\)/);
});

test("reports a change that ends between two reads as drift; retries after 429", async () => {
  const [first] = on.emulator.state().changes;
  on.emulator.cancelOutside("foreign", String(first?.id));
  on.emulator.changeOutside("foreign", {
    perform_change_at: LATER,
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
  });
  on.emulator.addFault({
    match: { path: "/clusters/foreign/configuration-changes" },
    effect: { kind: "race", do: "finish" },
  });
  on.emulator.addFault({
    match: { path: "/clusters/wanted/configuration-changes" },
    effect: { kind: "status", status: 429, headers: { "retry-after": "1" } },
  });
  const { code, lists, statuses, of } = await drift();
  expect([code, lists, statuses.foreign?.[0], statuses.wanted?.[0]]).toEqual([2, 4, "drift", "scheduled"]);
  expect(of("foreign")?.attributes).toContainEqual(
    expect.objectContaining({
      path: "memory",
      git: "8_gb",
      service: "8_gb",
      pending: "16_gb",
      status: "drift",
    }),
  );
});
