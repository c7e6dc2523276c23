import type { Client, ClusterRecord } from "../../../../src/client";
import { type Plannable, UNKNOWN } from "../../../../src/framework";
import { isSimilar, refuseDuplicate } from "../../../../src/provider/resources/cluster/existing";
import type { ClusterValues } from "../../../../src/provider/resources/cluster/schema";
import { isManagedClone, markClone, markManaged } from "../../../../src/provider/shared/changes/managedIds";
import type { Service } from "../../../../src/provider/shared/service";
import { serviceOf } from "../../kit";
import { record } from "../../support";
import { cloneRecord, DONE } from "../cloningOperation/kit";
import { config, KNOWN, planCluster } from "./kit";

const { signal } = new AbortController();
const refuse = (service: Service, id?: string, name: string | null = "products") =>
  refuseDuplicate({ service, signal, privateState: id === undefined ? id : { ...KNOWN, id } }, name);

describe("a create is refused for", () => {
  test.each<[string, Partial<ClusterRecord>, string | undefined, boolean]>([
    ["another cluster of the name", { status: "provisioning" }, undefined, true],
    ["not one that is being terminated", { status: "deprovisioning" }, undefined, false],
    ["not its own", {}, "c-1", false],
    ["not another name", { name: "Products" }, undefined, false],
  ])("%s", async (_, changes, ownId, counts) => {
    const attempt = refuse(serviceOf({}, [record(changes)]), ownId);
    if (counts) await expect(attempt).rejects.toThrow('"products" already exists');
    else await attempt;
  });

  test("every cluster of the name, with its id, its status and the block to paste", async () => {
    const account = [
      record(),
      record({ id: "c-2", status: "provisioning" }),
      record({ id: "c-3", name: "x" }),
    ];
    await expect(refuse(serviceOf({}, account))).rejects.toMatchObject({
      summary: 'A cluster named "products" already exists',
      path: ["name"],
      detail: expect.stringMatching(/c-1 \(in_service\)\n\s+c-2 \(provisioning\)\n\n[\s\S]*id = "c-1"/),
    });
  });

  test("a create of this run whose outcome is unknown, which still has its name", async () => {
    const lost = { memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"], name: "products" };
    const service = serviceOf({ createsInFlight: () => [lost] });
    await expect(refuse(service)).rejects.toMatchObject({
      summary: 'A cluster named "products" is being created by this same run',
      detail: expect.stringContaining("unknown outcome"),
    });
    await refuse(service, undefined, "catalog");
  });

  test("a listing that fails", async () => {
    const service = serviceOf({ clusterListing: () => Promise.reject(new Error("no list")) });
    await expect(refuse(service)).rejects.toThrow("no list");
  });

  test("nothing without a name, or where duplicates are allowed: no request", async () => {
    const service = serviceOf({}, [record()]);
    await refuse(service, undefined, null);
    await refuse({ ...service, allowDuplicateNames: true });
    expect(service.listings()).toBe(0);
  });
});

describe("a live clone of the name, c-2,", () => {
  const of = (source: string): Partial<Client> => ({
    cloningOperations: async (id) => (id === source ? [cloneRecord(DONE)] : []),
  });
  const clone = record({ id: "c-2" });

  test("does not count: of the predecessor, of one that is being terminated, or known to this run", async () => {
    await refuse(serviceOf(of("c-1"), [clone]), "c-1");
    await refuse(serviceOf(of("c-1"), [record({ id: "c-1", status: "deprovisioning" }), clone]));
    const service = serviceOf({}, [clone]);
    markClone(service.client, "c-2", "cl-1");
    await refuse(service);
    expect(isManagedClone(service.client, "c-1")).toBe(false);
  });

  test("counts if it existed before: a record may name any cluster as its clone", async () => {
    const old = record({ id: "c-2", provisioned_at: 1_600_000_000 });
    await expect(refuse(serviceOf(of("c-1"), [old]), "c-1")).rejects.toMatchObject({
      summary: 'A cluster named "products" already exists',
    });
  });

  test("of another cluster counts, and is not recommended for import where a resource manages it", async () => {
    const service = serviceOf(of("c-9"), [clone]);
    await expect(refuse(service, "c-1")).rejects.toMatchObject({
      detail: expect.stringContaining("import {"),
    });
    markManaged(service.client, "c-2");
    await expect(refuse(service, "c-1")).rejects.toMatchObject({
      detail: expect.not.stringContaining("import {"),
    });
  });
});

const unnamed = (changes: Partial<ClusterRecord> = {}) => record({ name: null, ...changes });

test.each<[string, Partial<ClusterRecord>, boolean]>([
  ["the same", {}, true],
  ["one that shows no node yet", { regions: [], region_node_counts: null }, true],
  ["one without a creator in its record", { provisioned_by: null }, true],
  ["one with a name", { name: "products" }, false],
  ["one that a person has created", { provisioned_by: { user_name: "me", user_type: "User" } }, false],
  ["another memory", { memory: "16_gb" }, false],
  ["another vcpu", { vcpu: "4_vcpus" }, false],
  ["another region", { regions: ["paris"], region_node_counts: { paris: 1 } }, false],
])("an unnamed cluster of the kind: %s: %s", (_, changes, alike) => {
  const wanted = { memory: "8_gb", vcpu: "2_vcpus", regions: ["oregon"] };
  expect(isSimilar(unnamed(changes), wanted)).toBe(alike);
});

describe("the plan of a create without a name", () => {
  test("names those that an apply may have left behind, newest first, with an import block", async () => {
    const service = serviceOf({}, [
      unnamed({ id: "older", provisioned_at: 1 }),
      unnamed({ id: "newer", provisioned_at: 2, status: "initializing" }),
      record({ id: "named" }),
    ]);
    const { texts } = await planCluster({ config: config(), service });
    expect(texts).toEqual([
      expect.stringMatching(
        /^warning: The account already has unnamed clusters of this kind: newer, older[\s\S]*newer \(initializing\)[\s\S]*id = "newer"/,
      ),
    ]);
  });

  test("has no warning about its own predecessor, or about clusters that this run has read or created", async () => {
    const service = serviceOf({}, [unnamed({ id: "mine" }), unnamed({ id: "read" })]);
    markManaged(service.client, "read");
    const privateState = { ...KNOWN, id: "mine" };
    expect((await planCluster({ config: config(), service, privateState })).texts).toEqual([]);
  });

  test.each<[string, Partial<Plannable<ClusterValues>>]>([
    ["a name that is not known", { name: UNKNOWN }],
    ["a size that is not known", { memory: UNKNOWN }],
  ])("needs no request with %s", async (_, changes) => {
    const service = serviceOf({}, [unnamed()]);
    const { texts } = await planCluster({ config: config(changes), service });
    expect([texts, service.listings()]).toEqual([[], 0]);
  });

  test("continues without the hint if the list cannot be read", async () => {
    const client = { clusterListing: () => Promise.reject(new Error("503")) };
    expect((await planCluster({ config: config(), client })).texts).toEqual([]);
  });
});
