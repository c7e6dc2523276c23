import { type Settings, settingsOf } from "../changes/record";
import type { StoredCluster } from "../clusters/record";
import { valuesOf } from "../parameters/record";

/** What a clone makes: the source as it was when the clone was asked for, with the asked region and version. */
export interface Copy extends Settings {
  readonly name: string | null;
  readonly auto_upgrade_capacity: boolean | null;
  /** Server parameters by name. */
  readonly parameters: Readonly<Record<string, string>>;
}

/** From where to where a clone goes, and what it makes there. */
export interface Copying {
  readonly source_region: string;
  readonly target_region: string;
  readonly copy: Copy;
}

/** @param asked the region and the version, where they are to be others */
export function copyOf(
  cluster: StoredCluster,
  asked: { readonly target_region?: string; readonly search_server_version?: string },
): Copying {
  const settings = settingsOf(cluster);
  const [source_region = ""] = Object.keys(settings.region_node_counts).sort();
  const { target_region = source_region, search_server_version = settings.search_server_version } = asked;
  const copy: Copy = {
    ...settings,
    name: cluster.name,
    auto_upgrade_capacity: cluster.auto_upgrade_capacity,
    parameters: valuesOf(cluster.parameters),
    region_node_counts: moved(settings.region_node_counts, source_region, target_region),
    search_server_version,
  };
  return { source_region, target_region, copy };
}

/** The nodes of one region in another one, unless there are some already. */
function moved(counts: Readonly<Record<string, number>>, from: string, to: string): Record<string, number> {
  if (Object.hasOwn(counts, to)) return { ...counts };
  return Object.fromEntries(
    Object.entries(counts).map(([region, nodes]) => [region === from ? to : region, nodes]),
  );
}
