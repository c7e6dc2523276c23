import { withinVersion } from "../../../../api/comparison";
import type { NodeStatus } from "../../../../dataPlane";
import type { Check } from "./check";

/** A server's own word for its version: some put a letter before it. */
const bare = (version: string) => version.replace(/^v/i, "");

/**
 * What the nodes of the clone come to; undefined: to nothing yet. A healthy node with another version is none that will become the
 * wanted one.
 */
export function compareNodes(
  nodes: readonly NodeStatus[],
  { runs, wanted }: { readonly runs: string; readonly wanted: string },
): Check | undefined {
  const other = nodes.filter(
    ({ healthy, version }) => healthy && version !== null && !withinVersion(bare(version), wanted),
  );
  const detail = other.map(({ url, version }) => `${url} runs ${version} instead of ${wanted}`).join("; ");
  if (other.length > 0) return nodesCheck(nodes, runs, detail);
  return nodes.every(({ healthy, version }) => healthy && version !== null)
    ? nodesCheck(nodes, runs, null)
    : undefined;
}

/** What the nodes come to when the time is up in which they had to become healthy. */
export function nodesTimedOut(nodes: readonly NodeStatus[], runs: string, waited: string): Check {
  const ill = nodes.filter(({ healthy, version }) => !healthy || version === null);
  const why = ill.map(({ url, error, resource_error }) =>
    [url, resource_error ?? error ?? "does not say its version"].join(": "),
  );
  return nodesCheck(nodes, runs, `after ${waited}: ${why.join("; ")}`);
}

function nodesCheck(nodes: readonly NodeStatus[], runs: string, detail: string | null): Check {
  const healthy = nodes.filter((one) => one.healthy).length;
  const versions = [...new Set(nodes.flatMap(({ version }) => version ?? []))].join(", ");
  return {
    name: "nodes",
    source: runs,
    clone: [`${healthy} of ${nodes.length} healthy`, versions].filter(Boolean).join(", "),
    passed: detail === null,
    detail,
  };
}
