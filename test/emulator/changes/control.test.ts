import { call, control, emulators } from "../support";

const start = emulators();
const CHANGES = "/clusters/abc/configuration-changes";
const DUE = 1_798_765_200;
const one = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const withChange = (change: object) =>
  start({ seed: { clusters: [{ ...one, changes: [{ id: "c1", ...change }] }] } });
type Status = "pending" | "in_progress" | "succeeded" | "failed" | "canceled";

describe("what somebody else does to changes", () => {
  test("makes one, under the same rules", async () => {
    const emulator = await start({ seed: { clusters: [one] } });
    const made = await control(emulator, "POST /clusters/abc/changes", {
      perform_change_at: DUE,
      new_memory: "16_gb",
    });
    expect(made).toEqual({ status: 200, body: { id: expect.stringMatching(/^[a-z0-9]{16}$/) } });
    const { id } = made.body as { id: string };
    expect((await call(emulator, `GET ${CHANGES}/${id}`)).body).toMatchObject({
      new_memory: "16_gb",
      status: "pending",
    });
    const refused = await control(emulator, "POST /clusters/abc/changes", { perform_change_at: DUE });
    expect(refused).toEqual({
      status: 400,
      body: { error: `Cluster abc has a configuration change already: ${id} is pending` },
    });
    expect(emulator.journal().map(({ method }) => method)).toEqual(["GET"]);
  });

  const rows: [string, object | undefined, Status, Status | string][] = [
    ["cancel", undefined, "pending", "canceled"],
    ["cancel", undefined, "in_progress", "It is in_progress; only a pending one can be cancelled."],
    ["begin", undefined, "pending", "in_progress"],
    ["begin", undefined, "in_progress", "It is in_progress; only a pending one can begin."],
    ["begin", undefined, "canceled", "It is canceled; only a pending one can begin."],
    ["finish", { outcome: "succeeded" }, "pending", "succeeded"],
    ["finish", { outcome: "failed" }, "pending", "failed"],
    ["finish", { outcome: "succeeded" }, "in_progress", "succeeded"],
    ["finish", { outcome: "succeeded" }, "succeeded", "It is succeeded; only an open one can be finished."],
    ["finish", { outcome: "failed" }, "failed", "It is failed; only an open one can be finished."],
    ["finish", { outcome: "succeeded" }, "canceled", "It is canceled; only an open one can be finished."],
  ];
  test.each(rows)("%s %j of one that is %s: %s", async (act, json, status, expected) => {
    const emulator = await withChange({ status });
    const answer = await control(emulator, `POST /clusters/abc/changes/c1/${act}`, json);
    const refused = expected.includes(" ");
    expect(answer).toEqual(refused ? { status: 400, body: { error: expected } } : { status: 200, body: {} });
    expect(emulator.state().changes).toMatchObject([{ status: refused ? status : expected }]);
  });

  test("what is changed after the end of a change stays, even if nobody looked in between", async () => {
    const emulator = await withChange({ status: "in_progress", new_memory: "16_gb", new_gpu: "no" });
    emulator.advance(86_400);
    emulator.patchCluster("abc", { memory: "32_gb" });
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject({ memory: "32_gb" });
  });

  test("one that is finished reaches the cluster at once", async () => {
    const emulator = await withChange({ new_memory: "16_gb" });
    emulator.advance(30);
    emulator.finishChange("abc", "c1", "succeeded");
    expect(emulator.state()).toMatchObject({
      clusters: [{ memory: "16_gb" }],
      changes: [{ cluster_id: "abc", status: "succeeded", completed_at: 1_798_761_630 }],
    });
  });

  test.each([
    ["POST /clusters/nobody/changes", { perform_change_at: DUE }, 404, 'There is no cluster "nobody"'],
    ["POST /clusters/nobody/fail-next-change", undefined, 404, 'There is no cluster "nobody"'],
    [
      "POST /clusters/nobody/auto-upgrade",
      { memory: "16_gb", vcpu: "4_vcpus" },
      404,
      'There is no cluster "nobody"',
    ],
    [
      "POST /clusters/abc/changes/c9/cancel",
      undefined,
      404,
      'Cluster "abc" has no configuration change "c9"',
    ],
    ["POST /clusters/abc/changes/c9/begin", undefined, 404, 'Cluster "abc" has no configuration change "c9"'],
    ["POST /clusters/abc/changes/c9/finish", { outcome: "failed" }, 404, 'has no configuration change "c9"'],
    ["POST /clusters/abc/changes/c1/finish", { outcome: "canceled" }, 400, "at outcome"],
    ["POST /clusters/abc/changes", { memory: "16_gb", perform_change_at: DUE }, 400, "memory is not allowed"],
    ["POST /clusters/abc/auto-upgrade", { memory: "16_gb" }, 400, "at vcpu"],
    ["POST /seed", { clusters: [{ changes: [{ memory: "16_gb" }] }] }, 400, 'Unrecognized key: "memory"'],
    [
      "POST /seed",
      { clusters: [{ changes: [{ status: "done" }] }] },
      400,
      "at clusters[0].changes[0].status",
    ],
  ])("%s %j answers %i", async (line, json, status, error) => {
    expect(await control(await withChange({}), line, json)).toEqual({
      status,
      body: { error: expect.stringContaining(error) },
    });
  });
});

