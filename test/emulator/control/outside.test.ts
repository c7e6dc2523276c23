import type { Emulator, RaceRequest } from "../../../src/emulator";
import { call, control, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
const DUE = 1_798_765_200;
const GROW = { perform_change_at: DUE, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const cluster = { id: "abc", memory: "8_gb", vcpu: "4_vcpus" };
const waiting = () =>
  start({ seed: { clusters: [{ ...cluster, changes: [{ id: "c1", new_memory: "16_gb" }] }] } });
const statuses = (emulator: Emulator) => emulator.state().changes.map(({ status }) => status);
const cancel = async (emulator: Emulator) =>
  (await call(emulator, `PATCH ${CHANGES}/c1`, { json: { status: "canceled" } })).status;

describe("a cancel in a race", () => {
  const rows: [RaceRequest["when"], RaceRequest["do"], number, string][] = [
    ["before", "begin", 422, "in_progress"],
    ["before", "finish", 422, "succeeded"],
    ["before", "fail", 422, "failed"],
    ["before", "cancel", 422, "canceled"],
    ["before", "terminate", 422, "canceled"],
    ["after", "terminate", 200, "canceled"],
  ];
  test.each(rows)("%s it somebody lets the change %s: %i", async (when, action, status, left) => {
    const emulator = await waiting();
    emulator.race({ match: { operation: "cancelConfigurationChange" }, when, do: action });
    expect(await cancel(emulator)).toBe(status);
    expect(statuses(emulator)).toEqual([left]);
  });

  test("that is won when nobody else acts on the request before it", async () => {
    const emulator = await waiting();
    emulator.race({ match: { operation: "listConfigurationChanges", nth: 2 }, when: "after", do: "begin" });
    const seen = async () =>
      ((await call(emulator, `GET ${CHANGES}`)).body as { configuration_changes: { status: string }[] })
        .configuration_changes[0]?.status;
    expect([await seen(), await seen(), await seen()]).toEqual(["pending", "pending", "in_progress"]);
  });
});

describe("a change in a race", () => {
  test("somebody else's comes first", async () => {
    const emulator = await start({ seed: { clusters: [cluster] } });
    const theirs = { perform_change_at: DUE, new_gpu: "yes" };
    const id = emulator.race({
      match: { operation: "createConfigurationChange" },
      when: "before",
      do: { change: theirs },
    });
    expect((await call(emulator, `POST ${CHANGES}`, { json: GROW })).status).toBe(422);
    expect(emulator.state().changes).toMatchObject([{ new_gpu: "yes", new_memory: null, status: "pending" }]);
    expect(emulator.journal()).toMatchObject([
      { operation: "createConfigurationChange", faults: [id], done: false },
    ]);
  });

  test("the service raises the cluster right before it", async () => {
    const emulator = await start({ seed: { clusters: [{ ...cluster, auto_upgrade_capacity: true }] } });
    const upgrade = { auto_upgrade: { memory: "32_gb", vcpu: "8_vcpus" } };
    emulator.race({ match: { operation: "createConfigurationChange" }, when: "before", do: upgrade });
    expect((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body).toMatchObject({
      configuration_change: { old_memory: "32_gb", new_memory: "16_gb" },
    });
  });

  test("is over by the time its answer arrives", async () => {
    const emulator = await start({ seed: { clusters: [cluster] } });
    emulator.race({ match: { operation: "createConfigurationChange" }, when: "after", do: "finish" });
    expect((await call(emulator, `POST ${CHANGES}`, { json: GROW })).body).toMatchObject({
      configuration_change: { status: "pending" },
    });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ memory: "16_gb" });
  });

  test("several act in the order in which they were added, beside other faults", async () => {
    const emulator = await waiting();
    const match = { operation: "getCluster" } as const;
    emulator.race({ match, when: "before", do: "cancel" });
    emulator.race({ match, when: "before", do: { change: GROW } });
    emulator.addFault({ match, effect: { kind: "status", status: 503 } });
    expect((await call(emulator, "GET /clusters/abc")).status).toBe(503);
    expect(statuses(emulator)).toEqual(["canceled", "pending"]);
  });
});

describe("the cluster of a race", () => {
  test("is named where the request addresses none", async () => {
    const emulator = await waiting();
    emulator.race({ match: { operation: "listClusters" }, when: "after", do: "begin", cluster: "abc" });
    expect((await call(emulator, "GET /clusters")).status).toBe(200);
    expect(statuses(emulator)).toEqual(["in_progress"]);
  });

  test.each([
    ["GET /account", "begin", "The race names no cluster, and the request addresses none."],
    ["GET /clusters/nobody", "terminate", 'There is no cluster "nobody" in the emulator.'],
    ["GET /clusters/idle", "cancel", 'Cluster "idle" has no change to cancel.'],
    ["GET /clusters/idle", { change: { new_gpu: "yes" } }, "perform_change_at is required"],
    [
      "GET /clusters/idle",
      { auto_upgrade: { memory: "16_gb", vcpu: "4_vcpus" } },
      'Cluster "idle" has no automatic upgrades: auto_upgrade_capacity is not true.',
    ],
  ] as const)("a race that cannot be is loud: %s, %j", async (line, action, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "idle" }] } });
    emulator.race({ when: "before", do: action });
    expect(await call(emulator, line)).toMatchObject({
      status: 500,
      body: { success: false, message: `The emulator failed: ${message}` },
    });
    expect(emulator.journal()).toMatchObject([{ status: 500, done: false }]);
  });
});

