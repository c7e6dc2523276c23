import { SEARCH_DELIVERY_NETWORKS, VCPUS_BY_MEMORY, YES_NO } from "../../api/enumerations";
import { MAX_HA_NODES, MIN_HA_NODES } from "../../api/limits";
import type { Assumptions } from "../assumptions";
import type { Settings, ShownSettings } from "../change";
import { configurationProblems, VCPUS } from "./createCluster";
import { checkFields, type FieldRule, integer, oneOf, type Problem, text, texts } from "./fields";
import { readRegionNodeCounts } from "./regionNodeCounts";
import { type TopologyRequest, targetCounts } from "./topology";

/** The properties of createConfigurationChange (open-points.md, section 4). */
const FIELDS: readonly FieldRule[] = [
  { field: "perform_change_at", required: true, check: integer(0, Number.MAX_SAFE_INTEGER) },
  { field: "new_memory", check: oneOf(Object.keys(VCPUS_BY_MEMORY)) },
  { field: "new_vcpu", check: oneOf(VCPUS) },
  { field: "new_gpu", check: oneOf(YES_NO) },
  { field: "new_high_performance_disk", check: oneOf(YES_NO) },
  { field: "new_search_server_version", check: text },
  { field: "new_high_availability", check: oneOf(YES_NO) },
  { field: "new_high_availability_node_count", check: integer(MIN_HA_NODES, MAX_HA_NODES) },
  { field: "new_search_delivery_network", check: oneOf(SEARCH_DELIVERY_NETWORKS) },
  { field: "new_region_node_counts", check: regionNodeCounts },
  { field: "notification_email_addresses", check: texts },
];

const SIZES = ["new_memory", "new_vcpu", "new_gpu", "new_high_performance_disk"];
const TOPOLOGY: readonly (keyof ShownSettings)[] = [
  "high_availability",
  "high_availability_node_count",
  "search_delivery_network",
  "region_node_counts",
];

/** What a well-formed change asks for. */
export interface ChangeRequest {
  /** Epoch milliseconds. */
  readonly performAt: number;
  readonly notification_email_addresses: readonly string[];
  /** Without `new_`. */
  readonly asked: Readonly<Partial<ShownSettings>>;
}

type Open = Pick<Assumptions, "size_fields_demanded" | "restart_body">;

/** The rules about the form of the body: properties, types, values, which go together. */
export function changeFormProblems(body: Readonly<Record<string, unknown>>, assumptions: Open): Problem[] {
  const problems = checkFields(body, FIELDS);
  const changed = Object.keys(body).filter((field) => field.startsWith("new_"));
  const sized = changed.some((field) => SIZES.includes(field));
  const demanded =
    changed.length === 0 ? assumptions.restart_body === "400" : assumptions.size_fields_demanded === "yes";
  if (demanded && !sized) {
    problems.push({ field: null, text: `at least one of ${SIZES.join(", ")} must be present` });
  }
  if (changed.includes("new_region_node_counts") && changed.includes("new_high_availability_node_count")) {
    const words = "new_region_node_counts must not be sent together with new_high_availability_node_count";
    problems.push({ field: null, text: words });
  }
  return problems;
}

/** Reads a body that has no {@link changeFormProblems}. */
export function readChange(body: Readonly<Record<string, unknown>>): ChangeRequest {
  const { perform_change_at: performAt, notification_email_addresses: addresses = [], ...changed } = body;
  const asked = Object.entries(changed).map(([field, value]) => [field.slice("new_".length), value]);
  return {
    performAt: Number(performAt) * 1000,
    notification_email_addresses: [addresses].flat().map(String),
    asked: Object.fromEntries(asked) as Partial<ShownSettings>,
  };
}

export interface ChangePlan {
  readonly sets: Partial<Settings>;
  readonly problems: Problem[];
}

/**
 * What a change gives to a cluster, and what of it cannot be; what was so before is not held against it.
 * @param version what the asked version comes to, or the cluster's own; null when there is none such
 */
export function planChange(
  cluster: Settings,
  asked: Partial<ShownSettings>,
  version: string | null,
): ChangePlan {
  const { memory, vcpu, gpu, high_performance_disk } = asked;
  const moves = TOPOLOGY.some((name) => name in asked);
  const topology = topologyAfter(cluster, asked);
  const sets: Partial<Settings> = {
    ...(memory === undefined ? {} : { memory }),
    ...(vcpu === undefined ? {} : { vcpu }),
    ...(gpu === undefined ? {} : { gpu }),
    ...(high_performance_disk === undefined ? {} : { high_performance_disk }),
    ...(asked.search_server_version === undefined || version === null
      ? {}
      : { search_server_version: version }),
    ...(moves
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
    { ...cluster, ...sets, search_server_version: asked.search_server_version, topology },
    version,
  );
  const added = after.filter(({ text: words }) => !before.some((one) => one.text === words));
  const off: Problem = { field: "high_availability", text: "cannot be turned off again" };
  const turnsOff = cluster.high_availability === "yes" && topology.highAvailability === "no";
  const problems = (turnsOff ? [off] : added).map(({ field, text: words }) => ({
    field: field === null ? null : `new_${field}`,
    text: words,
  }));
  return { sets, problems };
}

/** A change that turns the network on turns high availability on too (open-points.md, section 3). */
function topologyAfter(cluster: Settings, asked: Partial<ShownSettings>): TopologyRequest {
  const network = asked.search_delivery_network ?? cluster.search_delivery_network;
  const turnedOn = network !== "off" && cluster.search_delivery_network === "off";
  const highAvailability = asked.high_availability ?? (turnedOn ? "yes" : cluster.high_availability);
  const nodeCount = asked.high_availability_node_count ?? null;
  const counts = asked.region_node_counts ?? null;
  // Several nodes in the one region that there is: their number is asked for, or follows from what is turned on.
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

function regionNodeCounts(value: unknown): string | null {
  if (typeof value === "string") return "must be an object of region and number of nodes";
  const read = readRegionNodeCounts(value);
  return "problem" in read ? read.problem : null;
}