describe("a change that is to fail", () => {
  test.each(["pending", "in_progress"] as const)("is the one that is %s, at its time", async (status) => {
    const emulator = await withChange({
      status,
      perform_change_at: DUE - 3_600 + (status === "pending" ? 60 : 0),
    });
    expect(await control(emulator, "POST /clusters/abc/fail-next-change")).toEqual({ status: 200, body: {} });
    expect(emulator.state().changes).toMatchObject([{ status }]);
    emulator.advance(14_460);
    expect(emulator.state().changes).toMatchObject([{ status: "failed" }]);
  });

  test("is the next that is made, and only that, when none is open", async () => {
    const emulator = await start({ seed: { clusters: [one] }, assumptions: { change_seconds: 10 } });
    emulator.failNextChange("abc");
    for (const at of [10, 30]) {
      emulator.changeOutside("abc", { perform_change_at: 1_798_761_600 + at });
      emulator.advance(20);
    }
    expect(emulator.state().changes.map(({ status }) => status)).toEqual(["failed", "succeeded"]);
  });
});

describe("an automatic upgrade", () => {
  const upgraded = { ...one, auto_upgrade_capacity: true };

  test("raises the pair and leaves no record", async () => {
    const emulator = await start({ seed: { clusters: [upgraded] } });
    const pair = { memory: "16_gb", vcpu: "4_vcpus" };
    expect(await control(emulator, "POST /clusters/abc/auto-upgrade", pair)).toEqual({
      status: 200,
      body: {},
    });
    expect(emulator.state()).toMatchObject({ clusters: [pair], changes: [] });
  });

  test("may leave a record of a change that succeeded", async () => {
    const emulator = await start({
      seed: { clusters: [upgraded] },
      assumptions: { auto_upgrade_shows: "record" },
    });
    emulator.autoUpgrade("abc", { memory: "8_gb", vcpu: "4_vcpus" });
    expect((await call(emulator, `GET ${CHANGES}`)).body).toMatchObject({
      total: 1,
      configuration_changes: [
        {
          status: "succeeded",
          perform_change_at: 1_798_761_600,
          completed_at: 1_798_761_600,
          old_memory: "8_gb",
          old_vcpu: "2_vcpus",
          new_memory: "8_gb",
          new_vcpu: "4_vcpus",
          new_gpu: null,
        },
      ],
    });
    expect(emulator.state().clusters).toMatchObject([{ memory: "8_gb", vcpu: "4_vcpus" }]);
  });

  test("does not wait for a change that is pending", async () => {
    const emulator = await start({ seed: { clusters: [{ ...upgraded, changes: [{ new_gpu: "no" }] }] } });
    emulator.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" });
    emulator.advance(2 * 86_400);
    expect(emulator.state().clusters).toMatchObject([{ memory: "16_gb", vcpu: "4_vcpus" }]);
  });

  const smaller = "is not a pair that exists and is larger than 8_gb with 2_vcpus.";
  test.each([
    [{ ...one, auto_upgrade_capacity: false }, "16_gb", "4_vcpus", "auto_upgrade_capacity is not true"],
    [{ ...one, auto_upgrade_capacity: null }, "16_gb", "4_vcpus", "auto_upgrade_capacity is not true"],
    [upgraded, "4_gb", "2_vcpus", smaller],
    [upgraded, "8_gb", "2_vcpus", smaller],
    [upgraded, "8_gb", "2_vcpus_7_hr_burst_per_day", smaller],
    [upgraded, "16_gb", "16_vcpus", smaller],
    [upgraded, "7_gb", "2_vcpus", smaller],
    [
      { ...upgraded, changes: [{ id: "c1", status: "in_progress" as const }] },
      "16_gb",
      "4_vcpus",
      "cannot be upgraded while c1 is in progress",
    ],
  ])("of %j to %s with %s is refused", async (cluster, memory, vcpu, message) => {
    const emulator = await start({ seed: { clusters: [cluster] } });
    expect(() => emulator.autoUpgrade("abc", { memory, vcpu })).toThrow(message);
    expect(emulator.state().clusters).toMatchObject([{ memory: "8_gb", vcpu: "2_vcpus" }]);
  });
});
