import { isOlder, isWithinVersion } from "../../../api/versions";
import { isUnknown, type Plannable } from "../../../framework";
import { networkOn } from "../../model/topology";
import { capitalized } from "../../model/words";
import { clusterDisplayName } from "../../shared/child";
import { warnOfCredential } from "../../shared/preflight/credential";
import { runningVersion } from "../../shared/preflight/hint";
import { type PlannedValue, warnOfCapacity, warnOfUnlisted } from "../../shared/preflight/options";
import { INTERRUPTION, plannedBegin, waits } from "../../shared/schedule/moment";
import type { Service } from "../../shared/service";
import { recordPlanned } from "../../shared/thisRun";
import type { ChangePlanning, ChangeValues } from "./schema";

type Config = Plannable<ChangeValues>;

/** Warns at plan of the settings of a new change, its moment, the interruption, and values that may be rejected (docs/design/laws.md#l5). */
export async function planChange(planning: ChangePlanning): Promise<void> {
  const { action, config, service, warn } = planning;
  if (action !== "create" || !config) return;
  noteVersion(service, config);
  const cluster = clusterDisplayName(config.cluster_id);
  const who = capitalized(cluster);
  // The response also shows the service's time.
  await warnOfCredential(planning, `change ${cluster}`, ["createConfigurationChange"]);
  const settings = Object.entries(config).filter(
    ([name, value]) => name.startsWith("new_") && value !== null,
  );
  const what =
    settings.length === 0
      ? "is restarted"
      : `gets a configuration change: ${settings.map(([name]) => name.slice("new_".length)).join(", ")}`;
  warn(`${who} ${what}`, `${plannedBegin(config, service.client)} ${INTERRUPTION}`);
  const { new_high_availability: ha, new_search_delivery_network: network } = config;
  if (ha === true || (!isUnknown(network) && networkOn(network))) {
    warn(
      `${who}: high availability cannot be turned off again`,
      "It stays on, whether it is turned on directly or by a search delivery network.",
      [ha === true ? "new_high_availability" : "new_search_delivery_network"],
    );
  }
  await warnOfVersion(planning, config);
  await warnOfValues(planning, config, `the change of ${cluster}`);
}

/** Records the new version, so that features of it can be planned in the same run. */
function noteVersion(service: Service, config: Config): void {
  const {
    cluster_id: clusterId,
    new_search_server_version: version,
    window,
    wait,
    perform_change_at,
  } = config;
  if (isUnknown(clusterId) || version === null) return;
  const isKnown = !isUnknown(window) && !isUnknown(wait) && !isUnknown(perform_change_at);
  recordPlanned(service, `change of ${clusterId}`, {
    ...{ clusterId, hostnames: [], version },
    waits: isKnown && waits({ window, wait, perform_change_at }),
  });
}

/** Warns if the cluster already has the version, or a newer one, as when a change is requested again. */
async function warnOfVersion(planning: ChangePlanning, config: Config): Promise<void> {
  const { cluster_id: id, new_search_server_version: wanted } = config;
  if (typeof id !== "string" || typeof wanted !== "string") return;
  const runs = await runningVersion(planning, id);
  if (runs === null) return;
  const path = ["new_search_server_version"];
  if (isWithinVersion(runs, wanted))
    planning.warn(
      `Cluster ${id} already runs server version ${runs}`,
      "The change does not change the version, but may still restart the cluster. If you do not want that, remove the change, or revert the edit that requests it again.",
      path,
    );
  else if (isOlder(wanted, runs))
    planning.warn(
      `Server version ${wanted} is older than ${runs}, which cluster ${id} runs`,
      "The change downgrades the cluster. Check the release notes of the server before downgrading.",
      path,
    );
}

/** Warns of values that the service may not offer (docs/design/laws.md#l5). */
async function warnOfValues(planning: ChangePlanning, config: Config, who: string): Promise<void> {
  const { new_gpu: gpu, new_region_node_counts: counts } = config;
  const [memory, vcpu] = [configured(config, "new_memory"), configured(config, "new_vcpu")];
  const path = ["new_region_node_counts"];
  const regions = isUnknown(counts) ? [] : Object.keys(counts ?? {});
  const others = [
    configured(config, "new_search_delivery_network"),
    ...regions.map((value) => ({ what: "region", value, path })),
    ...(memory && vcpu ? [] : [memory, vcpu]),
  ].flatMap((value) => value ?? []);
  if (memory && vcpu)
    await warnOfCapacity(planning, who, { memory, vcpu, ...(gpu === true && { gpuAt: ["new_gpu"] }) });
  await warnOfUnlisted(planning, who, others);
}

function configured(
  config: Config,
  what: "new_memory" | "new_vcpu" | "new_search_delivery_network",
): PlannedValue | undefined {
  const value = config[what];
  return isUnknown(value) || value === null ? undefined : { what, value, path: [what] };
}
