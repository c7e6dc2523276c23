import { UNKNOWN } from "../../../src/framework";
import { SIZING_NAMES } from "../../../src/provider/api/sizing";
import { observedValues, pendingChangeValues } from "../../../src/provider/cluster/model";
import type { PrivateState } from "../../../src/provider/cluster/privateState";
import type { ClusterValues } from "../../../src/provider/cluster/types";
import { updates } from "../../../src/provider/cluster/update";
import { FakeService, refusal } from "../clusterChange/fakeService";
import { changeOf, clusterOf, SECONDS, SINGLE, THREE } from "../clusterChange/kit";
import { call, planning, service, values } from "../support";

type Name = keyof ClusterValues;
type Schedule = NonNullable<ClusterValues["change_schedule"]>;

const later: Schedule = { perform_change_at: "2026-01-04T02:00:00Z", wait: null, window: null };
const sundays: Schedule = {
  perform_change_at: null,
  wait: null,
  window: { days: ["sunday"], start: "02:00", duration: null, timezone: "Europe/Zurich" },
};
const kept: PrivateState = { id: "c-1", host: "api.example", protected: false };
const pending = pendingChangeValues(changeOf({ new_memory: "16_gb" }));

const stateOf = (sizing: typeof SINGLE, more: Partial<ClusterValues> = {}) =>
  values({ ...observedValues(clusterOf(sizing)), ...more });
const one = stateOf(SINGLE);
const three = stateOf(THREE);

describe("what an edit leaves open until it is applied", () => {
  const makesUnknown = updates.resize.makesUnknown as Exclude<
    typeof updates.resize.makesUnknown,
    readonly unknown[] | undefined
  >;
  test.each<[what: string, schedule: Schedule | null | typeof UNKNOWN, changed: Name[], open: Name[]]>([
    ["a size, waited for", null, ["memory"], ["pending_change", "live"]],
    ["a topology, waited for", null, ["regions"], ["pending_change", "live", "hostnames", "load_balancing"]],
    [
      "high availability, waited for",
      { ...sundays, wait: true },
      ["high_availability", "memory"],
      ["pending_change", "live", "hostnames", "load_balancing"],
    ],
    ["a size at a given moment", later, ["memory"], ["pending_change"]],
    ["a topology in a window", sundays, ["regions"], ["pending_change"]],
    ["a size, nobody knows when", UNKNOWN, ["memory"], ["pending_change", "live"]],
  ])("%s", (_, change_schedule, changed, open) => {
    expect(makesUnknown(one, { ...one, change_schedule }, changed)).toEqual(open);
  });
});

describe("a schedule that is edited", () => {
  test.each<
    [what: string, prior: Partial<ClusterValues>, schedule: Schedule | null | typeof UNKNOWN, due: boolean]
  >([
    ["with nothing on its way sends nothing", {}, later, false],
    ["with a change that waits moves it", { pending_change: pending }, later, true],
    [
      "with a change that waits, to what it is",
      { pending_change: pending, change_schedule: later },
      { ...later },
      false,
    ],
    [
      "with a change that has begun sends nothing",
      { pending_change: { ...pending, status: "in_progress" } },
      later,
      false,
    ],
    ["to what nobody knows yet, with a change that waits", { pending_change: pending }, UNKNOWN, true],
  ])("%s", (_, prior, change_schedule, due) => {
    const before = { ...one, ...prior };
    expect(updates.resize.due?.(before, kept, { ...before, change_schedule })).toBe(due);
  });
});

