import type { ClusterRecord, ConfigurationChangeRecord } from "../../../src/client";
import { observedValues, pendingChangeValues } from "../../../src/provider/cluster/model";
import { mustLookUp, readPendingState } from "../../../src/provider/cluster/pendingState";
import type { PrivateState } from "../../../src/provider/cluster/privateState";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { changeOf, clusterOf, NOW, SECONDS, SINGLE, THREE } from "../clusterChange/kit";
import { call, service, values } from "../support";

const kept: PrivateState = { id: "c-1", host: "api.example", protected: false };
const running = clusterOf(SINGLE);

/** State after a refresh at which the cluster ran so. */
const stateOf = (cluster: ClusterRecord, more: Partial<ClusterValues> = {}) =>
  values({ ...observedValues(cluster), ...more });

describe("changes cost a request, so they are looked up only", () => {
  const waiting = pendingChangeValues(changeOf());
  const starting = clusterOf(SINGLE, { status: "initializing" });
  test.each<
    [
      when: string,
      expected: boolean,
      kept: PrivateState | undefined,
      cluster: ClusterRecord,
      state: ClusterValues,
    ]
  >([
    ["not when all is as it was", false, kept, running, stateOf(running)],
    [
      "not for what is no part of the size",
      false,
      kept,
      clusterOf(SINGLE, { name: "other", hostnames: null, load_balancing: "yes", regions: [] }),
      stateOf(running),
    ],
    [
      "not for regions in another order",
      false,
      kept,
      clusterOf({ ...THREE, region_node_counts: { ohio: 1, oregon: 2 } }),
      stateOf(clusterOf({ ...THREE, region_node_counts: { oregon: 2, ohio: 1 } })),
    ],
    ["for a cluster that nothing is known of", true, undefined, running, stateOf(running)],
    ["for one that is imported", true, { ...kept, imported: true }, running, stateOf(running)],
    ["for one with a known change", true, { ...kept, change: "ch1" }, running, stateOf(running)],
    [
      "for one whose restart a change brings",
      true,
      { ...kept, restart_by: "ch1" },
      running,
      stateOf(running),
    ],
    ["not for a restart that is only due", false, { ...kept, restart_due: true }, running, stateOf(running)],
    ["for one with a change in state", true, kept, running, stateOf(running, { pending_change: waiting })],
    ["for another size", true, kept, clusterOf({ ...SINGLE, memory: "16_gb" }), stateOf(running)],
    ["for a cluster that came into service since", true, kept, running, stateOf(running, { live: null })],
    ["not for one that still starts", false, kept, starting, stateOf(running, { live: null })],
  ])("%s", (_, expected, before, cluster, state) => {
    expect(mustLookUp(before, cluster, state)).toBe(expected);
  });
});

async function look(
  changes: readonly ConfigurationChangeRecord[],
  {
    known,
    before = known === undefined ? kept : { ...kept, change: known },
    cluster = running,
    state = stateOf(cluster),
    older = [],
  }: {
    known?: string;
    before?: PrivateState;
    cluster?: ClusterRecord;
    state?: ClusterValues;
    older?: readonly ConfigurationChangeRecord[];
  } = {},
) {
  const asked: string[] = [];
  const client = {
    serverNow: () => NOW,
    changes: async () => {
      asked.push("changes");
      return changes;
    },
    readChange: async (_: string, id: string) => {
      asked.push(id);
      return older.find((one) => one.id === id) ?? null;
    },
  };
  const fake = call(service([], { client }), { kept: before });
  const effective = await readPendingState(fake, cluster, state);
  const details = fake.said.map(({ summary, detail }) => `${summary} | ${detail}`);
  return { ...effective, asked, said: fake.said.map(({ summary }) => summary), details };
}

const toBig = { new_memory: "16_gb", new_vcpu: "4_vcpus" };
const big = { memory: "16_gb", vcpu: "4_vcpus" };

