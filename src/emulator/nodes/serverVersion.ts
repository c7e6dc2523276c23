import type { StoredCluster } from "../clusters/record";
import { compareVersions } from "../rules/versions";

/** Whether the server of a cluster follows the rules of version 30; those below follow the ones of 29. */
export function isSince30({ search_server_version }: Pick<StoredCluster, "search_server_version">): boolean {
  return compareVersions(search_server_version, "30.0") >= 0;
}
