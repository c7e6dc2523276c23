import { type Changing, settle } from "../../src/emulator/changes/life";
import { changeTime, type StoredChange, settingsOf } from "../../src/emulator/changes/record";

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
    carries: null,
    settled: false,
    ...changes,
  };
}

describe("the end of a change", () => {
  const LEAVES = { failed_change_leaves: "memory_and_vcpu", parameters_taken_over: "begin" } as const;
  const cluster = (one: StoredChange): Changing => ({
    ...SETTINGS,
    changes: [one],
    moved: null,
    parameters: [],
    running: {},
  });

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
    settle(one, now, { ...LEAVES, failed_change_leaves });
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
