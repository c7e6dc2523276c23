import { isKnownPair, knowsGpu } from "../../api/enumerations";
import { valuesIn } from "../../api/openRecords";
import type { Preflight } from "./hint";
import { knownVcpus, listedFor, vcpusFor } from "./listed";
import {
  optionsOf,
  type PlannedValue,
  quoted,
  refusal,
  SERVICE_DECIDES,
  TABLES_AGE,
  warnOfUnlisted,
} from "./options";

/** Memory and vcpu, which come as a pair, and the GPU that only some pairs allow. */
export interface PlannedCapacity {
  readonly memory: PlannedValue;
  readonly vcpu: PlannedValue;
  /** The attribute that requests a GPU; undefined: none does. */
  readonly gpuAt?: string[];
}

/**
 * Warns of a memory and a vcpu that the service does not list, or not together, and of a GPU that the pair does not allow
 * (docs/design/api-assumptions.md#values). Judged by the cluster options as far as they tell, else by the tables of this provider; where
 * neither knows the options of a memory, each of the two is judged by itself.
 */
export async function warnOfCapacity(
  planning: Preflight,
  who: string,
  { memory, vcpu, gpuAt }: PlannedCapacity,
): Promise<void> {
  const options = await optionsOf(planning);
  const held = options && valuesIn(options);
  if (listedFor(memory.what, held)?.values.includes(memory.value) === false) {
    return warnOfUnlisted(planning, who, [memory, vcpu]);
  }
  const tied = vcpusFor(memory.value, vcpu.value, options);
  const allowed = tied.length > 0 ? tied : knownVcpus(memory.value);
  if (allowed.length === 0) return warnOfUnlisted(planning, who, [vcpu]);
  if (!allowed.includes(vcpu.value)) {
    const [source, end] =
      tied.length > 0
        ? ["The service's cluster options list", SERVICE_DECIDES]
        : ["This provider's tables list", TABLES_AGE];
    const pair = `${memory.what} ${quoted([memory.value])} with ${vcpu.what} ${quoted([vcpu.value])}`;
    const detail = `${source} for this memory: ${quoted(allowed)}. ${end}`;
    planning.warn(refusal(who, pair), detail, vcpu.path);
  } else if (gpuAt && isKnownPair(memory.value, vcpu.value) && !knowsGpu(memory.value, vcpu.value)) {
    const what = `a GPU with ${memory.what} ${quoted([memory.value])} and ${vcpu.what} ${quoted([vcpu.value])}`;
    planning.warn(
      refusal(who, what),
      `This provider's tables list no GPU for this pair. ${TABLES_AGE}`,
      gpuAt,
    );
  }
}
