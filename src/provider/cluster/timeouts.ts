import { parseDuration } from "../../framework";
import type { ClusterValues } from "./schema";

/** How long operations may take where the configuration does not say. */
export const TIMEOUTS = { create: "30m", update: "6h", delete: "10m" } as const;

/** Milliseconds that a create may take until the cluster is in service. */
export function createTimeout({ timeouts }: Pick<ClusterValues, "timeouts">): number {
  return parseDuration(timeouts?.create ?? TIMEOUTS.create) ?? 0;
}

/** Milliseconds that an update may take. */
export function updateTimeout({ timeouts }: Pick<ClusterValues, "timeouts">): number {
  return parseDuration(timeouts?.update ?? TIMEOUTS.update) ?? 0;
}
