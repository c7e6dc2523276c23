import type { ClusterRecord, Observed } from "../../../src/client";
import { GONE } from "../../../src/framework";
import { readCluster } from "../../../src/provider/cluster/read";
import { call, MISSING, record, seen, service, values } from "../support";

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
