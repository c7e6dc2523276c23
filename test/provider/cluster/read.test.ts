import type { ClusterRecord, Observed } from "../../../src/client";
import { GONE } from "../../../src/framework";
import { observedValues } from "../../../src/provider/cluster/model";
import { readCluster } from "../../../src/provider/cluster/read";
import { changeOf } from "../clusterChange/kit";
import { call, MISSING, record, seen, service, values } from "../support";
import { parameter } from "./kit";

const STATE = values({ id: "c-1", name: "products" });
const KEPT = { id: "c-1", host: "api.example", protected: false };

function looking(look: Observed, listed: readonly ClusterRecord[] = []) {
  return service(listed, { client: { read: async () => look } });
}

test("a cluster that is there answers its values, and is known by its host from then on", async () => {
  const doing = call(looking(seen(record())), { kept: { ...KEPT, host: "old.example", imported: true } });
  await expect(readCluster(doing, { ...STATE, termination_protection: true })).resolves.toMatchObject({
    id: "c-1",
    status: "in_service",
  });
  expect(doing.keeps()).toEqual({ ...KEPT, protected: true });
  expect(doing.said).toEqual([]);
});

test("a suspended one is there, with a warning", async () => {
  const doing = call(looking(seen(record({ status: "suspended" }))), { kept: KEPT });
  await expect(readCluster(doing, STATE)).resolves.toMatchObject({ status: "suspended" });
  expect(doing.said).toMatchObject([{ summary: 'Cluster "products" (c-1) is suspended' }]);
});

test.each(["deprovisioning", "terminated"])(
  "one that is %s is gone, even a protected one",
  async (status) => {
    const doing = call(looking(seen(record({ status }))), { kept: KEPT });
    await expect(readCluster(doing, { ...STATE, termination_protection: true })).resolves.toBe(GONE);
    expect(doing.said).toMatchObject([{ detail: expect.stringContaining(`Its status is ${status}`) }]);
  },
);

test("a 404 is gone, and the warning says both that it can mean", async () => {
  const doing = call(looking(MISSING, [record({ id: "c-2" })]), { kept: KEPT });
  await expect(readCluster(doing, STATE)).resolves.toBe(GONE);
  const [warning] = doing.said;
  expect(warning?.summary).toBe('Cluster "products" (c-1) is gone');
  expect(warning?.detail).toMatch(/terminated outside of Terraform, or this key cannot see it/);
});

test("a 404 of what the list shows going away is gone", async () => {
  const doing = call(looking(MISSING, [record({ status: "deprovisioning" })]), { kept: KEPT });
  await expect(readCluster(doing, STATE)).resolves.toBe(GONE);
});

test.each<[string, Parameters<typeof call>[1], Partial<typeof STATE>, readonly ClusterRecord[], RegExp]>([
  ["from another host", { kept: { ...KEPT, host: "old.example" } }, {}, [], /is not at api\.example/],
  [
    "of a protected cluster",
    { kept: KEPT },
    { termination_protection: true },
    [],
    /is protected and cannot be found/,
  ],
  ["of a cluster that is listed", { kept: KEPT }, {}, [record()], /cannot be read/],
  ["of an import", { kept: { ...KEPT, imported: true } }, {}, [], /^Cannot import cluster c-1/],
])("a 404 %s is an error", async (_, kept, state, listed, summary) => {
  const doing = call(looking(MISSING, listed), kept);
  await expect(readCluster(doing, { ...STATE, ...state })).rejects.toMatchObject({
    summary: expect.stringMatching(summary),
  });
  expect(doing.said).toEqual([]);
});

test("a 404 where the list cannot be read either is an error", async () => {
  const failing = service([], {
    client: { read: async () => MISSING, clusterListing: () => Promise.reject(new Error("no list")) },
  });
  await expect(readCluster(call(failing, { kept: KEPT }), STATE)).rejects.toThrow("no list");
});

test("what is going away cannot be imported", async () => {
  const doing = call(looking(seen(record({ status: "deprovisioning" }))), {
    kept: { ...KEPT, imported: true },
  });
  await expect(readCluster(doing, STATE)).rejects.toThrow("Its status is deprovisioning");
});

describe("a capacity that grew by itself", () => {
  const grown = record({ memory: "16_gb", vcpu: "4_vcpus", auto_upgrade_capacity: true });
  const before = values({ ...observedValues(grown), memory: "8_gb", vcpu: "2_vcpus" });
  const raised_from = { memory: "8_gb", vcpu: "2_vcpus" };

  test.each<[string, typeof before, object]>([
    ["is noted for the plan that follows", before, { raised_from }],
    ["is noted no more once it is in state", values(observedValues(grown)), {}],
    [
      "is drift, and not noted, where auto_upgrade_capacity is off",
      { ...before, auto_upgrade_capacity: false },
      {},
    ],
    ["is not noted of an import", values({ id: "c-1", memory: null as never, vcpu: null as never }), {}],
  ])("%s", async (_, state, noted) => {
    const doing = call(looking(seen({ ...grown, auto_upgrade_capacity: state.auto_upgrade_capacity })), {
      kept: KEPT,
    });
    await readCluster(doing, state);
    expect(doing.keeps()).toEqual({ ...KEPT, ...noted });
  });

  test("what was configured is kept beside the state", async () => {
    const configured = { memory: "4_gb", vcpu: "2_vcpus" };
    const doing = call(looking(seen(grown)), { kept: { ...KEPT, configured } });
    await readCluster(doing, values(observedValues(grown)));
    expect(doing.keeps()).toEqual({ ...KEPT, configured });
  });
});

describe("a server parameter that has another value than in state", () => {
  const state = values({ ...observedValues(record()), server_parameters: { a: "1" } });
  const T = 1_767_225_600;
  const succeeded = changeOf({ status: "succeeded", perform_change_at: T - 60, completed_at: T });

  test.each<[string, number | null, ReturnType<typeof changeOf>[], object]>([
    ["since no change has brought it: a restart is due", T, [], { restart_due: true }],
    ["since the last change began: a restart is due", T - 30, [succeeded], { restart_due: true }],
    ["before the last change began: it has taken effect", T - 61, [succeeded], {}],
    [
      "and a change that waits brings it",
      T,
      [changeOf({ id: "next" })],
      { restart_by: "next", change: "next" },
    ],
    ["nobody knows since when", null, [], {}],
  ])("%s", async (_, updated_at, changes, noted) => {
    const client = {
      read: async () => seen(record()),
      serverNow: () => T * 1000,
      changes: async () => changes,
      parameters: async () => [{ ...parameter("a", "2"), updated_at }],
    };
    const doing = call(service([], { client }), { kept: KEPT });
    await expect(readCluster(doing, state)).resolves.toMatchObject({ server_parameters: { a: "2" } });
    expect(doing.keeps()).toMatchObject({ ...KEPT, ...noted });
    expect(doing.keeps()?.restart_due).toBe("restart_due" in noted ? true : undefined);
  });
});
