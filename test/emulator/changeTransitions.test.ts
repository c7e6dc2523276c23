import fc from "fast-check";
import { changeTime, type StoredChange, settingsOf } from "../../src/emulator/change";
import {
  begin,
  type Changing,
  cancel,
  changeStatusAt,
  finish,
  isOpen,
  settle,
  updatedAt,
} from "../../src/emulator/changeTransitions";

const SETTINGS = {
  memory: "8_gb",
  vcpu: "2_vcpus",
  gpu: "no",
  high_performance_disk: "no",
  search_server_version: "30.1",
  high_availability: "no",
  search_delivery_network: "off",
  region_node_counts: { oregon: 1 },
};

/** Made at 0, due at 1000, over at 5000. */
function change(changes: Partial<StoredChange> = {}): StoredChange {
  return {
    id: "c",
    createdAt: 0,
    performAt: 1_000,
    duration: 4_000,
    beganAt: null,
    endedAt: null,
    canceledAt: null,
    outcome: "succeeded",
    notification_email_addresses: [],
    asked: { memory: "16_gb", gpu: "yes" },
    old: SETTINGS,
    sets: { memory: "16_gb", gpu: "yes" },
    settled: false,
    ...changes,
  };
}

describe("the status of a change", () => {
  const rows: [string, Partial<StoredChange>, [now: number, status: string, updated: number][]][] = [
    [
      "left alone",
      {},
      [
        [0, "pending", 0],
        [999, "pending", 0],
        [1_000, "in_progress", 1_000],
        [4_999, "in_progress", 1_000],
        [5_000, "succeeded", 5_000],
        [9_000_000, "succeeded", 5_000],
      ],
    ],
    [
      "that fails",
      { outcome: "failed" },
      [
        [4_999, "in_progress", 1_000],
        [5_000, "failed", 5_000],
      ],
    ],
    [
      "cancelled",
      { canceledAt: 500 },
      [
        [500, "canceled", 500],
        [1_000, "canceled", 500],
        [5_000, "canceled", 500],
      ],
    ],
    [
      "begun early",
      { beganAt: 300 },
      [
        [299, "pending", 0],
        [300, "in_progress", 300],
        [4_299, "in_progress", 300],
        [4_300, "succeeded", 4_300],
      ],
    ],
    ["ended early", { beganAt: 300, endedAt: 400, outcome: "failed" }, [[400, "failed", 400]]],
  ];
  test.each(rows)("one %s", (_, changes, moments) => {
    const seen = moments.map(([now]) => {
      const one = change(changes);
      return [now, changeStatusAt(one, now), updatedAt(one, now)];
    });
    expect(seen).toEqual(moments);
  });

  test("one that was made after the moment that is asked about was updated when it was made", () => {
    expect(updatedAt(change({ createdAt: 500 }), 499)).toBe(500);
  });

  test.each([
    ["pending", 10, true],
    ["in_progress", 1_010, true],
    ["succeeded", 5_010, false],
  ])("%s: open or over", (status, now, open) => {
    expect([changeStatusAt(change(), now), isOpen(change(), now)]).toEqual([status, open]);
  });
});

describe("what can be done to a change", () => {
  const done = { cancel, begin, finish: (one: StoredChange, now: number) => finish(one, "failed", now) };
  const over = (status: string, what: string) => `The change is ${status}; only ${what}.`;
  const rows: ["cancel" | "begin" | "finish", number, Partial<StoredChange>, string][] = [
    ["cancel", 999, {}, "canceled"],
    ["cancel", 1_000, {}, over("in_progress", "a pending one can be cancelled")],
    ["cancel", 5_000, {}, over("succeeded", "a pending one can be cancelled")],
    ["cancel", 700, { canceledAt: 600 }, over("canceled", "a pending one can be cancelled")],
    ["begin", 999, {}, "in_progress"],
    ["begin", 1_000, {}, over("in_progress", "a pending one can begin")],
    ["begin", 700, { canceledAt: 600 }, over("canceled", "a pending one can begin")],
    ["finish", 10, {}, "failed"],
    ["finish", 1_010, {}, "failed"],
    ["finish", 5_000, {}, over("succeeded", "an open one can be finished")],
    ["finish", 700, { canceledAt: 600 }, over("canceled", "an open one can be finished")],
  ];
  test.each(rows)("%s at %i of %j: %s", (what, now, changes, expected) => {
    const one = change(changes);
    const attempt = () => {
      try {
        done[what](one, now);
        return changeStatusAt(one, now);
      } catch (error) {
        return (error as Error).message;
      }
    };
    const before = changeStatusAt(one, now);
    expect(attempt()).toBe(expected);
    if (expected.startsWith("The change")) expect(changeStatusAt(one, now)).toBe(before);
  });

  test("a change that is finished before its time began no later than that", () => {
    const [early, running] = [change(), change()];
    finish(early, "succeeded", 10);
    finish(running, "succeeded", 1_010);
    expect([early, running]).toMatchObject([
      { beganAt: 10, endedAt: 10 },
      { beganAt: 1_000, endedAt: 1_010 },
    ]);
  });
});

