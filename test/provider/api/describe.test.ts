import { describeChange, instantOf, settingsOf, viewOf } from "../../../src/provider/api/describe";
import { changeOf, SECONDS } from "../sizing/kit";

test.each<[given: Parameters<typeof changeOf>[0], words: string]>([
  [{}, "a restart"],
  [{ new_memory: "16_gb" }, "memory 16_gb"],
  [{ new_memory: "16_gb", new_gpu: "no" }, "gpu no, memory 16_gb"],
  [{ new_high_availability_node_count: 5 }, "high_availability_node_count 5"],
  [{ new_region_node_counts: { oregon: 3 } }, 'region_node_counts {"oregon":3}'],
])("what a change brings: %j", (given, words) => {
  const said = settingsOf(changeOf(given)).split(", ").sort().join(", ");
  expect(said).toBe(words);
});

test.each<[given: Parameters<typeof changeOf>[0], words: string]>([
  [{ new_gpu: "yes" }, "Configuration change ch1 (gpu yes, due 2026-01-01T01:00:00Z, pending)"],
  [{ status: "in_progress", perform_change_at: null }, "Configuration change ch1 (a restart, in_progress)"],
])("a change as people find it again: %j", (given, words) => {
  expect(describeChange(changeOf(given))).toBe(words);
});

test("a moment is said in whole seconds", () => {
  expect(instantOf(SECONDS + 0.9)).toBe("2026-01-01T00:00:00Z");
});

test("pending_change has the words of the resource, and null for what stays", () => {
  const change = changeOf({
    new_gpu: "yes",
    new_region_node_counts: { oregon: 3 },
    new_load_balancing: "yes",
  });
  expect(viewOf(change)).toEqual({
    id: "ch1",
    status: "pending",
    perform_change_at: "2026-01-01T01:00:00Z",
    created_at: "2026-01-01T00:00:00Z",
    new_memory: null,
    new_vcpu: null,
    new_gpu: true,
    new_high_performance_disk: null,
    new_search_server_version: null,
    new_high_availability: null,
    new_high_availability_node_count: null,
    new_search_delivery_network: null,
    new_region_node_counts: { oregon: 3 },
  });
});
