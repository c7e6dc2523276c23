import type { ClusterRecord } from "../../../src/client";
import { nameInUseError, refuseDuplicate, sameName } from "../../../src/provider/cluster/existing";
import { record, service } from "../support";

const { signal } = new AbortController();

test.each<[string, Partial<ClusterRecord>, string | undefined, boolean]>([
  ["another cluster of the name", {}, undefined, true],
  ["one that starts", { status: "provisioning" }, undefined, true],
  ["one that is suspended", { status: "suspended" }, undefined, true],
  ["one of a status that nobody knows", { status: "hibernating" }, undefined, true],
  ["one that goes away", { status: "deprovisioning" }, undefined, false],
  ["one that is gone", { status: "terminated" }, undefined, false],
  ["its own", {}, "c-1", false],
  ["another beside its own", {}, "c-2", true],
  ["another name", { name: "Products" }, undefined, false],
  ["no name", { name: null }, undefined, false],
])("%s counts: %p", (_, changes, ownId, counts) => {
  const cluster = record(changes);
  expect(sameName([cluster], "products", ownId)).toEqual(counts ? [cluster] : []);
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

test("a listing that fails is no permission", async () => {
  const failing = service([], {
    client: { clusterListing: () => Promise.reject(new Error("no list")) },
  });
  await expect(refuseDuplicate(failing, "products", undefined, signal)).rejects.toThrow("no list");
});

test("two creates of one name in one run: the second is told so", () => {
  const { summary, detail, path } = nameInUseError("products");
  expect([summary, path]).toEqual(['A cluster named "products" is being created by this same run', ["name"]]);
  expect(detail).toContain("Nothing was sent for this one");
});
