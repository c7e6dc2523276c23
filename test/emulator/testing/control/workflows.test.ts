import { KINDS } from "../../domain/workflows/kinds";
import { control, emulatorsOf, NOW, read } from "../../support";

const ONE = { id: "abc", memory: "8_gb", vcpu: "2_vcpus" };
const one = emulatorsOf(ONE);

describe.each(KINDS)("acts outside the API on a $noun", ({ kind, noun, below, seeds, json }) => {
  const path = `/clusters/abc/${below}`;
  const acts = `/clusters/abc/${seeds}`;
  const seeded = (seed: object = {}) => one({}, { [seeds]: [{ id: "w1", ...seed }] });
  const refused = (status: number, error: string) => ({
    status,
    body: { error: expect.stringContaining(error) },
  });

  test("it is created under the same rules, and is in no journal", async () => {
    const emulator = await one();
    const created = await control(emulator, `POST ${acts}`, json);
    expect(created).toEqual({ status: 200, body: { id: expect.stringMatching(/^[a-z0-9]{16}$/) } });
    const { id } = created.body as { id: string };
    expect(emulator.journal()).toEqual([]);
    expect(await read(emulator, `${path}/${id}`)).toMatchObject({ id, status: "pending" });
    const busy = `Cluster abc has a ${noun} already: ${id} is pending`;
    expect(await control(emulator, `POST ${acts}`, json)).toEqual(refused(400, busy));
    const odd = await control(emulator, `POST ${acts}`, { ...json, colour: "red" });
    expect(odd).toEqual(refused(400, "colour is not allowed"));
  });

  test.each([
    ["cancel", undefined, "pending", "canceled"],
    ["cancel", undefined, "in_progress", "It is in_progress; only a pending one can be cancelled."],
    ["begin", undefined, "pending", "in_progress"],
    ["begin", undefined, "canceled", "It is canceled; only a pending one can begin."],
    ["finish", { outcome: "succeeded" }, "pending", "succeeded"],
    ["finish", { outcome: "failed" }, "in_progress", "failed"],
    ["finish", { outcome: "failed" }, "succeeded", "It is succeeded; only an open one can be finished."],
  ])("%s %j of one that is %s: %s", async (act, body, status, expected) => {
    const emulator = await seeded({ status });
    const answer = await control(emulator, `POST ${acts}/w1/${act}`, body);
    const isRefused = expected.includes(" ");
    expect(answer).toEqual(isRefused ? refused(400, expected) : { status: 200, body: {} });
    expect(emulator.state()[seeds]).toMatchObject([{ status: isRefused ? status : expected }]);
  });

  test.each([
    [`POST /clusters/nobody/${seeds}`, json, 404, 'Cluster "nobody" not found'],
    [`POST ${acts}/w9/cancel`, undefined, 404, `Cluster "abc" has no ${noun} "w9" in the emulator.`],
    [`POST ${acts}/w1/finish`, { outcome: "canceled" }, 400, "at outcome"],
    ["POST /seed", { clusters: [{ [seeds]: [{ colour: "red" }] }] }, 400, 'Unrecognized key: "colour"'],
    ["POST /seed", { clusters: [{ [seeds]: [{ status: "done" }] }] }, 400, `clusters[0].${seeds}[0].status`],
  ])("%s %j answers %i", async (line, body, status, error) => {
    expect(await control(await seeded(), line, body)).toEqual(refused(status, error));
  });

  test("the open one fails at its end, or only the next that is created", async () => {
    const emulator = await one({ change_seconds: 10, clone_seconds: 10, clone_pending_seconds: 10 });
    const failNext = () => control(emulator, `POST /clusters/abc/fail-next-${kind}`);
    await failNext();
    for (const round of [0, 1, 2]) {
      const due = { perform_change_at: NOW + round * 20 + 10 };
      await control(emulator, `POST ${acts}`, kind === "change" ? due : {});
      if (round === 1) await failNext();
      emulator.advance(20);
    }
    expect(emulator.state()[seeds].map(({ status }) => status)).toEqual(["failed", "failed", "succeeded"]);
  });

  const addresses = { notification_email_addresses: ["a@b.example"] };
  const ended = { created_at: 100, completed_at: 300 };
  test.each([
    [addresses, { ...addresses, status: "pending", created_at: NOW, completed_at: null }],
    [{ status: "in_progress" }, { status: "in_progress", updated_at: NOW, completed_at: null }],
    [
      { status: "failed", ...ended },
      { ...ended, updated_at: 300 },
    ],
    [{ status: "failed" }, { status: "failed", completed_at: NOW }],
    [
      { status: "canceled", completed_at: 300 },
      { status: "canceled", updated_at: 300, completed_at: null },
    ],
  ])("seeded as %j", async (seed, expected) => {
    const emulator = await seeded(seed);
    expect(await read(emulator, `${path}/w1`)).toMatchObject({ id: "w1", ...expected });
    expect(emulator.state().clusters).toMatchObject([ONE]);
  });
});

