import type { ClusterRecord, ConfigurationChangeRecord } from "../../../../src/client";
import { pendingChangeValues } from "../../../../src/provider/resources/cluster/model";
import { readPendingState } from "../../../../src/provider/resources/cluster/pendingState";
import type { PrivateState } from "../../../../src/provider/resources/cluster/privateState";
import type { ClusterValues } from "../../../../src/provider/resources/cluster/schema";
import { answering, serviceOf } from "../../kit";
import { changeOf, clusterOf, NOW, SECONDS, SINGLE, THREE } from "../../shared/changes/kit";
import { clusterCall, KNOWN, stateOf } from "./kit";

const running = clusterOf(SINGLE);
const FOLLOWING = { ...KNOWN, change: "ch1" };

interface Given {
  readonly before?: PrivateState | undefined;
  readonly cluster?: ClusterRecord;
  readonly state?: ClusterValues;
  /** Changes that are too far back to be listed. */
  readonly older?: readonly ConfigurationChangeRecord[];
  /** True if every refresh reads the changes. */
  readonly looks?: boolean;
  /** The error of the service instead of the list. */
  readonly refusal?: Error;
}

async function read(changes: readonly ConfigurationChangeRecord[], given: Given = {}) {
  const { cluster = running, state = stateOf(), older = [], looks, refusal } = given;
  const requests: string[] = [];
  const service = serviceOf({
    serverNow: () => NOW,
    changes: async () => {
      requests.push("changes");
      if (refusal) throw refusal;
      return changes;
    },
    readChange: async (_, id) => {
      requests.push(id);
      return older.find((one) => one.id === id) ?? null;
    },
  });
  const call = clusterCall(looks === undefined ? service : { ...service, refreshesChanges: looks });
  call.setPrivateState(("before" in given ? given.before : FOLLOWING) as PrivateState);
  const { values, change, restart } = await readPendingState(call, cluster, state);
  const summaries = call.warnings.map(({ summary }) => summary);
  return { values, change, restart, requests, summaries, warned: call.warned };
}

describe("changes cost a request, so they are read only", () => {
  const waiting = pendingChangeValues(changeOf());
  const spread = (first: string, second: string) =>
    Object.fromEntries([
      [first, first === "oregon" ? 2 : 1],
      [second, second === "oregon" ? 2 : 1],
    ]);
  test.each<[when: string, isRead: boolean, Given]>([
    ["not when all is as it was", false, {}],
    [
      "not for what is no part of the size",
      false,
      { cluster: clusterOf(SINGLE, { name: "other", hostnames: null, load_balancing: "yes", regions: [] }) },
    ],
    [
      "not for regions in another order",
      false,
      {
        cluster: clusterOf({ ...THREE, region_node_counts: spread("ohio", "oregon") }),
        state: stateOf({ ...THREE, region_node_counts: spread("oregon", "ohio") }),
      },
    ],
    ["not for a restart that is only due", false, { before: { ...KNOWN, restart_due: true } }],
    [
      "not for a cluster that still starts",
      false,
      { cluster: clusterOf(SINGLE, { status: "initializing" }), state: stateOf(SINGLE, { live: null }) },
    ],
    ["for a cluster without private state", true, { before: undefined }],
    ["for one that is imported", true, { before: { ...KNOWN, imported: true } }],
    ["for one with a known change", true, { before: FOLLOWING }],
    ["for one whose restart a change brings", true, { before: { ...KNOWN, restart_by: "ch1" } }],
    ["for one with a change in state", true, { state: stateOf(SINGLE, { pending_change: waiting }) }],
    ["for another size", true, { cluster: clusterOf({ ...SINGLE, memory: "16_gb" }) }],
    ["for one that came into service since", true, { state: stateOf(SINGLE, { live: null }) }],
  ])("%s", async (_, isRead, given) => {
    const { requests, values } = await read([], { before: KNOWN, ...given });
    expect(requests.includes("changes")).toBe(isRead);
    expect(values).toEqual({ pending_change: null });
  });
});

const big = { memory: "16_gb", vcpu: "4_vcpus" };
const toBig = { new_memory: "16_gb", new_vcpu: "4_vcpus" };
const CLUSTER = 'Cluster "products" (c-1)';

