import { hasKnownGpu, VCPUS_BY_MEMORY } from "../../../api/enumerations";
import { compareVersions } from "../../../api/versions";
import type { Problem } from "./refusal";
import { type TopologyRequest, topologyProblem } from "./topology";
import { FIRST_GPU_VERSION } from "./versions";

/** The vcpu options of all memory options. */
export const VCPUS: readonly string[] = [...new Set(Object.values(VCPUS_BY_MEMORY).flat())];

/** What decides whether a cluster can be built. */
export interface Configuration {
  readonly memory: string;
  readonly vcpu: string;
  readonly gpu: string;
  readonly high_performance_disk: string;
  readonly high_availability: string;
  readonly search_server_version?: string | undefined;
  readonly topology: TopologyRequest;
}

/** The rules about what can be built; `version` is the one that search_server_version means, null when there is none. */
export function configurationProblems(request: Configuration, version: string | null): Problem[] {
  const { memory, vcpu, gpu, high_performance_disk: disk, high_availability: available } = request;
  const vcpus = vcpusOf(memory);
  const gpuPair = hasKnownGpu(memory, vcpu);
  const gpuVersion = version === null || compareVersions(version, FIRST_GPU_VERSION) >= 0;
  const rows: readonly (readonly [holds: boolean, field: string, text: string])[] = [
    [vcpus.includes(vcpu), "vcpu", `must be one of ${vcpus.join(", ")} for memory ${memory}`],
    [gpu !== "yes" || gpuPair, "gpu", `is not available for memory ${memory} with vcpu ${vcpu}`],
    [gpu !== "yes" || gpuVersion, "gpu", `needs server version ${FIRST_GPU_VERSION} or later`],
    [disk !== "yes" || available === "yes", "high_performance_disk", "needs high_availability yes"],
    [disk !== "yes" || !vcpu.includes("burst"), "high_performance_disk", "needs a vcpu without burst hours"],
    [version !== null, "search_server_version", `${request.search_server_version} is not available`],
  ];
  const problems: Problem[] = rows.filter(([holds]) => !holds).map(([, field, text]) => ({ field, text }));
  const topology = topologyProblem(request.topology);
  return topology === null ? problems : [...problems, { field: null, text: topology }];
}

/** The vcpu options of a memory option, from the smallest on; none when it is unknown. */
export function vcpusOf(memory: string): readonly string[] {
  return Object.entries(VCPUS_BY_MEMORY).find(([known]) => known === memory)?.[1] ?? [];
}