describe("what is in effect is what runs, with the change on its way laid over it", () => {
  test("nothing is asked where nothing can be on its way", async () => {
    expect(await look([])).toEqual({
      values: { pending_change: null },
      change: undefined,
      restart: { due: false, by: undefined },
      asked: [],
      said: [],
      details: [],
    });
  });

  test("a change that waits: its values, without a word", async () => {
    const pending = changeOf(toBig);
    const { values: effective, change, said } = await look([pending], { known: "ch1" });
    expect(effective).toMatchObject({
      ...big,
      regions: ["oregon"],
      pending_change: pendingChangeValues(pending),
    });
    expect(effective).not.toHaveProperty("live");
    expect(change).toBe("ch1");
    expect(said).toEqual([]);
  });

  test("one of somebody else's too, which is the one to look for from then on", async () => {
    const { values: effective, change } = await look([changeOf({ ...toBig, id: "foreign" })], {
      state: stateOf(running, { live: null }),
    });
    expect(effective).toMatchObject(big);
    expect(change).toBe("foreign");
  });

  test("one that has begun is said to have", async () => {
    const { values: effective, said } = await look([changeOf({ ...toBig, status: "in_progress" })], {
      known: "ch1",
    });
    expect(effective).toMatchObject(big);
    expect(said).toEqual(['Cluster "products" (c-1) is being changed']);
  });

  test("one of the topology: the regions follow", async () => {
    const change = changeOf({ new_region_node_counts: { zurich: 1 } });
    const { values: effective } = await look([change], { known: "ch1" });
    expect(effective).toMatchObject({ regions: ["zurich"], region_node_counts: { zurich: 1 } });
  });

  test.each<[what: string, status: string, completed: number | null, laid: boolean, said: string[]]>([
    [
      "succeeded just now: in effect, though the cluster does not show it yet",
      "succeeded",
      SECONDS - 599,
      true,
      [],
    ],
    ["succeeded ten minutes ago: the cluster has had its time", "succeeded", SECONDS - 600, false, []],
    ["succeeded, nobody knows when", "succeeded", null, false, []],
    [
      "failed: drift, and said",
      "failed",
      SECONDS - 5,
      false,
      ['Cluster "products" (c-1): configuration change ch1 has failed'],
    ],
    [
      "cancelled: drift, and said",
      "canceled",
      null,
      false,
      ['Cluster "products" (c-1): configuration change ch1 was cancelled outside of Terraform'],
    ],
  ])("one that has %s", async (_, status, completed_at, laid, expected) => {
    const {
      values: effective,
      change,
      said,
    } = await look([changeOf({ ...toBig, status, completed_at })], { known: "ch1" });
    expect("memory" in effective).toBe(laid);
    expect(effective.pending_change).toBeNull();
    expect(change).toBe(laid ? "ch1" : undefined);
    expect(said).toEqual(expected);
  });

  test("what others have done in the past is nobody's business", async () => {
    const old = ["failed", "canceled", "succeeded"].map((status, at) =>
      changeOf({ ...toBig, status, id: `old-${at}`, completed_at: SECONDS - 5 }),
    );
    expect(await look(old, { known: "gone" })).toEqual({
      values: { pending_change: null },
      change: undefined,
      restart: { due: false, by: undefined },
      asked: ["changes"],
      said: [],
      details: [],
    });
  });

  test("one that was cancelled and replaced outside: said, with what took its place", async () => {
    const changes = [changeOf({ id: "foreign", new_gpu: "yes" }), changeOf({ ...toBig, status: "canceled" })];
    const { values: effective, change, said } = await look(changes, { known: "ch1" });
    expect(effective).toMatchObject({ memory: "8_gb", gpu: true, pending_change: { id: "foreign" } });
    expect(change).toBe("foreign");
    expect(said).toEqual([
      'Cluster "products" (c-1): configuration change ch1 was cancelled outside of Terraform',
    ]);
  });
});

