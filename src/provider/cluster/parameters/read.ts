import type { ClusterRecord } from "../../../client";
import { clientOf } from "../../service";
import type { ClusterCall } from "../read";
import type { ClusterValues } from "../schema";
import { entriesOf, heldUnder, type Parameters } from "./difference";

/** Answers that say that a cluster shows no parameters in its state. */
const STATE_FORBIDS: readonly (number | null)[] = [400, 404, 409, 422];

/**
 * The parameters that state lists, as the service holds them: one request, and none where state lists none. Names that are
 * gone are left out, which shows as drift. Of a cluster that is not in service, a refusal says nothing: state stays.
 */
export async function readParameters(
  call: Pick<ClusterCall, "service" | "signal">,
  { id, status }: Pick<ClusterRecord, "id" | "status">,
  owned: Parameters | null,
): Promise<Pick<ClusterValues, "server_parameters"> | undefined> {
  const names = entriesOf(owned).map(([name]) => name);
  if (names.length === 0) return undefined;
  try {
    const live = await clientOf(call.service).parameters(id, { signal: call.signal });
    return { server_parameters: heldUnder(names, live) };
  } catch (error) {
    const answered = error instanceof Error && "status" in error ? (error.status as number | null) : null;
    if (status !== "in_service" && STATE_FORBIDS.includes(answered)) return undefined;
    throw error;
  }
}
