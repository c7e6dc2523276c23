import { METRIC_NAMES } from "../../src/api/enumerations";
import { valuesIn } from "../../src/api/openRecords";
import type { EmulatorOptions, FaultEffect } from "../../src/emulator";
import { memoryLog, never, rejection } from "./kit/client";
import { emulated } from "./kit/emulator";

const start = emulated();
const options = { signal: never() };
const BODY = { parameter_name: "max-per-page", parameter_value: "500" };

/** One cluster in service. */
const account = (given: EmulatorOptions = {}, settings: Parameters<typeof start>[1] = {}) =>
  start({ seed: { clusters: [{ id: "c1", memory: "8_gb", vcpu: "4_vcpus" }] }, ...given }, settings);

/** The answer is lost; how often the request is sent until it is done. */
const FAULTS: [string, FaultEffect, number][] = [
  ["reset before the work", { kind: "reset", when: "before" }, 2],
  ["reset after the work", { kind: "reset", when: "after" }, 1],
  ["reset half way through the answer", { kind: "reset", when: "midway" }, 1],
  ["503 instead of the work", { kind: "status", status: 503, when: "before" }, 2],
  ["504 instead of the work", { kind: "status", status: 504, when: "before" }, 2],
  ["504 after the work", { kind: "status", status: 504, when: "after" }, 1],
  ["truncated JSON", { kind: "damage", as: "truncated" }, 1],
  ["HTML", { kind: "damage", as: "html" }, 1],
  ["an empty answer", { kind: "damage", as: "empty" }, 1],
];

describe.each(["iso", "epoch_seconds"])("server parameters, with times as %s", (parameter_times) => {
  const parameters = () => account({ assumptions: { parameter_times } });

  test("set, listed, read, changed, deleted, and not there", async () => {
    const { client } = await parameters();
    const made = await client.createParameter("c1", BODY, options);
    expect(made).toMatchObject({ ...BODY, created_at: expect.any(Number) });
    expect(await client.parameters("c1", options)).toEqual([made]);
    expect(await client.readParameter("c1", made.id, options)).toEqual(made);

    const changed = await client.updateParameter("c1", made.id, "250", options);
    expect(changed).toMatchObject({ id: made.id, parameter_value: "250", created_at: made.created_at });

    expect(await client.deleteParameter("c1", made.id, options)).toBe("deleted");
    expect(await client.readParameter("c1", made.id, options)).toBeNull();
    expect(await client.parameters("c1", options)).toEqual([]);
    expect(await client.deleteParameter("c1", made.id, options)).toBe("missing");
  });

  test.each(FAULTS)("%s: set once, changed, and deleted", async (_, effect, requests) => {
    const { client, emulator, journal } = await parameters();
    const sent = (method: string) => journal().filter((line) => line.startsWith(method)).length;
    for (const operation of [
      "createServerConfigurationParameter",
      "updateServerConfigurationParameter",
      "deleteServerConfigurationParameter",
    ] as const) {
      emulator.addFault({ match: { operation }, effect });
    }
    const { id } = await client.createParameter("c1", BODY, options);
    expect(sent("POST")).toBe(requests);
    expect(await client.parameters("c1", options)).toMatchObject([{ id, ...BODY }]);
    expect(await client.updateParameter("c1", id, "250", options)).toMatchObject({ parameter_value: "250" });
    expect(sent("PATCH")).toBe(requests);
    expect(await client.deleteParameter("c1", id, options)).toBe("deleted");
    expect(await client.parameters("c1", options)).toEqual([]);
  });
});

test("a name that is set already is refused, and the list shows it", async () => {
  const { client, emulator } = await account();
  const id = emulator.setParameterOutside("c1", "max-per-page", "250");
  expect(await rejection(client.createParameter("c1", BODY, options))).toMatchObject({
    kind: "refused",
    status: 422,
  });
  expect(await client.parameters("c1", options)).toMatchObject([{ id, parameter_value: "250" }]);
});

test("somebody else sets the name while our answer is lost: refused, with the id", async () => {
  const { client, emulator } = await account();
  const match = { operation: "createServerConfigurationParameter" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "before" } });
  emulator.addFault({
    match: { operation: "listServerConfigurationParameters" },
    effect: {
      kind: "race",
      do: { set_parameter: { name: "max-per-page", value: "250" } },
      when: "before",
    },
  });
  const taken = rejection(client.createParameter("c1", BODY, options));
  expect(await taken).toMatchObject({ kind: "refused", ids: [expect.any(String)] });
});