describe("the end of a change", () => {
  const LEAVES = { failed_change_leaves: "memory_and_vcpu" } as const;
  const cluster = (one: StoredChange): Changing => ({ ...SETTINGS, changes: [one], moved: null });

  test.each([
    [{}, 4_999, "memory_and_vcpu", { memory: "8_gb", gpu: "no" }],
    [{}, 5_000, "memory_and_vcpu", { memory: "16_gb", gpu: "yes" }],
    [{ outcome: "failed" }, 4_999, "everything", { memory: "8_gb", gpu: "no" }],
    [{ outcome: "failed" }, 5_000, "memory_and_vcpu", { memory: "16_gb", gpu: "no" }],
    [{ outcome: "failed" }, 5_000, "nothing", { memory: "8_gb", gpu: "no" }],
    [{ outcome: "failed" }, 5_000, "everything", { memory: "16_gb", gpu: "yes" }],
    [{ canceledAt: 5 }, 5_000, "everything", { memory: "8_gb", gpu: "no" }],
  ] as const)("of %j at %i, a failed one leaving %s", (changes, now, failed_change_leaves, expected) => {
    const one = cluster(change(changes));
    settle(one, now, { failed_change_leaves });
    expect(one).toMatchObject({ ...expected, vcpu: "2_vcpus", moved: null });
  });

  test("reaches the cluster once: what is changed after it stays", () => {
    const one = cluster(change());
    settle(one, 6_000, LEAVES);
    one.memory = "32_gb";
    settle(one, 7_000, LEAVES);
    expect(one.memory).toBe("32_gb");
  });

  test("remembers from where and when nodes were moved, even if nobody looked then", () => {
    const one = cluster(change({ sets: { region_node_counts: { paris: 1 } } }));
    settle(one, 90_000, LEAVES);
    expect(one).toMatchObject({
      region_node_counts: { paris: 1 },
      moved: { from: { oregon: 1 }, at: 5_000 },
    });
  });

  test("what is kept of old values does not follow the cluster", () => {
    const counts = { oregon: 1 };
    const old = settingsOf({ ...SETTINGS, region_node_counts: counts });
    counts.oregon = 3;
    expect(old.region_node_counts).toEqual({ oregon: 1 });
  });
});

describe("a change through time", () => {
  const ORDER = ["pending", "in_progress", "over"];
  const rank = (status: string) => (ORDER.includes(status) ? ORDER.indexOf(status) : ORDER.indexOf("over"));
  const step = fc.record({
    wait: fc.nat(2_000),
    act: fc.constantFrom("look", "begin", "cancel", "succeed", "fail"),
  });

  test("never goes back, whatever is tried, and what is over stays what it is", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const one = change();
        let now = 0;
        let last = "pending";
        for (const { wait, act } of steps) {
          now += wait;
          const acts: Record<string, () => void> = {
            look() {},
            begin: () => begin(one, now),
            cancel: () => cancel(one, now),
            succeed: () => finish(one, "succeeded", now),
            fail: () => finish(one, "failed", now),
          };
          try {
            acts[act]?.();
          } catch {
            // A refusal is one of the cases; the status must not go back then either.
          }
          const status = changeStatusAt(one, now);
          expect(rank(status)).toBeGreaterThanOrEqual(rank(last));
          if (rank(last) === 2) expect(status).toBe(last);
          expect(updatedAt(one, now)).toBeLessThanOrEqual(now);
          last = status;
        }
      }),
    );
  });
});

describe("the time a change takes", () => {
  test("is 30 minutes to 4 hours, always the same for one change, not the same for all", () => {
    const times = Array.from({ length: 200 }, (_, index) =>
      changeTime(`change ${index}`, { change_seconds: 0 }),
    );
    expect(Math.min(...times)).toBeGreaterThanOrEqual(1_800_000);
    expect(Math.max(...times)).toBeLessThanOrEqual(14_400_000);
    expect(new Set(times).size).toBeGreaterThan(150);
    expect(changeTime("change 7", { change_seconds: 0 })).toBe(times[7]);
  });

  test("is what the assumption says", () => {
    expect(changeTime("any", { change_seconds: 17 })).toBe(17_000);
  });
});
