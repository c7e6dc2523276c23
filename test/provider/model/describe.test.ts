import {
  describeChange,
  describeClone,
  describeCluster,
  isRestart,
} from "../../../src/provider/model/describe";
import { cloneRecord } from "../resources/cloningOperation/kit";
import { changeOf } from "../shared/changes/kit";

test.each<[given: Parameters<typeof changeOf>[0], words: string]>([
  [{}, "a restart, due 2026-01-01T01:00:00Z, pending"],
  [{ new_memory: "16_gb", new_gpu: "yes", perform_change_at: null }, "memory 16_gb, gpu yes, pending"],
  [
    { new_region_node_counts: { oregon: 3 }, perform_change_at: null, status: "in_progress" },
    'region_node_counts {"oregon":3}, in_progress',
  ],
])("a change as people find it again: %j", (given, words) => {
  expect(describeChange(changeOf(given))).toBe(`Configuration change ch1 (${words})`);
  expect(isRestart(changeOf(given))).toBe(words.startsWith("a restart"));
});

test.each<[target_region: string | null, search_server_version: string | null, words: string]>([
  ["oregon", "30.1", "oregon, version 30.1, pending"],
  [null, null, "pending"],
])("a clone as people find it again, to %p at %p", (target_region, search_server_version, words) => {
  const clone = cloneRecord({ target_region, search_server_version });
  expect(describeClone(clone)).toBe(`Cloning operation cl-1 (${words})`);
});

test.each([
  ["c-1", "products", '"products" (c-1)'],
  ["c-1", null, "c-1"],
  [null, null, "(no id yet)"],
])("cluster %p of the name %p", (id, name, words) => {
  expect(describeCluster({ id, name })).toBe(words);
});
