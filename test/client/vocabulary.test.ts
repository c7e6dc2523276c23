import { OPERATIONS } from "../../src/api/operations";
import { capabilityOf, isKnownPair, knownParameter, knowsGpu } from "../../src/client/vocabulary";

describe("known server parameters", () => {
  test.each([
    ["max-per-page", { kind: "integer", min: 1, max: 10_000, since: 27 }],
    ["cache-num-entries", { kind: "integer", min: 1_000, max: 9_999_999, since: 26 }],
    ["cors-domains", { kind: "origins" }],
  ])("%s", (name, rule) => {
    expect(knownParameter(name)).toEqual(rule);
  });

  test.each(["", "max_per_page", "MAX-PER-PAGE", "constructor", "__proto__"])("%j is not listed", (name) => {
    expect(knownParameter(name)).toBeUndefined();
  });
});

test.each([
  ["8_gb", "4_vcpus", true, true],
  ["8_gb", "2_vcpus", true, false],
  ["8_gb", "8_vcpus", false, false],
  ["9_gb", "4_vcpus", false, false],
  ["constructor", "name", false, false],
])("%s with %s is listed: %s; with a GPU: %s", (memory, vcpu, pair, gpu) => {
  expect(isKnownPair(memory, vcpu)).toBe(pair);
  expect(knowsGpu(memory, vcpu)).toBe(gpu);
});

test("each operation requires its capability, and the account none", () => {
  expect(capabilityOf("getAccount")).toBeNull();
  expect(capabilityOf("createCloningOperation")).toBe("clusters:clone");
  expect(capabilityOf("issueClusterApiKeys")).toBe("cluster_credentials:issue");
  for (const operation of Object.values(OPERATIONS)) {
    expect(capabilityOf(operation.id)).toBe(operation.capability);
  }
});
