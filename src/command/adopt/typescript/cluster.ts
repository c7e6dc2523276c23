import type { ClusterConfiguration } from "../../../adoption";
import {
  CREATE_SETTINGS,
  propertyOf,
  type RequiredSetting,
  type SettingIn,
  settingOf,
} from "../../../api/settings";
import type { AdoptedCluster } from "../model";
import { array, atom, type Code, call, comment, object, statement, templateOf, textCode } from "./code";
import { countsCode, type TopologyName, topologyCode } from "./topology";

/** The statements that make a cluster and import it; `variable` is what it is called. */
export function clusterStatements(cluster: AdoptedCluster, variable: string): string[] {
  const { id, constructId, attributes, comments } = cluster;
  const topology = topologyCode(cluster);
  const props = propsOf(cluster, topology.code);
  return [
    ...comments.map(comment),
    statement(`const ${variable} = `, call("new Cluster", atom("stack"), textCode(constructId), props)),
    ...fixes(attributes, topology.left, variable),
    statement("", call(`${variable}.importFrom`, textCode(templateOf(id)))),
  ];
}

type OptionalSetting = Exclude<SettingIn<"create">, "name" | RequiredSetting | TopologyName>;

/** The settings that are props of their own, and that a configuration may leave out. */
const OPTIONAL = CREATE_SETTINGS.filter((name): name is OptionalSetting => {
  const { required, group } = settingOf(name);
  return name !== "name" && !required && group !== "topology";
});

/** In the order of the construct's docs; what is a default there is left out. */
function propsOf({ constructId, attributes, parameters, ignored }: AdoptedCluster, topology: Code): Code {
  const { name, memory, vcpu } = attributes;
  const byName = parameters.map(({ name, value }) => [templateOf(name), text(value)]);
  return object(
    {
      clusterName: name === null || name === constructId ? undefined : text(name),
      memory: text(memory),
      vcpu: text(vcpu),
      topology,
      ...Object.fromEntries(OPTIONAL.map((one) => [propertyOf(one), optional(attributes[one])])),
      serverParameters: byName.length > 0 ? object(Object.fromEntries(byName)) : undefined,
      lifecycle:
        ignored.length > 0
          ? object({ ignoreChanges: array(ignored.map((one) => textCode(one))) })
          : undefined,
    },
    true,
  );
}

const text = (value: string): Code => textCode(templateOf(value));
const optional = (value: string | boolean | null) =>
  typeof value === "string" ? text(value) : value === true ? atom(true) : undefined;

/** What the construct and its `Topology` cannot say is said to the resource that it makes. */
function fixes(attributes: ClusterConfiguration, left: readonly TopologyName[], variable: string): string[] {
  const resource = `${variable}Resource`;
  const lines = [
    ...(attributes.name === null ? [`${resource}.resetName();`] : []),
    ...left.map((name) => fix(resource, name, attributes)),
  ];
  if (lines.length === 0) return [];
  return [
    ...(attributes.name === null
      ? [comment("The cluster has no name; the construct would give it one.")]
      : []),
    ...(left.length > 0 ? [comment("No Topology says just what the cluster is.")] : []),
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
  if (name === "regions") return regions === null ? undefined : array(regions.map(text));
  if (name === "region_node_counts") return counts === null ? undefined : countsCode(counts);
  const value = attributes[name];
  if (value === null) return undefined;
  return typeof value === "string" ? text(value) : atom(value);
}
