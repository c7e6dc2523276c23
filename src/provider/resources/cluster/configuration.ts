import { CREATE_SETTINGS, settingOf } from "../../../api/settings";
import { findProblems } from "../../../framework";
import { networkOn, oneNodePerRegion, totalNodes } from "../../model/topology";
import { type ClusterValues, clusterSchema } from "./schema";
import { clusterValidators } from "./validators";

const NAMES = [...CREATE_SETTINGS, "regions"] as const satisfies readonly (keyof ClusterValues)[];

type Name = (typeof NAMES)[number];

/** The configuration of an existing cluster. Null: the attribute is not set. */
export type ClusterConfiguration = Readonly<Pick<ClusterValues, Name>>;

interface ConfiguredCluster {
  readonly configuration: ClusterConfiguration;
  /** Attributes that Terraform has to ignore, because their configured values are placeholders. */
  readonly ignored: readonly Name[];
}

/** The attributes for the location of the nodes. */
const LOCATION = ["regions", "region_node_counts"] as const satisfies readonly Name[];

/**
 * Returns the configuration whose plan is empty for a cluster with these values. Older clusters may have values that are no longer
 * valid: then it sets fewer attributes.
 *
 * @param nodeRegions the regions of its nodes, for a cluster whose node counts the service does not report
 * @returns the reason if no valid configuration has an empty plan
 */
export function configurationFor(
  values: Partial<ClusterValues>,
  nodeRegions: readonly string[] = [],
): ConfiguredCluster | { readonly why: string } {
  const located = nodeRegions.length > 0 ? { regions: [...new Set(nodeRegions)].sort() } : {};
  const whole = inShortestForm({ ...values, ...(!values.regions && located) });
  const [region = "unknown"] = whole.regions ?? Object.keys(whole.region_node_counts ?? {});
  const unlocated: ClusterConfiguration = {
    ...whole,
    search_delivery_network: null,
    high_availability: null,
    high_availability_node_count: null,
    regions: [region],
    region_node_counts: null,
  };
  const isKnown = (values.region_node_counts ?? null) !== null;
  const candidates: readonly ConfiguredCluster[] = [
    ...(isKnown ? [whole, withoutRejected(whole)] : []).map((configuration) => ({
      configuration,
      ignored: [],
    })),
    ...[unlocated, withoutRejected(unlocated)].map((configuration) => ({ configuration, ignored: LOCATION })),
  ];
  const found = candidates.find(({ configuration }) => configurationProblem(configuration) === undefined);
  return found ?? { why: configurationProblem(unlocated) ?? "" };
}

/**
 * Returns the configuration for code that Terraform generates, which can ignore no attributes. If only a placeholder is valid, the real values
 * are there instead: the next step fails, and nobody moves a cluster by accident.
 */
export function generatedConfiguration(state: ClusterValues): Partial<ClusterValues> {
  const found = configurationFor(state);
  return "why" in found || found.ignored.length > 0 ? inShortestForm(state) : found.configuration;
}

/** Leaves out each optional size that the validation of the resource rejects. */
function withoutRejected(configuration: ClusterConfiguration): ClusterConfiguration {
  const rejected = new Set(
    findProblems(clusterSchema, clusterValidators, withNulls(configuration)).map(({ path }) => path?.[0]),
  );
  const optional = CREATE_SETTINGS.filter((name) => {
    const { group, required } = settingOf(name);
    return group === "size" && !required && rejected.has(name);
  });
  return { ...configuration, ...Object.fromEntries(optional.map((name) => [name, null])) };
}

/** Returns the first problem that the resource's validation finds. */
function configurationProblem(configuration: ClusterConfiguration): string | undefined {
  const [problem] = findProblems(clusterSchema, clusterValidators, withNulls(configuration));
  return problem && `${problem.summary}: ${problem.detail}`;
}

/** Writes the topology as people do: regions if they imply the node counts, else the counts. */
function inShortestForm(values: Partial<ClusterValues>): ClusterConfiguration {
  const all = withNulls(values);
  const given = Object.fromEntries(NAMES.map((name) => [name, all[name]])) as unknown as ClusterConfiguration;
  const { region_node_counts: counts, search_delivery_network: network } = given;
  const { high_availability: isAvailable, high_availability_node_count: count } = given;
  if (counts === null) return given;
  const inEach = Object.values(counts);
  const isImplied = networkOn(network)
    ? oneNodePerRegion(network) && inEach.every((nodes) => nodes === 1)
    : inEach.length === 1 && (isAvailable ? count : 1) === totalNodes(counts);
  if (isImplied) return { ...given, region_node_counts: null };
  return { ...given, regions: null, high_availability_node_count: null };
}

/** Returns all attributes of a cluster, null by default. */
function withNulls(values: Partial<ClusterValues>): ClusterValues {
  const names = Object.keys(clusterSchema) as (keyof ClusterValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as unknown as ClusterValues;
}