describe("a change that has succeeded is laid over what the cluster does not show yet, but", () => {
  const ours = changeOf({ ...toBig, status: "succeeded", completed_at: SECONDS - 60 });
  const later = changeOf({
    id: "later",
    status: "succeeded",
    created_at: SECONDS + 10,
    completed_at: SECONDS - 5,
  });

  test("not when a newer change has ended", async () => {
    const cluster = clusterOf({ ...SINGLE, memory: "16_gb", vcpu: "4_vcpus" });
    const back = { ...later, new_memory: "8_gb", new_vcpu: "2_vcpus" };
    const { values: found, change } = await look([back, ours], { known: "ch1", cluster: running });
    expect([found, change]).toEqual([{ pending_change: null }, undefined]);
    const failed = { ...later, status: "failed" };
    expect((await look([failed, ours], { known: "ch1", cluster })).change).toBeUndefined();
  });

  test("a newer one that was cancelled changed nothing", async () => {
    const { change } = await look([{ ...later, status: "canceled", completed_at: null }, ours], {
      known: "ch1",
    });
    expect(change).toBe("ch1");
  });

  test("not when the cluster shows neither its old nor its new values", async () => {
    const cluster = clusterOf({ ...SINGLE, memory: "32_gb" });
    const { values: found, change } = await look([ours], { known: "ch1", cluster });
    expect([found, change]).toEqual([{ pending_change: null }, undefined]);
  });
});

describe("the restart that server parameters wait for:", () => {
  const carried: PrivateState = { ...kept, change: "own", restart_by: "own" };
  const own = (status: string, given: object = {}) =>
    changeOf({ id: "own", status: status as never, ...given });

  test.each<[string, ConfigurationChangeRecord[], { due: boolean; by: string | undefined }]>([
    ["waits", [own("pending")], { due: false, by: "own" }],
    ["runs", [own("in_progress")], { due: false, by: "own" }],
    ["has succeeded", [own("succeeded", { completed_at: SECONDS })], { due: false, by: undefined }],
  ])("its change %s", async (_, changes, restart) => {
    const seen = await look(changes, { before: carried });
    expect(seen.restart).toEqual(restart);
    expect(seen.details.join()).not.toContain("server_parameters");
  });

  const again =
    "It was to restart the cluster for its server_parameters, which have not taken effect yet. The next apply requests another restart.";
  const lost = { due: true, by: undefined };

  test("its change was cancelled, and nothing but the restart with it", async () => {
    const { restart, details } = await look([own("canceled")], { before: carried });
    expect(restart).toEqual(lost);
    expect(details).toEqual([
      'Cluster "products" (c-1): configuration change own was cancelled outside of Terraform | ' +
        `Configuration change own (a restart, due 2026-01-01T01:00:00Z, canceled). ${again}`,
    ]);
  });

  test("its change has failed, and what else it was to bring is drift", async () => {
    const { restart, details } = await look([own("failed", { new_memory: "16_gb" })], { before: carried });
    expect(restart).toEqual(lost);
    expect(details).toHaveLength(1);
    expect(details[0]).toContain(
      `Its settings show as drift, and the next apply requests them again. ${again}`,
    );
  });

  test("its change was cancelled for another one, which brings it", async () => {
    const other = changeOf({ id: "other", created_at: SECONDS + 60 });
    const { restart, change, details } = await look([other, own("canceled")], { before: carried });
    expect(restart).toEqual({ due: false, by: "other" });
    expect(change).toBe("other");
    expect(details.join()).not.toContain("server_parameters");
  });

  test("its change is far back in the list: it is read by itself", async () => {
    const { restart, asked } = await look([changeOf({ id: "newer", status: "succeeded" })], {
      before: carried,
      older: [own("succeeded")],
    });
    expect(restart).toEqual({ due: false, by: undefined });
    expect(asked).toEqual(["changes", "own"]);
  });

  test("its change cannot be found", async () => {
    const { restart, details } = await look([], { before: carried });
    expect(restart).toEqual(lost);
    expect(details).toEqual([
      `Cluster "products" (c-1): configuration change own no longer exists | ${again}`,
    ]);
  });

  test("one that is due already is not told again", async () => {
    const { restart, details } = await look([], { before: { ...carried, restart_due: true } });
    expect(restart).toEqual(lost);
    expect(details).toEqual([]);
  });
});
