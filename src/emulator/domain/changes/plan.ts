import { CHANGE_SETTINGS, settingOf } from "../../../api/settings";
import type { Assumptions } from "../assumptions";
import { configurationProblems, type TopologyRequest, targetCounts } from "../rules/configuration";
import type { Problem, RefusalOf } from "../rules/refusal";
import { requestedVersion } from "../rules/versions";
import type { Settings, ShownSettings } from "../store/settings";

/** Settings that are only valid together. */
const TOPOLOGY = CHANGE_SETTINGS.filter((name) => settingOf(name).group === "topology");
/** Settings that get the requested value. */
const DIRECT = CHANGE_SETTINGS.filter(
  (name) => !TOPOLOGY.includes(name) && settingOf(name).type !== "version",
);

interface ChangePlan {
  readonly sets: Partial<Settings>;
  readonly problems: Problem[];
}

/**
 * Returns the settings that a change gives to a cluster, and the problems that it adds. Problems that the cluster
 * has already do not count.
 * @param version the requested version, or the cluster's own; null if there is no such version
 */
export function planChange(
  cluster: Settings,
  requested: Partial<ShownSettings>,
  version: string | null,
): ChangePlan {
  const topology = topologyAfter(cluster, requested);
  const sets: Partial<Settings> = {
    ...Object.fromEntries(DIRECT.filter((name) => name in requested).map((name) => [name, requested[name]])),
    ...(requested.search_server_version === undefined || version === null
      ? {}
      : { search_server_version: version }),
    ...(TOPOLOGY.some((name) => name in requested)
      ? {
          high_availability: topology.highAvailability,
          search_delivery_network: topology.network,
          region_node_counts: targetCounts(topology),
        }
      : {}),
  };
  const before = configurationProblems(
    { ...cluster, topology: topologyAfter(cluster, {}) },
    cluster.search_server_version,
  );
  const after = configurationProblems(
    { ...cluster, ...sets, search_server_version: requested.search_server_version, topology },
    version,
  );
  const added = after.filter(({ text: words }) => !before.some((one) => one.text === words));
  const off: Problem = { field: "high_availability", text: "cannot be turned off again" };
  const turnsOff = cluster.high_availability === "yes" && topology.highAvailability === "no";
  return { sets, problems: turnsOff ? [off] : added };
}

/**
 * Returns what a change or clone requests, with the full version, and the settings that a change gives to the
 * cluster.
 * @param prefix the prefix of the settings in the request
 * @throws RefusalError for an invalid configuration
 */
export function resolveRequest<Requested extends Partial<ShownSettings>>(
  cluster: Settings,
  requested: Requested,
  { assumptions, prefix, refusal }: { assumptions: Assumptions; prefix: string; refusal: RefusalOf },
): { requested: Requested; sets: Partial<Settings> } {
  const wanted = requested.search_server_version;
  const version =
    wanted === undefined ? cluster.search_server_version : requestedVersion(wanted, assumptions);
  const { sets, problems } = planChange(cluster, requested, version);
  if (version === null || problems.length > 0) {
    const named = problems.map(({ field, text }) => ({ field: field && `${prefix}${field}`, text }));
    throw refusal(Number(assumptions.configuration_failure), named);
  }
  return {
    requested: wanted === undefined ? requested : { ...requested, search_server_version: version },
    sets,
  };
}

/**
 * Returns the topology after a change. Turning the network on also turns on high availability
 * (docs/design/api-assumptions.md#topology).
 */
function topologyAfter(cluster: Settings, requested: Partial<ShownSettings>): TopologyRequest {
  const network = requested.search_delivery_network ?? cluster.search_delivery_network;
  const turnedOn = network !== "off" && cluster.search_delivery_network === "off";
  const highAvailability = requested.high_availability ?? (turnedOn ? "yes" : cluster.high_availability);
  const nodeCount = requested.high_availability_node_count ?? null;
  const counts = requested.region_node_counts ?? null;
  // Several nodes in one region: the request names their number, or it follows from what is turned on.
  const grows = network === "off" && highAvailability === "yes" && cluster.high_availability === "no";
  const counted = counts === null && (nodeCount !== null || grows);
  return {
    highAvailability,
    network,
    regions: counted ? Object.keys(cluster.region_node_counts) : null,
    counts: counted ? null : (counts ?? cluster.region_node_counts),
    nodeCount,
  };
}
