import { type Client, createClient } from "../../src/client";
import type { FaultEffect } from "../../src/emulator";
import { memoryLog, never, rejection } from "./kit/client";
import { START } from "./kit/clock";
import { type Bench, emulated } from "./kit/emulator";

const BODY = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

const start = emulated();
const posts = (bench: Bench) => bench.journal().filter((line) => /^POST .*\/clusters$/.test(line)).length;

const waitInService = (client: Client, id: string) =>
  client.waitForCluster(id, {
    judge: (seen) => (seen.kind === "present" && seen.cluster.status === "in_service" ? "done" : "pending"),
    describe: `cluster ${id} to be in service`,
    deadline: client.clock.now() + 30_000,
    signal: never(),
  });

test.each(["search-cloud", "typesense-cloud"] as const)(
  "the life of a cluster, in the dialect %s",
  async (dialect) => {
    const { client } = await start({ dialect }, { dialect });
    const made = await client.createCluster({ ...BODY, search_server_version: "30.1" }, { signal: never() });
    expect(made).toMatchObject({ status: "provisioning", search_server_version: "30.1", hostnames: null });

    const up = await waitInService(client, made.id);
    expect(up).toMatchObject({ kind: "present", cluster: { hostnames: { nodes: [expect.any(String)] } } });

    const renamed = await client.updateCluster(made.id, { name: "renamed" }, { signal: never() });
    expect(renamed.name).toBe("renamed");
    const listing = await client.clusterListing({ maxAge: 0, signal: never() });
    expect(listing.clusters.map(({ id, name }) => [id, name])).toEqual([[made.id, "renamed"]]);

    expect(await client.terminateCluster(made.id, { signal: never() })).toEqual({ kind: "initiated" });
    const gone = await client.waitForCluster(made.id, {
      judge: (seen) => (seen.kind === "missing" ? "done" : "pending"),
      describe: "the cluster to be gone",
      deadline: client.clock.now() + 30_000,
      signal: never(),
    });
    expect(gone).toMatchObject({ kind: "missing", error: { status: 404 } });
    expect(await client.terminateCluster(made.id, { signal: never() })).toMatchObject({ kind: "missing" });
  },
);

describe("the answer of a create is lost", () => {
  test.each<[string, FaultEffect, number]>([
    ["reset before the work", { kind: "reset", when: "before" }, 2],
    ["reset after the work", { kind: "reset", when: "after" }, 1],
    ["reset half way through the answer", { kind: "reset", when: "midway" }, 1],
    ["503 instead of the work", { kind: "status", status: 503, when: "before" }, 2],
    ["503 after the work", { kind: "status", status: 503, body: "html", when: "after" }, 1],
    ["truncated JSON", { kind: "damage", as: "truncated" }, 1],
    ["HTML", { kind: "damage", as: "html" }, 1],
  ])("%s: one cluster, and its id is known", async (_, effect, requests) => {
    const bench = await start();
    const { client, emulator } = bench;
    emulator.addFault({ match: { operation: "createCluster", times: 1 }, effect });
    const made = await client.createCluster(BODY, { signal: never() });
    expect(posts(bench)).toBe(requests);
    const { clusters } = await client.clusterListing({ maxAge: 0, signal: never() });
    expect(clusters.map(({ id }) => id)).toEqual([made.id]);
  });
});

test("a list of more than one page is whole", async () => {
  const seed = {
    clusters: Array.from({ length: 130 }, (_, number) => ({ id: `c${number}`, name: `n${number}` })),
  };
  const { client, journal } = await start({ seed });
  const { clusters } = await client.clusterListing({ maxAge: 0, signal: never() });
  expect(new Set(clusters.map(({ id }) => id)).size).toBe(130);
  expect(journal()).toHaveLength(3);
});

test("the service's time is the emulator's", async () => {
  const { client } = await start();
  await client.operations.getAccount({}, { signal: never() });
  expect(Math.abs(client.serverNow() - START)).toBeLessThan(3_600_000);
});

test("a key that may not create: which capability, which presets", async () => {
  const { client, emulator } = await start();
  const reader = createClient({
    baseUrl: emulator.baseUrl,
    apiKey: emulator.keys["read-only"],
    dialect: "search-cloud",
    pollInterval: 1,
    requestsPerMinute: 0,
    log: memoryLog(),
  });
  const refused = await rejection(reader.createCluster(BODY, { signal: never() }));
  await reader.close();
  expect(refused).toMatchObject({
    kind: "auth",
    requiredCapability: "clusters:create",
    detail: expect.stringContaining("presets have it: provision, admin"),
  });
  expect(client.host).toBe(new URL(emulator.baseUrl).host);
});

test("PATCH answered with 200 and an Error body is an error", async () => {
  const { client, emulator } = await start({ seed: { clusters: [{ id: "c1", name: "a" }] } });
  emulator.addFault({
    match: { operation: "updateCluster" },
    effect: { kind: "error_in_200", message: "No such name" },
  });
  expect(await rejection(client.updateCluster("c1", { name: "b" }, { signal: never() }))).toMatchObject({
    kind: "invalid",
    status: 200,
    serverMessage: expect.stringContaining("No such name"),
  });
});

test.each(["422", "201", "404"])(
  "a second terminate that is answered %s is done",
  async (second_terminate) => {
    const { client } = await start({
      seed: { clusters: [{ id: "c1", name: "a" }] },
      assumptions: { second_terminate, termination_step_seconds: 86_400 },
    });
    await client.terminateCluster("c1", { signal: never() });
    const second = await client.terminateCluster("c1", { signal: never() });
    expect(second.kind).toBe(second_terminate === "201" ? "initiated" : "leaving");
  },
);

test("an operation that a service does not have is not tried again", async () => {
  const { client, emulator, journal } = await start({ seed: { clusters: [{ id: "c1", name: "a" }] } });
  emulator.addFault({ effect: { kind: "status", status: 501 } });
  const listing = client.operations.listServerConfigurationParameters(
    { path: { cluster_id: "c1" } },
    { signal: never() },
  );
  expect(await rejection(listing)).toMatchObject({ status: 501, kind: "contract" });
  expect(journal()).toHaveLength(1);
});