describe("plans compare with live, plus the change in flight:", () => {
  test("a pending one, without a warning", async () => {
    const pending = changeOf(toBig);
    const { values, change, summaries } = await read([pending]);
    expect(values).toMatchObject({
      ...big,
      regions: ["oregon"],
      pending_change: pendingChangeValues(pending),
    });
    expect(values).not.toHaveProperty("live");
    expect([change, summaries]).toEqual(["ch1", []]);
  });

  test("also that of another client, which is followed from then on", async () => {
    const { values, change } = await read([changeOf({ ...toBig, id: "foreign" })]);
    expect(values).toMatchObject(big);
    expect(change).toBe("foreign");
  });

  test("one that has begun, with a warning", async () => {
    const { values, summaries } = await read([changeOf({ ...toBig, status: "in_progress" })]);
    expect(values).toMatchObject(big);
    expect(summaries).toEqual([`${CLUSTER} is being changed`]);
  });

  test("one of the topology: the regions follow", async () => {
    const { values } = await read([changeOf({ new_region_node_counts: { zurich: 1 } })]);
    expect(values).toMatchObject({ regions: ["zurich"], region_node_counts: { zurich: 1 } });
  });

  test.each<[what: string, status: string, completed: number | null, laid: boolean, summaries: string[]]>([
    ["succeeded just now: the cluster may not show it yet", "succeeded", SECONDS - 599, true, []],
    ["succeeded ten minutes ago", "succeeded", SECONDS - 600, false, []],
    ["succeeded, nobody knows when", "succeeded", null, false, []],
    ["failed: drift", "failed", SECONDS - 5, false, [`${CLUSTER}: configuration change ch1 has failed`]],
    [
      "been cancelled: drift",
      "canceled",
      null,
      false,
      [`${CLUSTER}: configuration change ch1 was cancelled outside of Terraform`],
    ],
  ])("one that has %s", async (_, status, completed_at, laid, expected) => {
    const { values, change, summaries } = await read([changeOf({ ...toBig, status, completed_at })]);
    expect("memory" in values).toBe(laid);
    expect(values.pending_change).toBeNull();
    expect([change, summaries]).toEqual([laid ? "ch1" : undefined, expected]);
  });

  test("not past requests of others", async () => {
    const old = ["failed", "canceled", "succeeded"].map((status, at) =>
      changeOf({ ...toBig, status, id: `old-${at}`, completed_at: SECONDS - 5 }),
    );
    expect(await read(old)).toMatchObject({
      values: { pending_change: null },
      change: undefined,
      restart: { due: false, by: undefined },
      warned: [],
    });
  });

  test("one that was cancelled and replaced outside: the warning names its replacement", async () => {
    const changes = [changeOf({ id: "foreign", new_gpu: "yes" }), changeOf({ ...toBig, status: "canceled" })];
    const { values, change, warned } = await read(changes);
    expect(values).toMatchObject({ memory: "8_gb", gpu: true, pending_change: { id: "foreign" } });
    expect(change).toBe("foreign");
    expect(warned).toEqual([
      expect.stringMatching(/ch1 was cancelled outside .*foreign .* has taken its place/),
    ]);
  });
});

describe("a refresh that reads the changes finds", () => {
  const look = (changes: readonly ConfigurationChangeRecord[], given: Given = {}) =>
    read(changes, { before: KNOWN, looks: true, ...given });
  const foreign = changeOf({ ...toBig, id: "foreign" });

  test("the changes that others have scheduled, for one request, and sends none unless configured", async () => {
    const found = await look([foreign]);
    expect(found.requests).toEqual(["changes"]);
    expect(found.values).toMatchObject({ ...big, pending_change: { id: "foreign" } });
    expect(await look([foreign], { looks: false })).toMatchObject({
      requests: [],
      values: { pending_change: null },
    });
  });

  test("changes that have ended since the cluster was read", async () => {
    const ended = { ...foreign, status: "succeeded", completed_at: SECONDS - 5 };
    expect((await look([ended])).values).toMatchObject({ ...big, pending_change: null });
    const caughtUp = { cluster: clusterOf({ ...SINGLE, ...big }), state: stateOf({ ...SINGLE, ...big }) };
    expect((await look([ended], caughtUp)).values).not.toHaveProperty("memory");
  });

  test("nothing at a starting cluster, without a request", async () => {
    const starting = { cluster: clusterOf(SINGLE, { status: "initializing" }) };
    expect((await look([foreign], starting)).requests).toEqual([]);
  });

  test("no answer: the plan continues with a warning, unless it depends on the answer", async () => {
    const refusal = answering(403);
    const { values, warned } = await look([], { refusal });
    expect(values).toEqual({ pending_change: null });
    expect(warned).toEqual([
      expect.stringMatching(
        /^The service does not say which changes are pending for cluster "products" \(c-1\): No\./,
      ),
    ]);
    await expect(look([], { refusal, before: FOLLOWING })).rejects.toBe(refusal);
  });
});

