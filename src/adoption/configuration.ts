import { CREATE_SETTINGS, settingOf } from "../api/settings";
import { findProblems } from "../framework";
import { networkOn, oneNodePerRegion, totalNodes } from "../provider/model/topology";
import type { ClusterValues } from "../provider/resources/cluster/schema";
import { clusterSchema } from "../provider/resources/cluster/schema";
import { clusterValidators } from "../provider/resources/cluster/validators";

const NAMES = [...CREATE_SETTINGS, "regions"] as const satisfies readonly (keyof ClusterValues)[];

type Name = (typeof NAMES)[number];

/** What a configuration may say of a cluster that exists; null: it leaves that out. */
export type ClusterConfiguration = Readonly<Pick<ClusterValues, Name>>;

export interface ConfiguredCluster {
  readonly configuration: ClusterConfiguration;
  /** Attributes that Terraform has to ignore: what is configured stands in for what cannot be said. */
  readonly ignored: readonly Name[];
}

/** What makes up where the nodes are. */
const WHERE = ["regions", "region_node_counts"] as const satisfies readonly Name[];

/**
 * The configuration that plans nothing for a cluster with these values. Older clusters may be what no configuration may say
 * today: then it says less, as far as that keeps to the rules.
 *
 * @returns what is wrong instead, where no configuration will do
 */
export function configurationFor(
  values: Partial<ClusterValues>,
): ConfiguredCluster | { readonly why: string } {
  const whole = inShortestForm(values);
  const [region = "unknown"] = whole.regions ?? Object.keys(whole.region_node_counts ?? {});
  const nowhere: ClusterConfiguration = {
    ...whole,
    search_delivery_network: null,
    high_availability: null,
    high_availability_node_count: null,
    regions: [region],
    region_node_counts: null,
  };
  const isKnown = (values.region_node_counts ?? null) !== null;
  const ways: readonly ConfiguredCluster[] = [
    ...(isKnown ? [whole, withoutRefused(whole)] : []).map((configuration) => ({
      configuration,
      ignored: [],
    })),
    ...[nowhere, withoutRefused(nowhere)].map((configuration) => ({ configuration, ignored: WHERE })),
  ];
  const found = ways.find(({ configuration }) => configurationProblem(configuration) === undefined);
  return found ?? { why: configurationProblem(nowhere) ?? "" };
}

/** Leaves out each optional size that the rules of the resource refuse. */
function withoutRefused(configuration: ClusterConfiguration): ClusterConfiguration {
  const refused = new Set(
    findProblems(clusterSchema, clusterValidators, withNulls(configuration)).map(({ path }) => path?.[0]),
  );
  const optional = CREATE_SETTINGS.filter((name) => {
    const { group, required } = settingOf(name);
    return group === "size" && !required && refused.has(name);
  });
  return { ...configuration, ...Object.fromEntries(optional.map((name) => [name, null])) };
}

/** What the rules of the resource say against a configuration. */
export function configurationProblem(configuration: ClusterConfiguration): string | undefined {
  const [problem] = findProblems(clusterSchema, clusterValidators, withNulls(configuration));
  return problem && `${problem.summary}: ${problem.detail}`;
}

/** The topology as people write it: regions where they tell the number of nodes, else the counts. */
function inShortestForm(values: Partial<ClusterValues>): ClusterConfiguration {
  const all = withNulls(values);
  const given = Object.fromEntries(NAMES.map((name) => [name, all[name]])) as unknown as ClusterConfiguration;
  const { region_node_counts: counts, search_delivery_network: network } = given;
  const { high_availability: isAvailable, high_availability_node_count: count } = given;
  if (counts === null) return given;
  const inEach = Object.values(counts);
  const isTold = networkOn(network)
    ? oneNodePerRegion(network) && inEach.every((nodes) => nodes === 1)
    : inEach.length === 1 && (isAvailable ? count : 1) === totalNodes(counts);
  if (isTold) return { ...given, region_node_counts: null };
  return { ...given, regions: null, high_availability_node_count: null };
}

/** All values of a cluster, null where they are not given. */
function withNulls(values: Partial<ClusterValues>): ClusterValues {
  const names = Object.keys(clusterSchema) as (keyof ClusterValues)[];
  return Object.fromEntries(names.map((name) => [name, values[name] ?? null])) as unknown as ClusterValues;
}
