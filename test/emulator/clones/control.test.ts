import type { RaceRequest } from "../../../src/emulator";
import { call, control, emulators } from "../support";

const start = emulators();
const CLONES = "/clusters/abc/cloning-operations";
const one = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
type Status = "pending" | "in_progress" | "succeeded" | "failed" | "canceled";
const withClone = (status: Status = "pending") =>
  start({ seed: { clusters: [{ ...one, clones: [{ id: "k1", status }] }] } });

describe("what somebody else does to clones", () => {
  test("makes one, under the same rules", async () => {
    const emulator = await start({ seed: { clusters: [one] } });
    const made = await control(emulator, "POST /clusters/abc/clones", { target_region: "paris" });
    expect(made).toEqual({ status: 200, body: { id: expect.stringMatching(/^[a-z0-9]{16}$/) } });
    const { id } = made.body as { id: string };
    expect((await call(emulator, `GET ${CLONES}/${id}`)).body).toMatchObject({
      target_region: "paris",
      status: "pending",
    });
    expect(await control(emulator, "POST /clusters/abc/clones", {})).toEqual({
      status: 400,
      body: { error: `Cluster abc has a cloning operation already: ${id} is pending` },
    });
    expect(await control(emulator, "POST /clusters/abc/clones", { region: "paris" })).toEqual({
      status: 400,
      body: { error: "region is not allowed" },
    });
    emulator.finishClone("abc", id, "succeeded");
    expect(emulator.state().clusters[1]?.provisioned_by).toEqual({ user_name: "Console", user_type: "User" });
  });

  const rows: [act: string, json: object | undefined, before: Status, after: Status | string][] = [
    ["cancel", undefined, "pending", "canceled"],
    ["cancel", undefined, "in_progress", "It is in_progress; only a pending one can be cancelled."],
    ["begin", undefined, "pending", "in_progress"],
    ["begin", undefined, "canceled", "It is canceled; only a pending one can begin."],
    ["finish", { outcome: "succeeded" }, "pending", "succeeded"],
    ["finish", { outcome: "failed" }, "in_progress", "failed"],
    ["finish", { outcome: "failed" }, "succeeded", "It is succeeded; only an open one can be finished."],
  ];
  test.each(rows)("%s %j of one that is %s: %s", async (act, json, status, expected) => {
    const emulator = await withClone(status);
    const answer = await control(emulator, `POST /clusters/abc/clones/k1/${act}`, json);
    const refused = expected.includes(" ");
    expect(answer).toEqual(refused ? { status: 400, body: { error: expected } } : { status: 200, body: {} });
    const after = emulator.state();
    expect(after.clones).toMatchObject([{ status: refused ? status : expected }]);
    expect(after.clusters).toHaveLength(after.clones[0]?.status === "succeeded" ? 2 : 1);
  });

  test.each([
    ["POST /clusters/nobody/clones", {}, 404, 'There is no cluster "nobody"'],
    ["POST /clusters/nobody/fail-next-clone", undefined, 404, 'There is no cluster "nobody"'],
    ["POST /clusters/abc/clones/k9/cancel", undefined, 404, 'Cluster "abc" has no cloning operation "k9"'],
    ["POST /clusters/abc/clones/k9/finish", { outcome: "failed" }, 404, 'has no cloning operation "k9"'],
    ["POST /clusters/abc/clones/k1/finish", { outcome: "canceled" }, 400, "at outcome"],
    ["POST /seed", { clusters: [{ clones: [{ region: "x" }] }] }, 400, 'Unrecognized key: "region"'],
  ])("%s %j answers %i", async (line, json, status, error) => {
    expect(await control(await withClone(), line, json)).toEqual({
      status,
      body: { error: expect.stringContaining(error) },
    });
  });

  test("lets the open one fail at its time, or the next that is made and only that", async () => {
    const emulator = await start({
      seed: { clusters: [one] },
      assumptions: { clone_pending_seconds: 0, clone_seconds: 60 },
    });
    await control(emulator, "POST /clusters/abc/fail-next-clone");
    for (const fails of [false, true, false]) {
      emulator.cloneOutside("abc");
      if (fails) emulator.failNextClone("abc");
      emulator.advance(60);
    }
    expect(emulator.state().clones.map(({ status }) => status)).toEqual(["failed", "failed", "succeeded"]);
  });

  test("what is finished early is in service at once, though it was there before", async () => {
    const emulator = await start({
      seed: { clusters: [one] },
      assumptions: { clone_target_appears: "begun" },
    });
    const id = emulator.cloneOutside("abc");
    emulator.beginClone("abc", id);
    expect(emulator.state().clusters[1]?.status).toBe("provisioning");
    emulator.finishClone("abc", id, "succeeded");
    expect(emulator.state().clusters.map(({ status }) => status)).toEqual(["in_service", "in_service"]);
  });
});

