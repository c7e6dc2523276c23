import { valuesIn } from "../../src/api/openRecords";
import type { Client } from "../../src/client";
import { run } from "./faults/run";
import type { ServiceOptions } from "./faults/service";
import { never, rejection } from "./kit/client";
import { START } from "./kit/clock";

/** Tests that need a whole service: both dialects, its assumptions, and races with other users. */

const HOUR = 3_600;
const CLUSTER = { id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus" };
const PARAMETER = { parameter_name: "max-per-page", parameter_value: "500" };
const options = { signal: never() };

/** One cluster in service. */
const account = (given: ServiceOptions = {}) => run({ seed: { clusters: [CLUSTER] }, ...given });

const resize = (client: Client, inSeconds: number) =>
  client.createChange(
    "c1",
    (serverNow) => ({
      perform_change_at: Math.floor(serverNow / 1000) + inSeconds,
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      new_search_server_version: "30.1",
    }),
    options,
  );

const waiting = (client: Client) => ({
  describe: "it to end",
  deadline: client.clock.now() + 5 * HOUR * 1000,
  ...options,
});

describe.each(["search-cloud", "typesense-cloud"] as const)("in the dialect %s", (dialect) => {
  test("the life of a cluster", async () => {
    const { client } = run({ dialect });
    const body = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
    const created = await client.createCluster({ ...body, search_server_version: "30.1" }, options);
    expect(created).toMatchObject({ status: "provisioning", search_server_version: "30.1", hostnames: null });

    const up = await client.waitForCluster(created.id, {
      ...waiting(client),
      judge: (seen) => (seen.kind === "present" && seen.cluster.status === "in_service" ? "done" : "pending"),
    });
    expect(up).toMatchObject({ kind: "present", cluster: { hostnames: { nodes: [expect.any(String)] } } });

    expect(await client.terminateCluster(created.id, options)).toEqual({ kind: "initiated" });
    const gone = await client.waitForCluster(created.id, {
      ...waiting(client),
      judge: (seen) => (seen.kind === "missing" ? "done" : "pending"),
    });
    expect(gone).toMatchObject({ kind: "missing", error: { status: 404 } });
    expect(await client.terminateCluster(created.id, options)).toMatchObject({ kind: "missing" });
  });

  test("a change is scheduled, listed and waited for, and then applied to the cluster", async () => {
    const { client } = account({ dialect });
    const created = await resize(client, 20);
    expect(created).toMatchObject({ status: "pending", new_search_server_version: "30.1" });
    expect(await client.changes("c1", options)).toEqual([created]);
    const { perform_change_at: performChangeAt } = created;
    const ended = await client.waitForChange("c1", created.id, { ...waiting(client), performChangeAt });
    expect(ended).toMatchObject({ id: created.id, status: "succeeded" });
    expect(await client.read("c1", "fresh", options)).toMatchObject({
      cluster: { memory: "16_gb", search_server_version: "30.1" },
    });
  });

  test("a clone is requested, listed and waited for, and then is another cluster", async () => {
    const { client } = account({ dialect });
    const body = { search_server_version: "30.1", target_region: "frankfurt" };
    const created = await client.createCloningOperation("c1", body, options);
    expect(await client.cloningOperations("c1", options)).toEqual([created]);
    const ended = await client.waitForCloningOperation("c1", created.id, waiting(client));
    expect(ended).toMatchObject({ status: "succeeded", search_server_version: "30.1" });
    const target = ended.target_cluster_reference_id ?? "";
    expect(await client.read(target, "fresh", options)).toMatchObject({ cluster: { memory: "8_gb" } });
  });
});

test.each([
  ["422", "leaving"],
  ["201", "initiated"],
  ["404", "leaving"],
])("a second termination that is answered %s is done: %s", async (second_terminate, kind) => {
  const { client } = account({ assumptions: { second_terminate, termination_step_seconds: 86_400 } });
  await client.terminateCluster("c1", options);
  expect(await client.terminateCluster("c1", options)).toMatchObject({ kind });
});

test.each(["iso", "epoch_seconds"])("the life of a parameter, with times as %s", async (parameter_times) => {
  const { client } = account({ assumptions: { parameter_times } });
  const created = await client.createParameter("c1", PARAMETER, options);
  expect(created).toMatchObject({ ...PARAMETER, created_at: expect.any(Number) });
  expect(await client.readParameter("c1", created.id, options)).toEqual(created);
  expect(await client.updateParameter("c1", created.id, "250", options)).toMatchObject({
    parameter_value: "250",
    created_at: created.created_at,
  });
  expect(await client.deleteParameter("c1", created.id, options)).toBe("deleted");
  expect(await client.parameters("c1", options)).toEqual([]);
});

test.each(["objects", "keyed"])("the values of options that are shaped as %s are found", async (shape) => {
  const { client } = account({ assumptions: { options_shape: shape } });
  const values = valuesIn(await client.clusterOptions(options));
  for (const value of ["oregon", "8_gb", "4_vcpus", "yes", "5_regions"]) expect(values).toContain(value);
  for (const value of ["mars", "9_gb", "3_vcpus", "constructor"]) expect(values).not.toContain(value);
});

test.each([
  { list_order: "newest_first", clone_unrequested_fields: "filled" },
  { list_order: "oldest_first", clone_unrequested_fields: "null" },
  { list_order: "by_id", clone_unrequested_fields: "filled" },
])("%p: a lost change and a lost clone are found among many", async (assumptions) => {
  // Twelve finished changes, which do not fit on one page.
  const history = Array.from({ length: 12 }, (_, at) => ({
    id: `old-${(at * 5) % 12}`,
    status: "succeeded" as const,
    created_at: START / 1000 - (at + 1) * HOUR,
  }));
  const clusters = [
    { ...CLUSTER, changes: history },
    { ...CLUSTER, id: "c2", name: "other", clones: history },
  ];
  const { client, service } = account({ assumptions, seed: { clusters } });
  const effect = { kind: "reset", when: "after" } as const;
  service.addFault({ match: { operation: "createConfigurationChange" }, effect });
  service.addFault({ match: { operation: "createCloningOperation" }, effect });
  const change = await resize(client, HOUR);
  expect((await client.changes("c1", options))[0]).toEqual(change);
  const clone = await client.createCloningOperation("c2", { target_region: "paris" }, options);
  const all = await client.cloningOperations("c2", options);
  expect(all.filter(({ id }) => !id.startsWith("old-"))).toEqual([clone]);
});

test("finds a change that waits behind an upgrade by the service itself", async () => {
  const { client, service } = account({
    assumptions: { auto_upgrade_shows: "record" },
    seed: { clusters: [{ id: "c1", memory: "4_gb", vcpu: "2_vcpus", auto_upgrade_capacity: true }] },
  });
  const { id } = await resize(client, HOUR);
  service.autoUpgrade("c1", { memory: "8_gb", vcpu: "2_vcpus" });
  const changes = await client.changes("c1", options);
  expect(changes.map(({ status }) => status).sort()).toEqual(["pending", "succeeded"]);
  expect(changes.find(({ status }) => status === "pending")?.id).toBe(id);
});

test("a lost request after somebody else's: refused, and the other one is not adopted", async () => {
  const { client, service } = account();
  const foreign = { perform_change_at: START / 1000 + 2 * HOUR, new_memory: "32_gb", new_vcpu: "4_vcpus" };
  const match = { operation: "createConfigurationChange" } as const;
  service.addFault({ match, effect: { kind: "reset", when: "before" } });
  const race = { kind: "race", do: { change: foreign }, when: "before" } as const;
  service.addFault({ match: { ...match, nth: 2 }, effect: race });
  expect(await rejection(resize(client, HOUR))).toMatchObject({ kind: "refused", status: 422 });
  expect(await client.changes("c1", options)).toMatchObject([{ new_memory: "32_gb", status: "pending" }]);
});

test.each([
  ["422", "begin", "begun"],
  ["422", "fail", "ended"],
  ["400", "begin", "begun"],
  ["400", "cancel", "canceled"],
] as const)("a cancel that is answered %s, because of a %s right before: %s", async (status, act, kind) => {
  const { client, service } = account({ assumptions: { cancel_too_late: status } });
  const { id } = await resize(client, HOUR);
  const match = { operation: "cancelConfigurationChange" } as const;
  service.addFault({ match, effect: { kind: "race", do: act, when: "before" } });
  expect(await client.cancelChange("c1", id, options)).toMatchObject({ kind, record: { id } });
});
