import { valuesIn } from "../../src/api/openRecords";
import type { EmulatorOptions } from "../../src/emulator";
import { never, rejection } from "./kit/client";
import { START } from "./kit/clock";
import { emulated } from "./kit/emulator";

/** What only a whole service can show: both dialects, its assumptions, and races with others. */

const start = emulated();
const options = { signal: never() };
const PARAMETER = { parameter_name: "max-per-page", parameter_value: "500" };

/** One cluster in service. */
const account = (given: EmulatorOptions = {}, settings: Parameters<typeof start>[1] = {}) =>
  start({ seed: { clusters: [{ id: "c1", memory: "8_gb", vcpu: "4_vcpus" }] }, ...given }, settings);

test.each(["search-cloud", "typesense-cloud"] as const)(
  "the life of a cluster, in the dialect %s",
  async (dialect) => {
    const { client } = await start({ dialect }, { dialect });
    const body = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
    const created = await client.createCluster({ ...body, search_server_version: "30.1" }, options);
    expect(created).toMatchObject({ status: "provisioning", search_server_version: "30.1", hostnames: null });
    expect(Math.abs(client.serverNow() - START)).toBeLessThan(3_600_000);

    const waiting = { describe: "it", deadline: client.clock.now() + 30_000, ...options };
    const up = await client.waitForCluster(created.id, {
      ...waiting,
      judge: (seen) => (seen.kind === "present" && seen.cluster.status === "in_service" ? "done" : "pending"),
    });
    expect(up).toMatchObject({ kind: "present", cluster: { hostnames: { nodes: [expect.any(String)] } } });

    expect(await client.updateCluster(created.id, { name: "renamed" }, options)).toMatchObject({
      name: "renamed",
    });
    const { clusters } = await client.clusterListing({ maxAge: 0, ...options });
    expect(clusters.map(({ id, name }) => [id, name])).toEqual([[created.id, "renamed"]]);

    expect(await client.terminateCluster(created.id, options)).toEqual({ kind: "initiated" });
    const gone = await client.waitForCluster(created.id, {
      ...waiting,
      judge: (seen) => (seen.kind === "missing" ? "done" : "pending"),
    });
    expect(gone).toMatchObject({ kind: "missing", error: { status: 404 } });
    expect(await client.terminateCluster(created.id, options)).toMatchObject({ kind: "missing" });
  },
);

test.each(["422", "201", "404"])(
  "a second termination that is answered %s is done",
  async (second_terminate) => {
    const { client } = await account({ assumptions: { second_terminate, termination_step_seconds: 86_400 } });
    await client.terminateCluster("c1", options);
    const second = await client.terminateCluster("c1", options);
    expect(second.kind).toBe(second_terminate === "201" ? "initiated" : "leaving");
  },
);

test.each(["iso", "epoch_seconds"])("the life of a parameter, with times as %s", async (parameter_times) => {
  const { client } = await account({ assumptions: { parameter_times } });
  const created = await client.createParameter("c1", PARAMETER, options);
  expect(created).toMatchObject({ ...PARAMETER, created_at: expect.any(Number) });
  expect(await client.parameters("c1", options)).toEqual([created]);
  expect(await client.readParameter("c1", created.id, options)).toEqual(created);

  const changed = await client.updateParameter("c1", created.id, "250", options);
  expect(changed).toMatchObject({ id: created.id, parameter_value: "250", created_at: created.created_at });
  expect(await rejection(client.updateParameter("c1", created.id, "0", options))).toMatchObject({
    kind: "refused",
  });

  expect(await client.deleteParameter("c1", created.id, options)).toBe("deleted");
  expect(await client.readParameter("c1", created.id, options)).toBeNull();
  expect(await client.deleteParameter("c1", created.id, options)).toBe("missing");
});

test("somebody else sets the parameter while our answer is lost: refused, with the id", async () => {
  const { client, emulator } = await account();
  const match = { operation: "createServerConfigurationParameter" } as const;
  emulator.addFault({ match, effect: { kind: "reset", when: "before" } });
  emulator.addFault({
    match: { operation: "listServerConfigurationParameters" },
    effect: { kind: "race", do: { set_parameter: { name: "max-per-page", value: "250" } }, when: "before" },
  });
  const taken = rejection(client.createParameter("c1", PARAMETER, options));
  expect(await taken).toMatchObject({ kind: "refused", ids: [expect.any(String)] });
});

test.each(["objects", "keyed"])(
  "the values of options that are shaped as %s are found",
  async (options_shape) => {
    const { client } = await account({ assumptions: { options_shape } });
    const values = valuesIn(await client.clusterOptions(options));
    for (const value of ["oregon", "8_gb", "4_vcpus", "yes", "5_regions"]) expect(values).toContain(value);
    for (const value of ["mars", "9_gb", "3_vcpus", "constructor"]) expect(values).not.toContain(value);
  },
);

test("all invoices, and one with its line items", async () => {
  const { client } = await account({ seed: { invoices: 60 } });
  const ids: string[] = [];
  for await (const { id } of client.list("listInvoices", {}, options)) ids.push(id);
  expect(new Set(ids).size).toBe(60);
  const [id = ""] = ids;
  const invoice = await client.call("getInvoice", { path: { id } }, options);
  expect(invoice).toMatchObject({ id, status: expect.any(String), line_items: expect.any(Array) });
});
