import { CHANGE_SETTINGS, propertyOf, type SettingIn, settingOf } from "../src/api/settings";
import type { ICluster } from "./clusterInterface";
import type { ConfigurationChangeOptions } from "./configurationChangeOptions";
import { Cluster as ClusterResource } from "./generated/cluster";

type Camel<Name extends string> = Name extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Name;
type ClusterProp = Camel<SettingIn<"change">>;

/**
 * Returns the props of the `Cluster` that define what a change with these settings touches, so that its next deploy would undo the
 * change. None where no `Cluster` of this program manages the cluster.
 */
export function propsUndoing(cluster: ICluster, settings: ConfigurationChangeOptions): string[] {
  const resource = cluster.node.defaultChild;
  if (!(resource instanceof ClusterResource)) return [];
  const ignored = resource.lifecycle?.ignoreChanges ?? [];
  const undoing = CHANGE_SETTINGS.flatMap((name) => {
    const prop = propertyOf(name) as ClusterProp;
    const newProp = propertyOf(`new_${name}`) as `new${Capitalize<ClusterProp>}`;
    const isTopology = settingOf(name).group === "topology";
    const attributes = name === "region_node_counts" ? ["regions", name] : [name];
    const isDefined = isTopology || resource[`${prop}Input`] !== undefined;
    const isIgnored = attributes.every((one) => ignored === "all" || ignored.includes(one));
    return settings[newProp] !== undefined && isDefined && !isIgnored ? [isTopology ? "topology" : prop] : [];
  });
  return [...new Set(undoing)];
}