test("a value out of its range is refused, and the value stays", async () => {
  const { client } = await account();
  const { id } = await client.createParameter("c1", BODY, options);
  expect(await rejection(client.updateParameter("c1", id, "0", options))).toMatchObject({ kind: "refused" });
  expect(await client.readParameter("c1", id, options)).toMatchObject({ parameter_value: "500" });
});

describe("keys", () => {
  test("a new pair on every call, in no log and not in the journal of the service", async () => {
    const log = memoryLog();
    const { client, emulator } = await account({}, { log });
    const first = await client.issueApiKeys("c1", options);
    const second = await client.issueApiKeys("c1", options);
    const keys = [first, second].flatMap(({ admin_key, search_only_key }) => [admin_key, search_only_key]);
    expect(new Set(keys).size).toBe(4);
    expectNowhere(keys, log, emulator.journal());
  });

  test.each(FAULTS)("%s: one request, and an error that shows no key", async (_, effect) => {
    const log = memoryLog();
    const { client, emulator, journal } = await account({}, { log });
    emulator.addFault({ match: { operation: "issueClusterApiKeys" }, effect });
    const lost = await rejection(client.issueApiKeys("c1", options));
    expect(lost).toMatchObject({ kind: "lost_write", detail: expect.stringContaining("DELETE /keys/<id>") });
    expect(journal().filter((line) => line.startsWith("POST"))).toHaveLength(1);
    // The pairs of a cluster are made in order: the same service issues the lost pair to whoever asks first.
    const twin = await account();
    const { admin_key, search_only_key } = await twin.client.issueApiKeys("c1", options);
    expectNowhere([admin_key, search_only_key], log, emulator.journal(), lost, (lost as Error).stack);
  });

  test("not before the cluster is in service", async () => {
    const { client } = await account({
      seed: { clusters: [{ id: "c1", memory: "8_gb", vcpu: "4_vcpus", status: "provisioning" }] },
      clock: { mode: "real" },
    });
    expect(await rejection(client.issueApiKeys("c1", options))).toMatchObject({
      kind: "refused",
      detail: expect.stringContaining("only while the cluster is in service"),
    });
  });
});

/** Not a part of a key either: half of one is found by its first characters. */
function expectNowhere(keys: readonly string[], log: ReturnType<typeof memoryLog>, ...places: unknown[]) {
  const text = JSON.stringify([log.entries, ...places]);
  for (const key of keys) expect(text).not.toContain(key.slice(0, 8));
}

test("all metrics, five names a request", async () => {
  const { client, journal } = await account();
  const records = await client.metrics("c1", { metrics: METRIC_NAMES, window: "24h" }, options);
  expect(records.flatMap(({ metrics }) => Object.keys(metrics))).toEqual([...METRIC_NAMES]);
  expect(records[0]).toMatchObject({ window: "24h", aggregation: "avg", resolution: "30m" });
  expect(journal()).toHaveLength(3);
});

test.each(["objects", "keyed"])(
  "the options that are shaped as %s list what a cluster can be made of",
  async (options_shape) => {
    const { client, journal } = await account({ assumptions: { options_shape } });
    const values = valuesIn(await client.clusterOptions(options));
    for (const value of ["oregon", "8_gb", "4_vcpus", "yes", "5_regions"]) expect(values).toContain(value);
    for (const value of ["mars", "9_gb", "3_vcpus", "constructor"]) expect(values).not.toContain(value);
    await client.clusterOptions(options);
    expect(journal()).toHaveLength(1);
  },
);

test("all invoices, and one with its line items", async () => {
  const { client } = await account({ seed: { invoices: 60 } });
  const ids: string[] = [];
  for await (const { id } of client.list("listInvoices", {}, options)) ids.push(id);
  expect(new Set(ids).size).toBe(60);
  const [id = ""] = ids;
  expect(await client.operations.getInvoice({ path: { id } }, options)).toMatchObject({
    id,
    status: expect.any(String),
    line_items: expect.any(Array),
  });
});
