import { isOlder, isWithinVersion } from "../../../api/versions";
import type { ClusterRecord } from "../../../client";
import type { NodeStatus } from "../../../dataPlane";
import { TerraformError } from "../../../framework";
import type { Check } from "../../shared/comparison/table";

/** Returns the error for a version that the cluster runs already; undefined if it runs another one, or reports none. */
export function runsAlreadyError(
  source: string,
  runs: string | null,
  wanted: string,
): TerraformError | undefined {
  if (runs === null || !isWithinVersion(runs, wanted)) return undefined;
  return new TerraformError(
    `Cluster ${source} already runs server version ${runs}`,
    `There is nothing to rehearse for ${wanted}: a clone at this version would be billed to compare the version with itself. Nothing was requested. Set ` +
      "search_server_version to another version, or remove the rehearsal and the change that follows it: the upgrade is done.",
    ["search_server_version"],
  );
}

/** True if the source changed since its rehearsal began, and now runs the wanted version or a newer one. */
export function hasOvertaken(
  wanted: string,
  { from, runs }: { readonly from: string | null | undefined; readonly runs: string | null },
): boolean {
  if (typeof from !== "string" || runs === null || runs === from) return false;
  return isWithinVersion(runs, wanted) || isOlder(wanted, runs);
}

/** Returns the version that a rehearsal proves: in the service's words if the clone runs what was wanted. */
export function versionOf({ search_server_version: runs }: ClusterRecord, wanted: string): string {
  return runs !== null && isWithinVersion(runs, wanted) ? runs : wanted;
}

/**
 * Judges the nodes of the clone; undefined while some are not healthy. A healthy node with another version fails at once, because it
 * will not change.
 */
export function compareNodeVersions(
  nodes: readonly NodeStatus[],
  { runs, wanted }: { readonly runs: string; readonly wanted: string },
): Check | undefined {
  const other = nodes.filter(
    // Some servers put a letter before their version.
    ({ healthy, version }) =>
      healthy && version !== null && !isWithinVersion(version.replace(/^v/i, ""), wanted),
  );
  const detail = other.map(({ url, version }) => `${url} runs ${version} instead of ${wanted}`).join("; ");
  if (other.length > 0) return nodesComparison(nodes, runs, detail);
  return nodes.every(({ healthy, version }) => healthy && version !== null)
    ? nodesComparison(nodes, runs, null)
    : undefined;
}

/** Returns the failure of nodes that were not healthy in time. */
export function nodesTimedOut(nodes: readonly NodeStatus[], runs: string, waited: string): Check {
  const unhealthy = nodes.filter(({ healthy, version }) => !healthy || version === null);
  const reasons = unhealthy.map(({ url, error, resource_error }) =>
    [url, resource_error ?? error ?? "does not report its version"].join(": "),
  );
  return nodesComparison(nodes, runs, `after ${waited}: ${reasons.join("; ")}`);
}

function nodesComparison(nodes: readonly NodeStatus[], runs: string, detail: string | null): Check {
  const healthy = nodes.filter((one) => one.healthy).length;
  const versions = [...new Set(nodes.flatMap(({ version }) => version ?? []))].join(", ");
  return {
    name: "nodes",
    reference: runs,
    candidate: [`${healthy} of ${nodes.length} healthy`, versions].filter(Boolean).join(", "),
    passed: detail === null,
    detail,
  };
}
