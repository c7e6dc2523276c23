import type { Client, ClusterRecord, Observed } from "../../../../src/client";
import { GONE } from "../../../../src/framework";
import { observedValues } from "../../../../src/provider/resources/cluster/model";
import type { PrivateState } from "../../../../src/provider/resources/cluster/privateState";
import { readCluster } from "../../../../src/provider/resources/cluster/read";
import { serviceOf } from "../../kit";
import { changeOf, SECONDS } from "../../shared/changes/kit";
import { MISSING, record, seen } from "../../support";
import { clusterCall, KNOWN, parameter, values } from "./kit";

const STATE = values({ id: "c-1", name: "products" });
const PROTECTED = { ...STATE, termination_protection: true };

function reading(
  observed: Observed,
  {
    before = KNOWN,
    listed = [],
    client = {},
  }: {
    before?: PrivateState;
    listed?: readonly ClusterRecord[];
    client?: Partial<Client>;
  } = {},
) {
  const call = clusterCall(serviceOf({ read: async () => observed, ...client }, listed), before);
  return { call, run: (state = STATE) => readCluster(call, state) };
}

test("an existing cluster returns its values, and its host is known from then on", async () => {
  const before = { ...KNOWN, host: "old.example", imported: true } as const;
  const { call, run } = reading(seen(record()), { before });
  await expect(run(PROTECTED)).resolves.toMatchObject({ id: "c-1", status: "in_service" });
  expect(call.privateState).toEqual({ ...KNOWN, protected: true });
  expect(call.warnings).toEqual([]);
});

test("a suspended one exists, with a warning", async () => {
  const { call, run } = reading(seen(record({ status: "suspended" })));
  await expect(run()).resolves.toMatchObject({ status: "suspended" });
  expect(call.warnings).toMatchObject([{ summary: 'Cluster "products" (c-1) is suspended' }]);
});

test("one that is being terminated is gone, even a protected one", async () => {
  const { call, run } = reading(seen(record({ status: "deprovisioning" })));
  await expect(run(PROTECTED)).resolves.toBe(GONE);
  expect(call.warnings).toMatchObject([{ detail: expect.stringContaining("Its status is deprovisioning") }]);
});

test.each([
  ["another cluster", record({ id: "c-2" })],
  ["it as being terminated", record({ status: "deprovisioning" })],
])("a 404 where the list has %s removes it, and the warning names both meanings", async (_, listed) => {
  const { call, run } = reading(MISSING, { listed: [listed] });
  await expect(run()).resolves.toBe(GONE);
  expect(call.warnings).toMatchObject([
    {
      summary: 'Cluster "products" (c-1) is gone',
      detail: expect.stringMatching(/terminated outside of Terraform, or this key cannot see it/),
    },
  ]);
});

test.each<[string, Parameters<typeof reading>[1], typeof STATE, RegExp]>([
  ["from another host", { before: { ...KNOWN, host: "old.example" } }, STATE, /is not at api\.example/],
  ["of a protected cluster", {}, PROTECTED, /is protected and cannot be found/],
  ["of a cluster that is listed", { listed: [record()] }, STATE, /cannot be read/],
  ["of an import", { before: { ...KNOWN, imported: true } }, STATE, /^Cannot import cluster c-1/],
])("a 404 %s is an error", async (_, given, state, summary) => {
  const { call, run } = reading(MISSING, given);
  await expect(run(state)).rejects.toMatchObject({ summary: expect.stringMatching(summary) });
  expect(call.warnings).toEqual([]);
});

test("a 404 where the list cannot be read either is an error", async () => {
  const client = { clusterListing: () => Promise.reject(new Error("no list")) };
  await expect(reading(MISSING, { client }).run()).rejects.toThrow("no list");
});

test("a cluster that is being terminated cannot be imported", async () => {
  const before = { ...KNOWN, imported: true } as const;
  const { run } = reading(seen(record({ status: "deprovisioning" })), { before });
  await expect(run()).rejects.toThrow("Its status is deprovisioning");
});

describe("a capacity that was raised by the service", () => {
  const raised = record({ memory: "16_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true });
  const before = values({ ...observedValues(raised), memory: "8_gb", vcpu: "2_vcpus" });
  const configured = { memory: "4_gb", vcpu: "2_vcpus" };

  test.each<[string, typeof before, object]>([
    ["is noted for the plan that follows", before, { raised_from: { memory: "8_gb", vcpu: "2_vcpus" } }],
    ["is noted no more once it is in state", values(observedValues(raised)), {}],
    ["is only drift while auto_upgrade_capacity is off", { ...before, auto_upgrade_capacity: false }, {}],
    ["is not noted of an import", values({ id: "c-1", memory: null as never, vcpu: null as never }), {}],
  ])("%s; the configured value stays known", async (_, state, noted) => {
    const record = { ...raised, auto_upgrade_capacity: state.auto_upgrade_capacity };
    const { call, run } = reading(seen(record), { before: { ...KNOWN, configured } });
    await run(state);
    expect(call.privateState).toEqual({ ...KNOWN, configured, ...noted });
  });
});

describe("a server parameter that has another value than in state", () => {
  const state = values({ ...observedValues(record()), server_parameters: { a: "1" } });
  const succeeded = changeOf({
    status: "succeeded",
    perform_change_at: SECONDS - 60,
    completed_at: SECONDS,
  });

  test.each<[string, number | null, ReturnType<typeof changeOf>[], Partial<PrivateState>]>([
    ["and no change has brought it: a restart is due", SECONDS, [], { restart_due: true }],
    ["since the last change began: a restart is due", SECONDS - 30, [succeeded], { restart_due: true }],
    ["before the last change began: it has taken effect", SECONDS - 61, [succeeded], {}],
    ["and a pending change brings it", SECONDS, [changeOf()], { restart_by: "ch1", change: "ch1" }],
    ["nobody knows since when", null, [], {}],
  ])("%s", async (_, updated_at, changes, noted) => {
    const { call, run } = reading(seen(record()), {
      client: {
        serverNow: () => SECONDS * 1000,
        changes: async () => changes,
        parameters: async () => [parameter("a", "2", updated_at)],
      },
    });
    await expect(run(state)).resolves.toMatchObject({ server_parameters: { a: "2" } });
    expect(call.privateState).toMatchObject({ ...KNOWN, ...noted });
    expect(call.privateState?.restart_due).toBe(noted.restart_due);
  });
});
