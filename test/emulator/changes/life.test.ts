import { settleChanges } from "../../../src/emulator/changes/life";
import type { StoredChange } from "../../../src/emulator/changes/record";
import { settingsOf } from "../../../src/emulator/clusters/settings";
import { freshWorkflow } from "../../../src/emulator/workflows/life";
import { storedCluster } from "../support";

/** Created at 0, due at 1000, over at 5000. */
function changed(changes: Partial<StoredChange> = {}) {
  const cluster = storedCluster();
  cluster.changes.push({
    ...freshWorkflow(),
    id: "c",
    createdAt: 0,
    performAt: 1_000,
    duration: 4_000,
    requested: {},
    old: settingsOf(cluster),
    sets: { memory: "16_gb", gpu: "yes" },
    carries: null,
    ...changes,
  });
  return cluster;
}

const LEAVES = { failed_change_leaves: "memory_and_vcpu", parameters_taken_over: "begin" } as const;

test.each([
  [{}, 4_999, "memory_and_vcpu", { memory: "8_gb", gpu: "no" }],
  [{}, 5_000, "memory_and_vcpu", { memory: "16_gb", gpu: "yes" }],
  [{ outcome: "failed" }, 4_999, "everything", { memory: "8_gb", gpu: "no" }],
  [{ outcome: "failed" }, 5_000, "memory_and_vcpu", { memory: "16_gb", gpu: "no" }],
  [{ outcome: "failed" }, 5_000, "nothing", { memory: "8_gb", gpu: "no" }],
  [{ outcome: "failed" }, 5_000, "everything", { memory: "16_gb", gpu: "yes" }],
  [{ canceledAt: 5 }, 5_000, "everything", { memory: "8_gb", gpu: "no" }],
] as const)("%j at %i, a failed one leaving %s", (changes, now, failed_change_leaves, expected) => {
  const cluster = changed(changes);
  settleChanges(cluster, now, { ...LEAVES, failed_change_leaves });
  expect(cluster).toMatchObject({ ...expected, vcpu: "2_vcpus", moved: null });
});

test("the end of a change reaches the cluster once: what is changed after it stays", () => {
  const cluster = changed();
  settleChanges(cluster, 6_000, LEAVES);
  cluster.memory = "32_gb";
  settleChanges(cluster, 7_000, LEAVES);
  expect(cluster.memory).toBe("32_gb");
});

test("the cluster remembers from where and when its nodes were moved, even if nobody read it then", () => {
  const cluster = changed({ sets: { region_node_counts: { paris: 1 } } });
  settleChanges(cluster, 90_000, LEAVES);
  expect(cluster).toMatchObject({
    region_node_counts: { paris: 1 },
    moved: { from: { oregon: 3 }, at: 5_000 },
  });
});