describe("a change outside the API", () => {
  const withChange = (change: object) => one({}, { changes: [{ id: "c1", ...change }] });

  test("a patch after its end stays, even if nobody has read the cluster in between", async () => {
    const emulator = await withChange({ status: "in_progress", new_memory: "16_gb" });
    emulator.advance(86_400);
    emulator.patchCluster("abc", { memory: "32_gb" });
    expect(await read(emulator, "/clusters/abc")).toMatchObject({ memory: "32_gb" });
  });

  test.each([
    ["pending", "succeeded", "16_gb"],
    ["in_progress", "succeeded", "16_gb"],
    ["succeeded", "succeeded", "8_gb"],
    ["canceled", "canceled", "8_gb"],
  ])("seeded as %s becomes %s, and the cluster has %s two days later", async (status, later, memory) => {
    const emulator = await withChange({ status, new_memory: "16_gb" });
    emulator.advance(2 * 86_400);
    expect(emulator.state()).toMatchObject({ clusters: [{ memory }], changes: [{ status: later }] });
  });

  test("seeded with settings shows them beside the old ones", async () => {
    const shown = { new_high_availability_node_count: 5, perform_change_at: NOW + 1 };
    const emulator = await withChange({ new_high_availability: "yes", ...shown });
    const old = { old_high_availability: "no", new_memory: null };
    expect(emulator.state().changes).toMatchObject([{ new_high_availability: "yes", ...shown, ...old }]);
  });
});

describe("a clone outside the API", () => {
  test("that is finished early is in service at once, though it appeared before, and belongs to the console user", async () => {
    const emulator = await one({ clone_target_appears: "begun" });
    const id = emulator.cloneOutside("abc");
    emulator.beginClone("abc", id);
    expect(emulator.state().clusters[1]?.status).toBe("provisioning");
    emulator.finishClone("abc", id, "succeeded");
    const provisioned_by = { user_name: "Console", user_type: "User" };
    expect(emulator.state().clusters[1]).toMatchObject({ status: "in_service", provisioned_by });
  });

  test.each([
    [{ target_region: "paris" }, [ONE, { memory: "8_gb", region_node_counts: { paris: 1 } }]],
    [{ target_cluster_reference_id: "gone" }, [ONE]],
  ])("seeded as succeeded with %j", async (seed, clusters) => {
    const { state } = await one({}, { clones: [{ status: "succeeded", ...seed }] });
    expect(state().clusters).toMatchObject(clusters);
    expect(state().clones).toMatchObject([
      { target_cluster_reference_id: state().clusters[1]?.id ?? "gone" },
    ]);
  });
});

describe("an automatic upgrade", () => {
  const UPGRADED = { auto_upgrade_capacity: true };

  test("upgrades the pair, also while a change is pending, and leaves no record", async () => {
    const emulator = await one({}, { ...UPGRADED, changes: [{ new_gpu: "no" }] });
    const pair = { memory: "16_gb", vcpu: "4_vcpus" };
    const answer = await control(emulator, "POST /clusters/abc/auto-upgrade", pair);
    expect(answer).toEqual({ status: 200, body: {} });
    emulator.advance(2 * 86_400);
    expect(emulator.state()).toMatchObject({ clusters: [pair], changes: [{ new_gpu: "no" }] });
  });

  test("may leave a record of a change that succeeded", async () => {
    const emulator = await one({ auto_upgrade_shows: "record" }, UPGRADED);
    emulator.autoUpgrade("abc", { memory: "8_gb", vcpu: "4_vcpus" });
    const moments = { perform_change_at: NOW, completed_at: NOW };
    const old = { old_memory: "8_gb", old_vcpu: "2_vcpus" };
    expect(emulator.state().changes).toMatchObject([
      { status: "succeeded", ...moments, ...old, new_memory: "8_gb", new_vcpu: "4_vcpus", new_gpu: null },
    ]);
  });

  const smaller = "it must be an existing pair larger than 8_gb with 2_vcpus.";
  const busy = { ...UPGRADED, changes: [{ id: "c1", status: "in_progress" }] };
  test.each([
    [{}, "16_gb", "4_vcpus", "auto_upgrade_capacity is not true"],
    [UPGRADED, "4_gb", "2_vcpus", smaller],
    [UPGRADED, "8_gb", "2_vcpus", smaller],
    [UPGRADED, "16_gb", "16_vcpus", smaller],
    [UPGRADED, "7_gb", "2_vcpus", smaller],
    [busy, "16_gb", "4_vcpus", "cannot be upgraded while c1 is in progress"],
  ])("of %j to %s with %s is refused", async (cluster, memory, vcpu, message) => {
    const emulator = await one({}, cluster);
    expect(() => emulator.autoUpgrade("abc", { memory, vcpu })).toThrow(message);
    expect(emulator.state().clusters).toMatchObject([{ memory: "8_gb", vcpu: "2_vcpus" }]);
  });
});