describe("what a plan says of an edit", () => {
  const at = "If applied now, it begins Thursday 2026-01-01 00:00 UTC (2026-01-01T00:00:30Z).";
  const takes = "It usually takes from 30 minutes to several hours.";
  const away = "It has a single node, so it is unavailable for 5 to 60 minutes";
  const rolls = "Its nodes are changed one after the other, so it stays available.";
  const gets = 'warning: Cluster "products" (c-1) gets one configuration change';
  const forGood =
    'warning: Cluster "products" (c-1): high availability cannot be turned off again | It stays on, whether it is turned on directly or by a search delivery network.';

  test.each<[what: string, prior: ClusterValues, edit: Partial<ClusterValues>, said: (string | RegExp)[]]>([
    ["one node", one, { memory: "16_gb" }, [`${gets}: memory | ${at} ${takes} ${away}.`]],
    ["three nodes", three, { memory: "16_gb" }, [`${gets}: memory | ${at} ${takes} ${rolls}`]],
    [
      "the network",
      one,
      { search_delivery_network: "3_regions", high_availability: true },
      [
        `${gets}: search_delivery_network, high_availability | ${at} ${takes} ${away}. After that it is highly available.`,
        forGood,
      ],
    ],
    [
      "a moment",
      three,
      { memory: "16_gb", change_schedule: later },
      [
        `${gets}: memory | If applied now, it begins Sunday 2026-01-04 02:00 UTC (2026-01-04T02:00:00Z). ${takes} ${rolls}`,
      ],
    ],
    [
      "a window, in its own timezone",
      three,
      { memory: "16_gb", change_schedule: sundays },
      [
        `${gets}: memory | If applied now, it begins Sunday 2026-01-04 02:00 Europe/Zurich (2026-01-04T01:00:00Z). ${takes} ${rolls}`,
      ],
    ],
    [
      "high availability off",
      three,
      { high_availability: false, memory: "16_gb" },
      [
        /^error: High availability of cluster "products" \(c-1\) cannot be turned off \| .* Set high_availability = true\..*$/,
      ],
    ],
    [
      "a moment that is over",
      one,
      { memory: "16_gb", change_schedule: { ...later, perform_change_at: "2025-12-31T23:00:00Z" } },
      [/^error: perform_change_at is in the past \| .*2025-12-31T23:00:00Z.*2026-01-01T00:00:00Z/],
    ],
    [
      "only the schedule of a change that waits",
      { ...one, pending_change: pending },
      { change_schedule: later },
      [
        'warning: Cluster "products" (c-1): the pending change is rescheduled | If applied now, it begins Sunday 2026-01-04 02:00 UTC (2026-01-04T02:00:00Z).',
      ],
    ],
  ])("%s", (_, prior, edit, expected) => {
    const { client } = new FakeService(SINGLE);
    const fake = planning({ config: { ...prior, ...edit }, prior, service: service([], { client }) });
    const changed = (Object.keys(edit) as Name[]).filter(
      (name) => name !== "change_schedule" && prior[name] !== edit[name],
    );
    updates.resize.announce?.(fake, changed);
    const said = fake.said.map(({ severity, summary, detail }) => `${severity}: ${summary} | ${detail}`);
    expect(said).toHaveLength(expected.length);
    expected.forEach((words, at) => {
      if (typeof words === "string") expect(said[at]).toBe(words);
      else expect(said[at]).toMatch(words);
    });
  });

  test("nothing of the moment while the schedule is unknown", () => {
    const config = { ...one, memory: "16_gb", change_schedule: UNKNOWN } as const;
    const fake = planning({ config, prior: one, service: service() });
    updates.resize.announce?.(fake, ["memory"]);
    expect(fake.said).toEqual([]);
  });
});

