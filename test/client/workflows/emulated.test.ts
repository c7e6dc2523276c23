import type { Client } from "../../../src/client";
import type { EmulatorOptions, FaultEffect } from "../../../src/emulator";
import { never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { emulated } from "../kit/emulator";

/** What only a whole service can show: both dialects, its assumptions, and races with others. */

const start = emulated();
const HOUR = 3_600;
const options = { signal: never() };

/** One cluster in service; each request takes five seconds of the service's time. */
const account = (given: EmulatorOptions = {}, settings: Parameters<typeof start>[1] = {}) =>
  start(
    {
      clock: { mode: "step", start: START, stepPerRequest: 5_000 },
      seed: { clusters: [{ id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus" }] },
      ...given,
    },
    settings,
  );

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
  deadline: client.clock.now() + 30_000,
  signal: never(),
});

/** Twelve records that have ended, so that one page does not hold them all. */
const history = Array.from({ length: 12 }, (_, at) => ({
  id: `old-${(at * 5) % 12}`,
  status: "succeeded" as const,
  created_at: START / 1000 - (at + 1) * HOUR,
}));

describe.each(["search-cloud", "typesense-cloud"] as const)("in the dialect %s", (dialect) => {
  const speaking = () =>
    account({ dialect, assumptions: { change_seconds: 1, clone_seconds: 1 } }, { dialect });

  test("a change is scheduled, listed, waited for, and then in the cluster", async () => {
    const { client } = await speaking();
    const created = await resize(client, 20);
    expect(created).toMatchObject({ status: "pending", new_search_server_version: "30.1" });
    expect(await client.changes("c1", options)).toEqual([created]);
    const { perform_change_at: performChangeAt } = created;
    const ended = await client.waitForChange("c1", created.id, { ...waiting(client), performChangeAt });
    expect(ended).toMatchObject({ id: created.id, status: "succeeded" });
    expect(await client.readChange("c1", created.id, options)).toEqual(ended);
    expect(await client.read("c1", "fresh", options)).toMatchObject({
      cluster: { memory: "16_gb", search_server_version: "30.1" },
    });
  });

  test("a clone is requested, listed, waited for, and then another cluster", async () => {
    const { client } = await speaking();
    const body = { search_server_version: "30.1", target_region: "frankfurt" };
    const created = await client.createCloningOperation("c1", body, options);
    expect(await client.cloningOperations("c1", options)).toEqual([created]);
    const ended = await client.waitForCloningOperation("c1", created.id, waiting(client));
    expect(ended).toMatchObject({ id: created.id, status: "succeeded", search_server_version: "30.1" });
    const target = ended.target_cluster_reference_id ?? "";
    expect(await client.read(target, "fresh", options)).toMatchObject({
      cluster: { id: target, memory: "8_gb", search_server_version: "30.1" },
    });
  });
});

describe.each([
  { list_order: "newest_first", clone_unrequested_fields: "filled", clone_counts_as_change: "yes" },
  { list_order: "oldest_first", clone_unrequested_fields: "null", clone_counts_as_change: "no" },
  { list_order: "by_id", clone_unrequested_fields: "filled", clone_counts_as_change: "no" },
])("%p", (assumptions) => {
  const seeded = () => {
    const cluster = { id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus" };
    return account({ assumptions, seed: { clusters: [{ ...cluster, changes: history, clones: history }] } });
  };
  const AFTER: FaultEffect = { kind: "reset", when: "after" };

  test("the answer of a change is lost: its id is found among many", async () => {
    const { client, emulator } = await seeded();
    emulator.addFault({ match: { operation: "createConfigurationChange" }, effect: AFTER });
    const created = await resize(client, HOUR);
    const [newest, ...older] = await client.changes("c1", options);
    expect(newest).toEqual(created);
    const times = older.map(({ created_at }) => created_at ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });

  test("the answer of a clone is lost: its id is found among many", async () => {
    const { client, emulator } = await seeded();
    emulator.addFault({ match: { operation: "createCloningOperation" }, effect: AFTER });
    const created = await client.createCloningOperation("c1", { target_region: "paris" }, options);
    const all = await client.cloningOperations("c1", options);
    expect(all.filter(({ id }) => !id.startsWith("old-"))).toEqual([created]);
  });
});

test("a change that waits behind an upgrade that the service made by itself is found", async () => {
  const cluster = { id: "c1", memory: "4_gb", vcpu: "2_vcpus", auto_upgrade_capacity: true };
  const { client, emulator } = await account({
    assumptions: { auto_upgrade_shows: "record" },
    seed: { clusters: [cluster] },
  });
  const { id } = await resize(client, HOUR);
  emulator.autoUpgrade("c1", { memory: "8_gb", vcpu: "2_vcpus" });
  const changes = await client.changes("c1", options);
  expect(changes.map(({ status }) => status).sort()).toEqual(["pending", "succeeded"]);
  expect(changes.find(({ status }) => status === "pending")?.id).toBe(id);
});

test("lost, while somebody else's comes first: refused, and theirs is not claimed", async () => {
  const { client, emulator } = await account();
  const foreign = { perform_change_at: START / 1000 + 2 * HOUR, new_memory: "32_gb", new_vcpu: "4_vcpus" };
  const match = { operation: "createConfigurationChange" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "before" } });
  emulator.addFault({
    match: { ...match, nth: 2 },
    effect: { kind: "race", do: { change: foreign }, when: "before" },
  });
  expect(await rejection(resize(client, HOUR))).toMatchObject({ kind: "refused", status: 422 });
  const changes = await client.changes("c1", options);
  expect(changes.map(({ new_memory, status }) => [new_memory, status])).toEqual([["32_gb", "pending"]]);
});

describe.each(["422", "400"])("a cancel that comes too late is answered %s", (status) => {
  const assumptions = { cancel_too_late: status, clone_cancel_too_late: status };

  test.each([
    ["begin", "begun"],
    ["finish", "ended"],
    ["cancel", "canceled"],
  ] as const)("%s, right before: %s", async (action, kind) => {
    const { client, emulator } = await account({ assumptions });
    const clone = await client.createCloningOperation("c1", {}, options);
    emulator.addFault({
      match: { operation: "cancelCloningOperation" },
      effect: { kind: "race", do: `${action}_clone`, when: "before" },
    });
    expect(await client.cancelCloningOperation("c1", clone.id, options)).toMatchObject({
      kind,
      record: { id: clone.id },
    });
  });

  test.each([
    ["begin", "begun"],
    ["fail", "ended"],
  ] as const)("%s of a change, right before: %s", async (action, kind) => {
    const { client, emulator } = await account({ assumptions });
    const { id } = await resize(client, HOUR);
    emulator.addFault({
      match: { operation: "cancelConfigurationChange" },
      effect: { kind: "race", do: action, when: "before" },
    });
    expect(await client.cancelChange("c1", id, options)).toMatchObject({ kind, record: { id } });
  });
});
