import { isUnknown, type Plannable } from "../../framework";
import { warnOfCapacity } from "../preflight/capacity";
import { warnOfCredential } from "../preflight/credential";
import { type PlannedValue, warnOfUnlisted } from "../preflight/options";
import type { ChangePlanning } from "./privateState";
import type { ChangeValues } from "./schema";

type Config = Plannable<ChangeValues>;

/** What the service may have against a new change: the key's capabilities, and values that it does not list (docs/design/laws.md#l5). */
export async function preflight(planning: ChangePlanning, config: Config, cluster: string): Promise<void> {
  await warnOfCredential(planning, `change ${cluster}`, ["createConfigurationChange"]);
  const { new_gpu: gpu } = config;
  const [memory, vcpu] = [configured(config, "new_memory"), configured(config, "new_vcpu")];
  const others = [
    configured(config, "new_search_delivery_network"),
    ...regionsOf(config),
    ...(memory && vcpu ? [] : [memory, vcpu]),
  ];
  if (memory && vcpu) {
    const gpuAt = gpu === true ? { gpuAt: ["new_gpu"] } : {};
    await warnOfCapacity(planning, `the change of ${cluster}`, { memory, vcpu, ...gpuAt });
  }
  await warnOfUnlisted(
    planning,
    `the change of ${cluster}`,
    others.flatMap((value) => value ?? []),
  );
}

function configured(
  config: Config,
  what: "new_memory" | "new_vcpu" | "new_search_delivery_network",
): PlannedValue | undefined {
  const value = config[what];
  return isUnknown(value) || value === null ? undefined : { what, value, path: [what] };
}

function regionsOf({ new_region_node_counts: counts }: Config): PlannedValue[] {
  if (isUnknown(counts) || !counts) return [];
  return Object.keys(counts).map((value) => ({ what: "region", value, path: ["new_region_node_counts"] }));
}
