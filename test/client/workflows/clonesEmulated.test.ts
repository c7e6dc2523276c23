import type { Client, CreateCloningOperationBody } from "../../../src/client";
import type { EmulatorOptions, FaultEffect } from "../../../src/emulator";
import { never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { type Bench, emulated } from "../kit/emulator";

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

const ask = (client: Client, body: CreateCloningOperationBody = {}) =>
  client.createCloningOperation("c1", body, options);

const posts = (bench: Bench) => bench.journal().filter((line) => line.startsWith("POST")).length;

const waitForEnd = (client: Client, id: string) =>
  client.waitForCloningOperation("c1", id, {
    describe: `cloning operation ${id} of cluster c1 to end`,
    deadline: client.clock.now() + 30_000,
    signal: never(),
  });

describe.each(["search-cloud", "typesense-cloud"] as const)("in the dialect %s", (dialect) => {
  const speaking = () => account({ dialect, assumptions: { clone_seconds: 1 } }, { dialect });

  test("asked for, listed, waited for, and then there is another cluster", async () => {
    const { client } = await speaking();
    const made = await ask(client, { search_server_version: "30.1", target_region: "frankfurt" });
    expect(made).toMatchObject({ status: "pending", target_region: "frankfurt" });
    expect(await client.cloningOperations("c1", options)).toEqual([made]);

    const ended = await waitForEnd(client, made.id);
    expect(ended).toMatchObject({ id: made.id, status: "succeeded", search_server_version: "30.1" });
    expect(await client.readCloningOperation("c1", made.id, options)).toEqual(ended);
    const target = ended.target_cluster_reference_id ?? "";
    expect(await client.read(target, "fresh", options)).toMatchObject({
      kind: "present",
      cluster: { id: target, memory: "8_gb", search_server_version: "30.1" },
    });
  });

  test("cancelled, and cancelled once more", async () => {
    const { client } = await speaking();
    const { id } = await ask(client);
    const canceled = { kind: "canceled", operation: { id, status: "canceled" } };
    expect(await client.cancelCloningOperation("c1", id, options)).toMatchObject(canceled);
    expect(await client.cancelCloningOperation("c1", id, options)).toMatchObject(canceled);
  });
});

test("a clone that fails is answered as it is", async () => {
  const { client, emulator } = await account({ assumptions: { clone_seconds: 1 } });
  emulator.failNextClone("c1");
  const { id } = await ask(client);
  expect(await waitForEnd(client, id)).toMatchObject({ id, status: "failed" });
});

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

/** Twelve clones that are over, so that one page does not hold them all. */
const history = Array.from({ length: 12 }, (_, at) => ({
  id: `old-${(at * 5) % 12}`,
  status: "succeeded" as const,
  created_at: START / 1000 - (at + 1) * HOUR,
}));

describe.each([
  { list_order: "newest_first", clone_unrequested_fields: "filled", clone_counts_as_change: "yes" },
  { list_order: "oldest_first", clone_unrequested_fields: "null", clone_counts_as_change: "no" },
  { list_order: "by_id", clone_unrequested_fields: "filled", clone_counts_as_change: "no" },
])("%p", (assumptions) => {
  test.each(FAULTS)(
    "the answer is lost (%s): one clone, and its id is known",
    async (_, effect, requests) => {
      const cluster = { id: "c1", name: "products", memory: "8_gb", vcpu: "4_vcpus", clones: history };
      const bench = await account({ assumptions, seed: { clusters: [cluster] } });
      const { client, emulator } = bench;
      emulator.addFault({ match: { operation: "createCloningOperation" }, effect });
      const made = await ask(client, { target_region: "paris" });
      expect(posts(bench)).toBe(requests);
      const all = await client.cloningOperations("c1", options);
      expect(all.filter(({ id }) => !id.startsWith("old-"))).toEqual([made]);
      expect(all[0]?.id).toBe(made.id);
    },
  );
});

test.each([
  ["422", "refused"],
  ["400", "invalid"],
  ["409", "refused"],
])("a second clone is refused with %s, and nothing is sent again", async (clone_refused_status, kind) => {
  const bench = await account({ assumptions: { clone_refused_status } });
  await ask(bench.client);
  expect(await rejection(ask(bench.client))).toMatchObject({
    kind,
    status: Number(clone_refused_status),
    operation: "createCloningOperation",
  });
  expect(posts(bench)).toBe(2);
});

test("a lost clone while somebody else makes another: refused, and theirs is not claimed", async () => {
  const bench = await account();
  const { client, emulator } = bench;
  const match = { operation: "createCloningOperation" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "before" } });
  emulator.addFault({
    match: { ...match, nth: 2 },
    effect: { kind: "race", do: { clone: { target_region: "sydney" } }, when: "before" },
  });
  expect(await rejection(ask(client, { target_region: "paris" }))).toMatchObject({ kind: "refused" });
  expect(posts(bench)).toBe(2);
  const clones = await client.cloningOperations("c1", options);
  expect(clones.map(({ target_region }) => target_region)).toEqual(["sydney"]);
});

describe.each(["422", "400", "409"])(
  "a cancel that comes too late is answered %s",
  (clone_cancel_too_late) => {
    test.each([
      ["begin_clone", "begun"],
      ["finish_clone", "ended"],
      ["fail_clone", "ended"],
      ["cancel_clone", "canceled"],
    ] as const)("%s, right before: %s", async (action, kind) => {
      const { client, emulator } = await account({ assumptions: { clone_cancel_too_late } });
      const { id } = await ask(client);
      emulator.addFault({
        match: { operation: "cancelCloningOperation" },
        effect: { kind: "race", do: action, when: "before" },
      });
      expect(await client.cancelCloningOperation("c1", id, options)).toMatchObject({
        kind,
        operation: { id },
      });
    });
  },
);

test("a cancel whose answer is lost after the work", async () => {
  const { client, emulator, journal } = await account();
  const { id } = await ask(client);
  const match = { operation: "cancelCloningOperation" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "after" } });
  expect(await client.cancelCloningOperation("c1", id, options)).toMatchObject({ kind: "canceled" });
  expect(journal().filter((line) => line.startsWith("PATCH"))).toHaveLength(1);
});

test("what nobody knows is missing; without a payment method nothing is cloned", async () => {
  const bench = await account();
  expect(await bench.client.cancelCloningOperation("c1", "nothing", options)).toEqual({ kind: "missing" });
  expect(await bench.client.readCloningOperation("c1", "nothing", options)).toBeNull();
  bench.emulator.setAccount({ payment_method: false });
  expect(await rejection(ask(bench.client))).toMatchObject({ kind: "payment", status: 402 });
  expect(await bench.client.cloningOperations("c1", options)).toEqual([]);
});
