import type { ClusterConfiguration } from "../../../adoption";
import {
  CREATE_SETTINGS,
  propertyOf,
  type RequiredSetting,
  type SettingIn,
  settingOf,
} from "../../../api/settings";
import type { AdoptedCluster } from "../model";
import {
  array,
  atom,
  type Code,
  call,
  comment,
  literal,
  object,
  statement,
  template,
  templateOf,
} from "./code";
import { countsCode, type TopologyName, topologyCode } from "./topology";

/** Returns the statements that create a cluster in a variable, and import it. */
export function clusterStatements(cluster: AdoptedCluster, variable: string): string[] {
  const { id, constructId, attributes, comments } = cluster;
  const topology = topologyCode(cluster);
  const props = propsOf(cluster, topology.code);
  return [
    ...comments.map(comment),
    statement(`const ${variable} = `, call("new Cluster", atom("stack"), literal(constructId), props)),
    ...fixes(attributes, topology.remaining, variable),
    statement("", call(`${variable}.importFrom`, template(id))),
  ];
}

type OptionalSetting = Exclude<SettingIn<"create">, "name" | RequiredSetting | TopologyName>;

/** The optional settings with a prop of their own. */
const OPTIONAL = CREATE_SETTINGS.filter((name): name is OptionalSetting => {
  const { required, group } = settingOf(name);
  return name !== "name" && !required && group !== "topology";
});

/** Returns the props in the order of the construct's docs, without defaults. */
function propsOf({ constructId, attributes, parameters, ignored }: AdoptedCluster, topology: Code): Code {
  const { name, memory, vcpu } = attributes;
  const byName = parameters.map(({ name, value }) => [templateOf(name), template(value)]);
  return object(
    {
      clusterName: name === null || name === constructId ? undefined : template(name),
      memory: template(memory),
      vcpu: template(vcpu),
      topology,
      ...Object.fromEntries(OPTIONAL.map((one) => [propertyOf(one), propCode(attributes[one])])),
      serverParameters: byName.length > 0 ? object(Object.fromEntries(byName)) : undefined,
      lifecycle: ignored.length > 0 ? object({ ignoreChanges: array(ignored.map(literal)) }) : undefined,
    },
    true,
  );
}

const propCode = (value: string | boolean | null) =>
  typeof value === "string" ? template(value) : value === true ? atom(true) : undefined;

/** Returns the statements that set on the resource what the construct and its `Topology` cannot express. */
function fixes(
  attributes: ClusterConfiguration,
  remaining: readonly TopologyName[],
  variable: string,
): string[] {
  const resource = `${variable}Resource`;
  const lines = [
    ...(attributes.name === null ? [`${resource}.resetName();`] : []),
    ...remaining.map((name) => fix(resource, name, attributes)),
  ];
  if (lines.length === 0) return [];
  return [
    ...(attributes.name === null
      ? [comment("The cluster has no name; the construct would give it one.")]
      : []),
    ...(remaining.length > 0 ? [comment("No Topology describes this cluster exactly.")] : []),
    `const ${resource} = ${variable}.node.defaultChild as l1.cluster.Cluster;`,
    ...lines,
  ];
}

function fix(resource: string, name: TopologyName, attributes: ClusterConfiguration): string {
  const property = PROPERTIES[name];
  const value = codeOf(name, attributes);
  if (value !== undefined) return statement(`${resource}.${property} = `, value);
  return `${resource}.reset${property.charAt(0).toUpperCase()}${property.slice(1)}();`;
}

const PROPERTIES: Readonly<Record<TopologyName, string>> = {
  high_availability: "highAvailability",
  search_delivery_network: "searchDeliveryNetwork",
  high_availability_node_count: "highAvailabilityNodeCount",
  regions: "regions",
  region_node_counts: "regionNodeCounts",
};

function codeOf(name: TopologyName, attributes: ClusterConfiguration): Code | undefined {
  const { regions, region_node_counts: counts } = attributes;
  if (name === "regions") return regions === null ? undefined : array(regions.map(template));
  if (name === "region_node_counts") return counts === null ? undefined : countsCode(counts);
  const value = attributes[name];
  if (value === null) return undefined;
  return typeof value === "string" ? template(value) : atom(value);
}