describe("clones in a race", () => {
  const rows: [RaceRequest["do"], number, Status][] = [
    ["begin_clone", 422, "in_progress"],
    ["finish_clone", 422, "succeeded"],
    ["fail_clone", 422, "failed"],
    ["cancel_clone", 422, "canceled"],
    ["terminate", 422, "canceled"],
  ];
  test.each(rows)("before its cancel somebody else does %s: %i", async (action, status, left) => {
    const emulator = await withClone();
    emulator.race({ match: { operation: "cancelCloningOperation" }, when: "before", do: action });
    const answer = await call(emulator, `PATCH ${CLONES}/k1`, { json: { status: "canceled" } });
    expect(answer.status).toBe(status);
    expect(emulator.state().clones).toMatchObject([{ status: left }]);
  });

  test("somebody else's clone comes first", async () => {
    const emulator = await start({ seed: { clusters: [one] } });
    await control(emulator, "POST /races", {
      match: { operation: "createCloningOperation" },
      when: "before",
      do: { clone: { target_region: "tokyo" } },
    });
    expect((await call(emulator, `POST ${CLONES}`)).status).toBe(422);
    expect(emulator.state().clones).toMatchObject([{ target_region: "tokyo" }]);
  });

  test("a race about a clone that is not there is a mistake", async () => {
    const emulator = await start({ seed: { clusters: [one] } });
    emulator.race({ when: "before", do: "begin_clone" });
    expect(await call(emulator, `GET ${CLONES}`)).toMatchObject({
      status: 500,
      body: { message: 'The emulator failed: Cluster "abc" has no clone to begin.' },
    });
  });
});

describe("seeded clones", () => {
  test.each([
    [{}, { status: "pending", created_at: 1_798_761_600, completed_at: null, target_region: "oregon" }],
    [{ status: "in_progress" }, { status: "in_progress", updated_at: 1_798_761_600, completed_at: null }],
    [
      { status: "failed", created_at: 100, completed_at: 300, target_region: "paris" },
      { status: "failed", created_at: 100, updated_at: 300, completed_at: 300, target_region: "paris" },
    ],
    [
      { status: "canceled", completed_at: 300 },
      { status: "canceled", updated_at: 300 },
    ],
    [
      { status: "succeeded", target_cluster_reference_id: "gone", search_server_version: "28.0" },
      { status: "succeeded", target_cluster_reference_id: "gone", search_server_version: "28.0" },
    ],
  ] as const)("%j", async (clone, expected) => {
    const emulator = await start({ seed: { clusters: [{ ...one, clones: [{ id: "k1", ...clone }] }] } });
    expect((await call(emulator, `GET ${CLONES}/k1`)).body).toMatchObject(expected);
    expect(emulator.state().clusters).toHaveLength(1);
  });

  test("one that has succeeded without naming its cluster has made one", async () => {
    const seed = {
      clusters: [{ ...one, clones: [{ status: "succeeded" as const, target_region: "paris" }] }],
    };
    const emulator = await start({ seed });
    const { clones, clusters } = emulator.state();
    expect(clusters[1]).toMatchObject({ memory: "8_gb", region_node_counts: { paris: 1 } });
    expect(clones).toMatchObject([{ target_cluster_reference_id: clusters[1]?.id }]);
  });

  test("one that waits begins after a day", async () => {
    const emulator = await withClone();
    emulator.advance(86_399);
    expect(emulator.state().clones).toMatchObject([{ status: "pending" }]);
    emulator.advance(1);
    expect(emulator.state().clones).toMatchObject([{ status: "in_progress" }]);
  });
});
