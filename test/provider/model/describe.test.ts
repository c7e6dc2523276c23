import {
  describeChange,
  describeClone,
  describeCluster,
  isRestart,
} from "../../../src/provider/model/describe";
import { failedAs, isRefusal } from "../../../src/provider/model/errors";
import { failing } from "../kit";
import { cloneRecord } from "../resources/cloningOperation/kit";
import { changeOf } from "../shared/changes/kit";

test.each<[given: Parameters<typeof changeOf>[0], words: string]>([
  [{}, "a restart, due 2026-01-01T01:00:00Z, pending"],
  [{ new_memory: "16_gb", new_gpu: "yes", perform_change_at: null }, "memory 16_gb, gpu yes, pending"],
  [
    { new_region_node_counts: { oregon: 3 }, perform_change_at: null, status: "in_progress" },
    'region_node_counts {"oregon":3}, in_progress',
  ],
])("a change with the fields that identify it: %j", (given, words) => {
  expect(describeChange(changeOf(given))).toBe(`Configuration change ch1 (${words})`);
  expect(isRestart(changeOf(given))).toBe(words.startsWith("a restart"));
});

test.each<[target_region: string | null, search_server_version: string | null, words: string]>([
  ["oregon", "30.1", "oregon, version 30.1, pending"],
  [null, null, "pending"],
])("a clone with the fields that identify it, to %p at %p", (target_region, search_server_version, words) => {
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

test.each([
  ["one of the kinds", failing("refused", 422), true],
  ["another kind", failing("auth", 403), false],
  ["an error that is no failed request", Object.assign(new Error("refused"), { kind: "refused" }), false],
  ["something thrown that is no error", { name: "ApiError", kind: "refused" }, false],
])("%s", (_, error, expected) => {
  expect(failedAs(error, "refused", "not_found")).toBe(expected);
});

test("an answer can mean not yet, or never", () => {
  const errors = [failing("invalid", 400), failing("refused", 422), failing("not_found", 404)];
  expect(errors.map(isRefusal)).toEqual([true, true, false]);
});
