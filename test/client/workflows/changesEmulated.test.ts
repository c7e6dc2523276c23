import type { Client, CreateConfigurationChangeBody } from "../../../src/client";
import type { EmulatorOptions, FaultEffect } from "../../../src/emulator";
import { never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { type Bench, emulated } from "../kit/emulator";

const start = emulated();
const HOUR = 3_600;

/** One highly available cluster in service; each request takes five seconds of the service's time. */
const account = (options: EmulatorOptions = {}, given: Parameters<typeof start>[1] = {}) =>
  start(
    {
      clock: { mode: "step", start: START, stepPerRequest: 5_000 },
      seed: { clusters: [{ id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus" }] },
      ...options,
    },
    given,
  );

const posts = (bench: Bench) => bench.journal().filter((line) => line.startsWith("POST")).length;

const resize = (client: Client, inSeconds: number, given: Partial<CreateConfigurationChangeBody> = {}) =>
  client.createChange(
    "c1",
    (serverNow) => ({
      perform_change_at: Math.floor(serverNow / 1000) + inSeconds,
      new_memory: "16_gb",
      new_vcpu: "4_vcpus",
      ...given,
    }),
    { signal: never() },
  );

const waitForEnd = (client: Client, id: string, performChangeAt: number | null) =>
  client.waitForChange("c1", id, {
    performChangeAt,
    describe: `configuration change ${id} of cluster c1 to end`,
    deadline: client.clock.now() + 30_000,
    signal: never(),
  });

describe.each(["search-cloud", "typesense-cloud"] as const)("in the dialect %s", (dialect) => {
  const accountSpeaking = () => account({ dialect, assumptions: { change_seconds: 1 } }, { dialect });

  test("scheduled, listed, waited for, and then in the cluster", async () => {
    const { client } = await accountSpeaking();
    const made = await resize(client, 20, { new_search_server_version: "30.1" });
    expect(made).toMatchObject({ status: "pending", new_memory: "16_gb", new_search_server_version: "30.1" });
    expect(await client.changes("c1", { signal: never() })).toEqual([made]);

    const ended = await waitForEnd(client, made.id, made.perform_change_at);
    expect(ended).toMatchObject({ id: made.id, status: "succeeded" });
    expect(await client.readChange("c1", made.id, { signal: never() })).toEqual(ended);
    expect(await client.read("c1", "fresh", { signal: never() })).toMatchObject({
      kind: "present",
      cluster: { memory: "16_gb", search_server_version: "30.1" },
    });
  });

  test("cancelled, and cancelled once more", async () => {
    const { client } = await accountSpeaking();
    const { id } = await resize(client, HOUR);
    const canceled = { kind: "canceled", change: { id, status: "canceled" } };
    expect(await client.cancelChange("c1", id, { signal: never() })).toMatchObject(canceled);
    expect(await client.cancelChange("c1", id, { signal: never() })).toMatchObject(canceled);
  });
});

test("a change that fails is answered as it is", async () => {
  const { client, emulator } = await account({ assumptions: { change_seconds: 1 } });
  emulator.failNextChange("c1");
  const { id, perform_change_at } = await resize(client, 20);
  expect(await waitForEnd(client, id, perform_change_at)).toMatchObject({ id, status: "failed" });
});

describe.each(["newest_first", "oldest_first", "by_id"])("listed %s", (list_order) => {
  const FAULTS: [string, FaultEffect, number][] = [
    ["reset before the work", { kind: "reset", when: "before" }, 2],
    ["reset after the work", { kind: "reset", when: "after" }, 1],
    ["reset half way through the answer", { kind: "reset", when: "midway" }, 1],
    ["503 instead of the work", { kind: "status", status: 503, when: "before" }, 2],
    ["503 after the work", { kind: "status", status: 503, body: "html", when: "after" }, 1],
    ["504 instead of the work", { kind: "status", status: 504, when: "before" }, 2],
    ["504 after the work", { kind: "status", status: 504, when: "after" }, 1],
    ["truncated JSON", { kind: "damage", as: "truncated" }, 1],
    ["HTML", { kind: "damage", as: "html" }, 1],
    ["an empty answer", { kind: "damage", as: "empty" }, 1],
  ];

  /** Twelve changes that are over, so that one page does not hold them all. */
  const history = Array.from({ length: 12 }, (_, at) => ({
    id: `old-${(at * 5) % 12}`,
    status: "succeeded" as const,
    created_at: START / 1000 - (at + 1) * HOUR,
  }));

  test.each(FAULTS)(
    "the answer is lost (%s): one change, and its id is known",
    async (_, effect, requests) => {
      const bench = await account({
        assumptions: { list_order },
        seed: {
          clusters: [{ id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus", changes: history }],
        },
      });
      const { client, emulator } = bench;
      emulator.addFault({ match: { operation: "createConfigurationChange" }, effect });
      const made = await resize(client, HOUR);
      expect(posts(bench)).toBe(requests);
      const pending = (await client.changes("c1", { signal: never() })).filter(
        ({ status }) => status === "pending",
      );
      expect(pending).toEqual([made]);
    },
  );

  test("the one that is pending is found among many", async () => {
    const { client, emulator } = await account({
      assumptions: { list_order },
      seed: { clusters: [{ id: "c1", memory: "8_gb", vcpu: "4_vcpus", changes: history }] },
    });
    const outside = { perform_change_at: START / 1000 + HOUR, new_memory: "16_gb", new_vcpu: "4_vcpus" };
    const id = emulator.changeOutside("c1", outside);
    const [newest, ...older] = await client.changes("c1", { signal: never() });
    expect(newest).toMatchObject({ id, status: "pending" });
    const times = older.map(({ created_at }) => created_at ?? 0);
    expect(times).toEqual([...times].sort((a, b) => b - a));
  });
});

test("one that waits behind an upgrade that the service made by itself is found", async () => {
  const cluster = { id: "c1", memory: "4_gb", vcpu: "2_vcpus", auto_upgrade_capacity: true };
  const { client, emulator } = await account({
    assumptions: { auto_upgrade_shows: "record" },
    seed: { clusters: [cluster] },
  });
  const { id } = await resize(client, HOUR);
  emulator.autoUpgrade("c1", { memory: "8_gb", vcpu: "2_vcpus" });
  const changes = await client.changes("c1", { signal: never() });
  expect(changes.map(({ status }) => status).sort()).toEqual(["pending", "succeeded"]);
  expect(changes.find(({ status }) => status === "pending")?.id).toBe(id);
});

test.each([
  ["422", "refused"],
  ["400", "invalid"],
  ["409", "refused"],
])("a second change is refused with %s, and nothing is sent again", async (second_change_status, kind) => {
  const bench = await account({ assumptions: { second_change_status } });
  await resize(bench.client, HOUR);
  expect(await rejection(resize(bench.client, 2 * HOUR))).toMatchObject({
    kind,
    status: Number(second_change_status),
    operation: "createConfigurationChange",
  });
  expect(posts(bench)).toBe(2);
});

test("a lost change while somebody else makes another: refused, and ours is not claimed", async () => {
  const bench = await account();
  const { client, emulator } = bench;
  const foreign = { perform_change_at: START / 1000 + 2 * HOUR, new_memory: "32_gb", new_vcpu: "4_vcpus" };
  const match = { operation: "createConfigurationChange" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "before" } });
  emulator.addFault({
    match: { ...match, nth: 2 },
    effect: { kind: "race", do: { change: foreign }, when: "before" },
  });
  expect(await rejection(resize(client, HOUR))).toMatchObject({ kind: "refused", status: 422 });
  expect(posts(bench)).toBe(2);
  const changes = await client.changes("c1", { signal: never() });
  expect(changes.map(({ new_memory, status }) => [new_memory, status])).toEqual([["32_gb", "pending"]]);
});

describe.each(["422", "400"])("a cancel that comes too late is answered %s", (cancel_too_late) => {
  test.each([
    ["begin", "begun"],
    ["finish", "ended"],
    ["fail", "ended"],
    ["cancel", "canceled"],
  ] as const)("%s, right before: %s", async (action, kind) => {
    const { client, emulator } = await account({ assumptions: { cancel_too_late } });
    const { id } = await resize(client, HOUR);
    emulator.addFault({
      match: { operation: "cancelConfigurationChange" },
      effect: { kind: "race", do: action, when: "before" },
    });
    expect(await client.cancelChange("c1", id, { signal: never() })).toMatchObject({ kind, change: { id } });
  });
});

test("a cancel whose answer is lost after the work, at a service that refuses a second one", async () => {
  const { client, emulator, journal } = await account();
  const { id } = await resize(client, HOUR);
  emulator.addFault({
    match: { operation: "cancelConfigurationChange" },
    effect: { kind: "reset", when: "after" },
  });
  expect(await client.cancelChange("c1", id, { signal: never() })).toMatchObject({ kind: "canceled" });
  expect(journal().filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
});

test("a change that nobody knows is missing", async () => {
  const { client } = await account();
  expect(await client.cancelChange("c1", "nothing", { signal: never() })).toEqual({ kind: "missing" });
  expect(await client.readChange("c1", "nothing", { signal: never() })).toBeNull();
});
