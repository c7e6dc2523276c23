/** A memory and vcpu pair, as the API names them: "16_gb", "4_vcpus_5_hr_burst_per_day". */
export interface Capacity {
  readonly memory: string;
  readonly vcpu: string;
}

export type Comparison = "same" | "larger" | "smaller" | "incomparable";

/** How `a` compares with `b`, as a pair (docs/design/laws.md#l6): larger when no part is smaller. Unknown words compare with nothing. */
export function compareCapacity(a: Capacity, b: Capacity): Comparison {
  if (a.memory === b.memory && a.vcpu === b.vcpu) return "same";
  const memory = gigabytes(a.memory) - gigabytes(b.memory);
  const vcpu = vcpus(a.vcpu) - vcpus(b.vcpu);
  if (memory >= 0 && vcpu >= 0) return "larger";
  return memory <= 0 && vcpu <= 0 ? "smaller" : "incomparable";
}

/** NaN for a word of another form, and so is every difference from it: it is neither larger nor smaller. */
function gigabytes(memory: string): number {
  return Number(/^(\d+(?:\.\d+)?)_gb$/.exec(memory)?.[1]);
}

/** Whole vCPUs weigh more than the same number that only bursts; more burst hours weigh more than fewer. */
function vcpus(vcpu: string): number {
  const [, count, hours] = /^(\d+)_vcpus(?:_(\d+)_hr_burst_per_day)?$/.exec(vcpu) ?? [];
  return hours === undefined ? Number(count) : Number(count) - 1 + Number(hours) / 24;
}
