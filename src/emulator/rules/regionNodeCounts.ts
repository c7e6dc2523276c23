import { REGIONS } from "../../api/enumerations";
import { MIN_NODES_PER_REGION } from "../../api/limits";
import { isRecord } from "./fields";

/** Nodes per region, or what is wrong with the value. */
export type RegionNodeCounts = { counts: Record<string, number> } | { problem: string };

/** Reads region_node_counts: an object, or a text that holds one as JSON (management API, Request bodies). */
export function readRegionNodeCounts(value: unknown): RegionNodeCounts {
  const object = typeof value === "string" ? parsed(value) : value;
  if (!isRecord(object)) return { problem: "must be an object of region and number of nodes" };
  const entries = Object.entries(object);
  if (entries.length === 0) return { problem: "must have at least 1 region" };
  const counts: Record<string, number> = {};
  for (const [region, nodes] of entries) {
    if (!REGIONS.some((known) => known === region)) {
      return { problem: `has an unknown region ${region}; the regions are ${REGIONS.join(", ")}` };
    }
    if (typeof nodes !== "number" || !Number.isInteger(nodes) || nodes < MIN_NODES_PER_REGION) {
      return { problem: `must have a whole number of ${MIN_NODES_PER_REGION} or more for ${region}` };
    }
    counts[region] = nodes;
  }
  return { counts };
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}
