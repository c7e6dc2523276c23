import { TerraformError } from "../../framework";
import { describeChange, describeClone } from "../api/describe";
import { failedAs } from "../api/errors";
import { readInFlight } from "../clusterChange/inFlight";
import { clientOf } from "../service";
import type { ClusterCall, ClusterValues } from "./types";

/**
 * Runs a write to the cluster itself. A refusal names the change or clone that may be in the way (docs/design/laws.md#l11): as the
 * service shows it now, else as state knows it.
 */
export async function namingWhatBlocks<T>(
  call: ClusterCall,
  state: ClusterValues,
  write: () => Promise<T>,
): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!failedAs(error, "refused", "invalid")) throw error;
    const found = await blockingNow(call, state).catch(() => pendingIn(state));
    if (found === undefined) throw error;
    throw new TerraformError(error.summary, `${error.detail} In the way may be: ${found}.`);
  }
}

async function blockingNow(call: ClusterCall, { id }: ClusterValues): Promise<string | undefined> {
  const { active, scheduled } = await readInFlight(clientOf(call.service), id ?? "", call.signal);
  const found = active ?? scheduled;
  return found && (found.kind === "clone" ? describeClone(found.record) : describeChange(found.record));
}

function pendingIn({ pending_change: change }: ClusterValues): string | undefined {
  return change
    ? `Configuration change ${change.id} (${change.status}, due ${change.perform_change_at})`
    : undefined;
}