describe("an apply", () => {
  function apply(
    fake: FakeService,
    prior: ClusterValues,
    edit: Partial<ClusterValues>,
    known: PrivateState = kept,
  ) {
    const planned = { ...prior, ...edit };
    const it = call(service([], { client: fake.client }), { kept: known });
    const changed = (Object.keys(edit) as Name[]).filter((name) => name !== "change_schedule");
    return { it, done: updates.resize.apply(it, { prior, planned, changed }) };
  }

  test("without a schedule waits, and answers what runs; nothing is left to look for", async () => {
    const fake = new FakeService(SINGLE);
    const { it, done } = apply(fake, one, { memory: "16_gb" });
    const answer = await done;
    expect(fake.requests).toEqual(["changes", "read", "post", "wait own-1", "wait for the cluster"]);
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb" }]);
    expect(answer).toMatchObject({ live: { memory: "16_gb" }, pending_change: null, status: "in_service" });
    // The wanted values themselves are answered as planned.
    for (const name of SIZING_NAMES) expect(answer).not.toHaveProperty(name);
    expect(it.keeps()).toEqual(kept);
    expect(it.said.map(({ summary }) => summary)).toEqual([
      'Cluster "products" (c-1): its change begins 2026-01-01T00:00:30Z',
    ]);
  });

  test("with a schedule does not wait: the change is kept, and its moment said", async () => {
    const fake = new FakeService(SINGLE);
    const { it, done } = apply(fake, one, { memory: "16_gb", change_schedule: later });
    const answer = await done;
    expect(fake.requests).toEqual(["changes", "read", "post"]);
    expect(answer).toEqual({
      pending_change: expect.objectContaining({
        id: "own-1",
        status: "pending",
        perform_change_at: "2026-01-04T02:00:00Z",
      }),
    });
    expect(it.keeps()).toEqual({ ...kept, change: "own-1" });
    expect(it.said.map(({ summary }) => summary)).toEqual([
      'Cluster "products" (c-1): its change begins 2026-01-04T02:00:00Z',
    ]);
  });

  test("that is stopped while it waits leaves the values that are in effect, and the change to look for", async () => {
    const fake = new FakeService(SINGLE);
    fake.onWait.push(() => {
      throw new Error("stopped");
    });
    const { it, done } = apply(fake, one, { memory: "16_gb" });
    await expect(done).rejects.toThrow("stopped");
    expect(it.keeps()).toEqual({ ...kept, change: "own-1" });
    expect(it.keptValues()).toMatchObject({ memory: "16_gb", pending_change: { id: "own-1" } });
    expect(it.keptValues()).not.toHaveProperty("live");
  });

  test("that is refused leaves nothing new in the state", async () => {
    const fake = new FakeService(SINGLE);
    fake.onCreate.push(() => {
      throw refusal(402, "Payment required");
    });
    const { it, done } = apply(fake, one, { memory: "16_gb" });
    await expect(done).rejects.toThrow("Payment required");
    expect(it.keptValues()).toEqual({});
  });

  test("of the schedule alone moves the change that waits", async () => {
    const own = changeOf({ id: "own", new_memory: "16_gb" });
    const fake = new FakeService(SINGLE, own);
    const prior = { ...one, memory: "16_gb", pending_change: pendingChangeValues(own) };
    const { it, done } = apply(fake, prior, { change_schedule: later }, { ...kept, change: "own" });
    await done;
    expect(fake.requests).toEqual(["changes", "read", "cancel own", "changes", "read", "post"]);
    expect(fake.bodies).toEqual([{ perform_change_at: Date.UTC(2026, 0, 4, 2) / 1000, new_memory: "16_gb" }]);
    expect(it.keeps()?.change).toBe("own-1");
  });

  test("of the memory wins as a pair over what somebody else has asked for meanwhile", async () => {
    const foreign = changeOf({ id: "foreign", new_memory: "32_gb", new_vcpu: "8_vcpus", new_gpu: "yes" });
    const fake = new FakeService(SINGLE, foreign);
    await apply(fake, one, { memory: "16_gb" }).done;
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_memory: "16_gb", new_gpu: "yes" }]);
  });

  test("of the regions moves the cluster although ignore_changes holds on to its node counts", async () => {
    const fake = new FakeService(THREE);
    await apply(fake, three, { regions: ["ohio"] }).done;
    expect(fake.bodies).toEqual([{ perform_change_at: SECONDS + 30, new_region_node_counts: { ohio: 3 } }]);
  });
});