describe("a change that has succeeded overrides the values that the cluster does not show yet, but not when", () => {
  const ours = changeOf({ ...toBig, status: "succeeded", completed_at: SECONDS - 60 });
  const later = { id: "later", created_at: SECONDS + 10, completed_at: SECONDS - 5 };

  test.each<[string, ConfigurationChangeRecord[], Partial<typeof SINGLE>, string | undefined]>([
    [
      "a newer change has succeeded",
      [changeOf({ ...later, status: "succeeded", new_memory: "8_gb", new_vcpu: "2_vcpus" })],
      {},
      undefined,
    ],
    ["a newer change has failed", [changeOf({ ...later, status: "failed" })], big, undefined],
    ["the cluster shows neither its old nor its new values", [], { memory: "32_gb" }, undefined],
    [
      "… one that was cancelled changed nothing",
      [changeOf({ ...later, status: "canceled", completed_at: null })],
      {},
      "ch1",
    ],
  ])("%s", async (_, newer, sizing, followed) => {
    const { change } = await read([...newer, ours], { cluster: clusterOf({ ...SINGLE, ...sizing }) });
    expect(change).toBe(followed);
  });
});

describe("the restart that server parameters wait for:", () => {
  const before: PrivateState = { ...KNOWN, change: "own", restart_by: "own" };
  const own = (status: string, given: object = {}) => changeOf({ id: "own", status, ...given });
  const other = changeOf({ id: "other", created_at: SECONDS + 60 });
  const done = { due: false, by: undefined };
  const lost = { due: true, by: undefined };
  const again =
    "It was to restart the cluster for its server_parameters, which have not taken effect yet. The next apply requests another restart.";
  const cancelled = `${CLUSTER}: configuration change own was cancelled outside of Terraform: Configuration change own (a restart, due 2026-01-01T01:00:00Z, canceled).`;

  test.each<[string, ConfigurationChangeRecord[], object, warnings: (string | RegExp)[]]>([
    ["its change waits", [own("pending")], { due: false, by: "own" }, []],
    ["its change runs", [own("in_progress")], { due: false, by: "own" }, [/is being changed/]],
    ["its change has succeeded", [own("succeeded", { completed_at: SECONDS })], done, []],
    ["its change was cancelled", [own("canceled")], lost, [`${cancelled} ${again}`]],
    [
      "its change has failed, and what else it was to bring is drift",
      [own("failed", { new_memory: "16_gb" })],
      lost,
      [new RegExp(`Its settings show as drift, and the next apply requests them again. ${again}$`)],
    ],
    [
      "its change was cancelled for another one, which brings it",
      [other, own("canceled")],
      { due: false, by: "other" },
      [/^(?!.*server_parameters).*was cancelled outside/],
    ],
    [
      "its change cannot be found",
      [],
      lost,
      [`${CLUSTER}: configuration change own no longer exists: ${again}`],
    ],
  ])("%s", async (_, changes, restart, warnings) => {
    const found = await read(changes, { before });
    expect(found.restart).toEqual(restart);
    expect(found.warned).toEqual(
      warnings.map((words) => (typeof words === "string" ? words : expect.stringMatching(words))),
    );
  });

  test("its change is far back in the list: it is read by its id", async () => {
    const newer = changeOf({ id: "newer", status: "succeeded" });
    const { restart, requests } = await read([newer], { before, older: [own("succeeded")] });
    expect(restart).toEqual(done);
    expect(requests).toEqual(["changes", "own"]);
  });

  test("one that is already due needs no second warning", async () => {
    const { restart, warned } = await read([], { before: { ...before, restart_due: true } });
    expect([restart, warned]).toEqual([lost, []]);
  });
});
