import type { EmulatorServer, RaceRequest } from "../../../../src/emulator";
import { call, control, emulatorsOf, NOW, read, refusal } from "../../support";

const CHANGES = "/clusters/abc/configuration-changes";
const CANCELS = { operation: "cancelConfigurationChange" } as const;
const CREATES = { operation: "createConfigurationChange" } as const;
const GROW = { perform_change_at: NOW + 3_600, new_memory: "16_gb", new_vcpu: "4_vcpus" };
const begun = emulatorsOf({ memory: "8_gb", vcpu: "4_vcpus" });
const waiting = () => begun({}, { changes: [{ id: "c1", new_memory: "16_gb" }], clones: [{ id: "k1" }] });
const statuses = (emulator: EmulatorServer) => emulator.state().changes.map(({ status }) => status);
const cancel = async (emulator: EmulatorServer, path = `${CHANGES}/c1`) =>
  (await call(emulator, `PATCH ${path}`, { json: { status: "canceled" } })).status;

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
    emulator.race({ match: CANCELS, when, do: action });
    expect(await cancel(emulator)).toBe(status);
    expect(statuses(emulator)).toEqual([left]);
  });

  test.each([
    ["begin_clone", "in_progress"],
    ["finish_clone", "succeeded"],
    ["fail_clone", "failed"],
    ["cancel_clone", "canceled"],
  ] as const)("before that of a clone somebody else does %s", async (action, left) => {
    const emulator = await waiting();
    emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: action });
    expect(await cancel(emulator, "/clusters/abc/cloning-operations/k1")).toBe(422);
    expect(emulator.state().clones).toMatchObject([{ status: left }]);
  });
});

describe("a create in a race", () => {
  test("of a change: the race comes first", async () => {
    const emulator = await begun();
    const change = { perform_change_at: NOW + 3_600, new_gpu: "yes" };
    const id = emulator.race({ match: CREATES, when: "before", do: { change } });
    expect((await call(emulator, `POST ${CHANGES}`, { json: GROW })).status).toBe(422);
    expect(emulator.state().changes).toMatchObject([{ new_gpu: "yes", new_memory: null, status: "pending" }]);
    expect(emulator.journal()).toMatchObject([{ ...CREATES, faults: [id], done: false }]);
  });

  test("of a clone: the race comes first", async () => {
    const emulator = await begun();
    const match = { operation: "createCloningOperation" } as const;
    emulator.race({ match, when: "before", do: { clone: { target_region: "tokyo" } } });
    expect((await call(emulator, "POST /clusters/abc/cloning-operations")).status).toBe(422);
    expect(emulator.state().clones).toMatchObject([{ target_region: "tokyo" }]);
  });

  test("the service upgrades the cluster right before it", async () => {
    const emulator = await begun({}, { auto_upgrade_capacity: true });
    const upgrade = { auto_upgrade: { memory: "32_gb", vcpu: "8_vcpus" } };
    emulator.race({ match: CREATES, when: "before", do: upgrade });
    const { body } = await call(emulator, `POST ${CHANGES}`, { json: GROW });
    expect(body).toMatchObject({ configuration_change: { old_memory: "32_gb", new_memory: "16_gb" } });
  });

  test("the change has ended when its response arrives", async () => {
    const emulator = await begun();
    emulator.race({ match: CREATES, when: "after", do: "finish" });
    const { body } = await call(emulator, `POST ${CHANGES}`, { json: GROW });
    expect(body).toMatchObject({ configuration_change: { status: "pending" } });
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ memory: "16_gb" });
  });
});

test("several act in the order in which they were added, with other faults", async () => {
  const emulator = await begun({}, { changes: [{ id: "c1" }] });
  const match = { operation: "getCluster" } as const;
  emulator.race({ match, when: "before", do: "cancel" });
  emulator.race({ match, when: "before", do: { change: GROW } });
  emulator.addFault({ match, effect: { kind: "status", status: 503 } });
  expect((await call(emulator, "GET /clusters/abc")).status).toBe(503);
  expect(statuses(emulator)).toEqual(["canceled", "pending"]);
});

test("a race is added over the control path too, also for a request that addresses no cluster", async () => {
  const emulator = await waiting();
  const match = { operation: "listClusters" };
  const race = { when: "after", do: "begin", cluster: "abc" };
  const added = await control(emulator, "POST /races", { match, ...race });
  expect(added).toEqual({ status: 200, body: { id: "fault-1" } });
  expect(emulator.faults()).toEqual([{ id: "fault-1", match, effect: { kind: "race", ...race }, met: 0 }]);
  await call(emulator, "GET /clusters");
  expect(statuses(emulator)).toEqual(["in_progress"]);
});

test.each([
  ["GET /account", "begin", "The race names no cluster, and the request addresses none."],
  ["GET /clusters/nobody", "terminate", 'Cluster "nobody" not found in the emulator.'],
  ["GET /clusters/abc", "cancel", 'Cluster "abc" has no change to cancel.'],
  ["GET /clusters/abc", "begin_clone", 'Cluster "abc" has no clone to begin.'],
  ["GET /clusters/abc", { change: { new_gpu: "yes" } }, "perform_change_at is required"],
] as const)("a race that cannot happen is an error: %s, %j", async (line, action, error) => {
  const emulator = await begun();
  emulator.race({ when: "before", do: action });
  expect(await call(emulator, line)).toMatchObject(refusal(500, `The emulator failed: ${error}`));
  expect(emulator.journal()).toMatchObject([{ status: 500, done: false }]);
});

test.each([
  [{ do: "begin" }, "when"],
  [{ when: "before", do: "explode" }, "do"],
  [{ when: "before", do: { auto_upgrade: { memory: "16_gb" } } }, "do"],
])("the race %j is rejected", async (json, path) => {
  const answer = await control(await begun(), "POST /races", json);
  expect(answer).toEqual({ status: 400, body: { error: expect.stringContaining(`at ${path}`) } });
});
