import { Token } from "cdktf";
import type { Memory } from "./memory";
import { KNOWN_REGIONS } from "./region";
import type { Vcpu } from "./vcpu";

/** The vCPU options that go with each memory option (docs/design/api-assumptions.md#values). Goes stale: worth a warning only. */
export const VCPUS_BY_MEMORY: { readonly [memory: string]: readonly string[] } = {
  "0.5_gb": ["2_vcpus_1_hr_burst_per_day"],
  "1_gb": ["2_vcpus_2_hr_burst_per_day"],
  "2_gb": ["2_vcpus_4_hr_burst_per_day"],
  "4_gb": ["2_vcpus_4_hr_burst_per_day", "2_vcpus"],
  "8_gb": ["2_vcpus_7_hr_burst_per_day", "2_vcpus", "4_vcpus"],
  "16_gb": ["2_vcpus", "4_vcpus_5_hr_burst_per_day", "4_vcpus", "8_vcpus"],
  "32_gb": ["4_vcpus", "8_vcpus_4_hr_burst_per_day", "8_vcpus", "16_vcpus"],
  "64_gb": ["8_vcpus", "16_vcpus", "32_vcpus"],
  "96_gb": ["12_vcpus", "24_vcpus", "48_vcpus"],
  "128_gb": ["4_vcpus", "16_vcpus", "32_vcpus", "64_vcpus"],
  "192_gb": ["24_vcpus", "48_vcpus", "96_vcpus"],
  "256_gb": ["8_vcpus", "32_vcpus", "64_vcpus", "128_vcpus"],
  "384_gb": ["48_vcpus", "96_vcpus", "128_vcpus"],
  "512_gb": ["16_vcpus", "64_vcpus", "128_vcpus"],
  "768_gb": ["24_vcpus", "96_vcpus", "192_vcpus"],
  "1024_gb": ["32_vcpus", "64_vcpus", "128_vcpus"],
};

const SERVICE_DECIDES = "If the service offers it by now, nothing has to be done: the service decides.";

/** What to warn of when the pair of memory and vcpu is not in {@link VCPUS_BY_MEMORY}; nothing for unresolved values. */
export function adviceOnSize(memory: Memory, vcpu: Vcpu): string | undefined {
  if (Token.isUnresolved(memory)) return undefined;
  const vcpus = Object.hasOwn(VCPUS_BY_MEMORY, memory) ? VCPUS_BY_MEMORY[memory] : undefined;
  if (vcpus === undefined) {
    const known = Object.keys(VCPUS_BY_MEMORY).join(", ");
    return `memory "${memory}" is not a known option; known are ${known}. ${SERVICE_DECIDES}`;
  }
  if (Token.isUnresolved(vcpu) || vcpus.includes(vcpu)) return undefined;
  return `vcpu "${vcpu}" is not known to go with memory "${memory}", which goes with ${vcpus.join(", ")}. ${SERVICE_DECIDES}`;
}

/** What to warn of when regions are not among {@link KNOWN_REGIONS}; nothing for unresolved names. */
export function adviceOnRegions(regions: readonly string[]): string | undefined {
  const unknown = regions.filter((region) => !Token.isUnresolved(region) && !KNOWN_REGIONS.includes(region));
  if (unknown.length === 0) return undefined;
  const names = unknown.map((region) => `"${region}"`).join(", ");
  return `region ${names} is not known; known are ${KNOWN_REGIONS.join(", ")}. ${SERVICE_DECIDES}`;
}