describe("races over the control path", () => {
  test("are made, listed and cleared as faults", async () => {
    const emulator = await waiting();
    const race = { match: { operation: "cancelConfigurationChange" }, when: "before", do: "begin" };
    expect(await control(emulator, "POST /races", race)).toEqual({ status: 200, body: { id: "fault-1" } });
    expect((await control(emulator, "GET /faults")).body).toEqual({
      faults: [
        { id: "fault-1", match: race.match, effect: { kind: "race", when: "before", do: "begin" }, met: 0 },
      ],
    });
    await control(emulator, "DELETE /faults");
    expect(await cancel(emulator)).toBe(200);
  });

  test("can be added as faults too, before the request unless they say otherwise", async () => {
    const emulator = await waiting();
    const effect = { kind: "race", do: "begin", cluster: "abc" };
    expect((await control(emulator, "POST /faults", { effect })).status).toBe(200);
    expect(await cancel(emulator)).toBe(422);
  });

  test.each([
    [{ do: "begin" }, "when"],
    [{ when: "during", do: "begin" }, "when"],
    [{ when: "before", do: "explode" }, "do"],
    [{ when: "before", do: { change: "all" } }, "do"],
    [{ when: "before", do: { auto_upgrade: { memory: "16_gb" } } }, "do"],
  ])("%j is refused", async (json, path) => {
    const answer = await control(await start(), "POST /races", json);
    expect(answer).toEqual({ status: 400, body: { error: expect.stringContaining(`at ${path}`) } });
  });
});

describe("clones in a race", () => {
  test.each([
    ["begin_clone", "in_progress"],
    ["finish_clone", "succeeded"],
    ["fail_clone", "failed"],
    ["cancel_clone", "canceled"],
  ] as const)("before its cancel somebody else does %s", async (action, left) => {
    const emulator = await start({ seed: { clusters: [{ ...cluster, clones: [{ id: "k1" }] }] } });
    emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: action });
    const line = "PATCH /clusters/abc/cloning-operations/k1";
    expect((await call(emulator, line, { json: { status: "canceled" } })).status).toBe(422);
    expect(emulator.state().clones).toMatchObject([{ status: left }]);
  });

  test("somebody else's comes first, and one that is not there is a mistake", async () => {
    const emulator = await start({ seed: { clusters: [cluster] } });
    const match = { operation: "createCloningOperation" } as const;
    emulator.race({ match, when: "before", do: "begin_clone" });
    expect(await call(emulator, "POST /clusters/abc/cloning-operations")).toMatchObject({
      status: 500,
      body: { message: 'The emulator failed: Cluster "abc" has no clone to begin.' },
    });
    emulator.race({ match, when: "before", do: { clone: { target_region: "tokyo" } } });
    expect((await call(emulator, "POST /clusters/abc/cloning-operations")).status).toBe(422);
    expect(emulator.state().clones).toMatchObject([{ target_region: "tokyo" }]);
  });
});
