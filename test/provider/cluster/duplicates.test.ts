import type { ClusterRecord } from "../../../src/client";
import { refuseDuplicate } from "../../../src/provider/cluster/existing";
import { isManagedClone, markClone, markManaged } from "../../../src/provider/clusterChange/managedIds";
import { clientOf } from "../../../src/provider/service";
import { cloneRecord, DONE } from "../cloningOperation/kit";
import { record, service } from "../support";

const { signal } = new AbortController();

test.each<[string, Partial<ClusterRecord>, string | undefined, boolean]>([
  ["another cluster of the name", {}, undefined, true],
  ["one that starts", { status: "provisioning" }, undefined, true],
  ["one that goes away", { status: "deprovisioning" }, undefined, false],
  ["its own", {}, "c-1", false],
  ["another name", { name: "Products" }, undefined, false],
])("%s counts: %p", async (_, changes, ownId, counts) => {
  const attempt = refuseDuplicate(service([record(changes)]), "products", ownId, signal);
  if (counts) await expect(attempt).rejects.toThrow('"products" exists already');
  else await attempt;
});

test("the refusal names every id and its status, and what to paste", async () => {
  const account = service([
    record(),
    record({ id: "c-2", status: "provisioning" }),
    record({ id: "c-3", name: "x" }),
  ]);
  const attempt = refuseDuplicate(account, "products", undefined, signal);
  await expect(attempt).rejects.toMatchObject({
    summary: 'A cluster named "products" exists already',
    path: ["name"],
    detail: expect.stringMatching(/c-1 \(in_service\)\n\s+c-2 \(provisioning\)\n\n[\s\S]*id = "c-1"/),
  });
});

test.each([
  ["without a name", null, false],
  ["where duplicates are allowed", "products", true],
])("nothing is asked %s", async (_, name, allowDuplicateNames) => {
  const account = service([record()], { allowDuplicateNames });
  await refuseDuplicate(account, name, undefined, signal);
  expect(account.asked()).toBe(0);
});

test("a create of this run whose outcome is unknown still has its name", async () => {
  const lost = { memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"], name: "products" };
  const account = service([], { client: { createsInFlight: () => [lost] } });
  await expect(refuseDuplicate(account, "products", undefined, signal)).rejects.toMatchObject({
    summary: 'A cluster named "products" is being created by this same run',
    detail: expect.stringContaining("unknown outcome"),
  });
  await refuseDuplicate(account, "catalog", undefined, signal);
});

describe("a live clone of the name, c-2,", () => {
  const of = (source: string) => ({
    client: { cloningOperations: async (id: string) => (id === source ? [cloneRecord(DONE)] : []) },
  });
  const clone = record({ id: "c-2" });

  test("does not count: of the predecessor, of one that is being terminated, or known to this run", async () => {
    await refuseDuplicate(service([clone], of("c-1")), "products", "c-1", signal);
    const leaving = record({ id: "c-1", status: "deprovisioning" });
    await refuseDuplicate(service([leaving, clone], of("c-1")), "products", undefined, signal);
    const known = service([clone]);
    markClone(clientOf(known), "c-2");
    await refuseDuplicate(known, "products", undefined, signal);
    expect(isManagedClone(clientOf(known), "c-1")).toBe(false);
  });

  test("of another cluster counts, and is not recommended for import where a resource manages it", async () => {
    const strange = service([clone], of("c-9"));
    const attempt = () => refuseDuplicate(strange, "products", "c-1", signal);
    await expect(attempt()).rejects.toMatchObject({ detail: expect.stringContaining("import {") });
    markManaged(clientOf(strange), "c-2");
    await expect(attempt()).rejects.toMatchObject({ detail: expect.not.stringContaining("import {") });
  });
});

test("a listing that fails is no permission", async () => {
  const failing = service([], {
    client: { clusterListing: () => Promise.reject(new Error("no list")) },
  });
  await expect(refuseDuplicate(failing, "products", undefined, signal)).rejects.toThrow("no list");
});
