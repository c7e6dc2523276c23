import { failedAs } from "../api/errors";
import { type Attempt, whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import type { ClusterCall } from "./types";

/**
 * Runs a write to the cluster itself, with its lock. A refusal waits for the change or clone in the way, or names it
 * (docs/design/laws.md#l11).
 *
 * @param purpose as in "to rename" (the cluster)
 */
export function writeToCluster<T>(
  call: ClusterCall,
  id: string,
  purpose: string,
  write: () => Promise<T>,
): Promise<T> {
  const attempt = async (): Promise<Attempt<T>> => {
    try {
      return { done: await write() };
    } catch (error) {
      if (failedAs(error, "refused", "invalid")) return { refused: error };
      throw error;
    }
  };
  return whenFree(call, clientOf(call.service), id, { purpose, attempt });
}
