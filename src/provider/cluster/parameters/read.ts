import type { ClusterRecord } from "../../../client";
import { clientOf } from "../../service";
import { isStarting } from "../model";
import type { ClusterCall, ClusterValues } from "../types";
import { entriesOf, heldUnder, lastWrite } from "./difference";

/** Statuses with which the service may refuse to list parameters while a cluster starts. */
const STATE_FORBIDS: readonly (number | null)[] = [400, 404, 409, 422];

/**
 * The parameters that state lists, as the service holds them: one request, and none where state lists none. Deleted names
 * are left out, which shows as drift. A cluster that is not in service may refuse; then state stays.
 *
 * @returns `values`, empty where state stays as it is; and `writtenAt`, the epoch seconds at which the service last took a value that
 * state does not have
 */
export async function readParameters(
  { service, signal }: Pick<ClusterCall, "service" | "signal">,
  { id, status }: Pick<ClusterRecord, "id" | "status">,
  state: ClusterValues,
): Promise<{ readonly values: Partial<ClusterValues>; readonly writtenAt?: number | undefined }> {
  const known = new Map(entriesOf(state.server_parameters));
  if (known.size === 0) return { values: {} };
  try {
    const live = await clientOf(service).parameters(id, { signal });
    // The state of a create that was cut off says what was planned, not what was written.
    const isNews = (name: string, value: string) =>
      known.has(name) && (isStarting(state) || known.get(name) !== value);
    const news = live.filter((one) => isNews(one.parameter_name, one.parameter_value));
    return { values: { server_parameters: heldUnder([...known.keys()], live) }, writtenAt: lastWrite(news) };
  } catch (error) {
    const answered = error instanceof Error && "status" in error ? (error.status as number | null) : null;
    if (status !== "in_service" && STATE_FORBIDS.includes(answered)) return { values: {} };
    throw error;
  }
}
