import { hasKnownGpu, knownVcpus } from "../../src/api/enumerations";

test.each([
  ["8_gb", "4_vcpus", true, true],
  ["8_gb", "2_vcpus", true, false],
  ["8_gb", "8_vcpus", false, false],
  ["constructor", "name", false, false],
])("%s with %s is listed: %s; with a GPU: %s", (memory, vcpu, pair, gpu) => {
  expect(knownVcpus(memory).includes(vcpu)).toBe(pair);
  expect(hasKnownGpu(memory, vcpu)).toBe(gpu);
});
