import type { ClusterRecord } from "../../../../client";
import { formatDuration } from "../../../../framework";
import { describeCluster } from "../../../model/describe";
import { clientOf } from "../../../shared/service";
import { isStarting } from "../model";
import { mustReadChanges } from "../pendingState";
import type { ParametersRead } from "../privateState";
import type { ClusterCall, ClusterValues } from "../schema";
import { entriesOf, heldUnder, lastWrite } from "./difference";

/** Statuses with which the service may refuse to list parameters while a cluster starts. */
const STATE_FORBIDS: readonly (number | null)[] = [400, 404, 409, 422];

interface ReadParameters {
  /** Empty if the state stays as it is. */
  readonly values: Partial<ClusterValues>;
  /** Epoch seconds of the last write of a value that is not in the state. */
  readonly writtenAt?: number | undefined;
  /** For private state. */
  readonly read?: ParametersRead;
}

/**
 * Reads the parameters that are in the state: one request; none if there are none, or if `server_parameters_max_age` allows the result
 * of an earlier refresh. Leaves out deleted names, which shows as drift. If a cluster that is not in service rejects the request, the
 * state stays as it is.
 */
export async function readParameters(
  call: ClusterCall,
  cluster: ClusterRecord,
  state: ClusterValues,
): Promise<ReadParameters> {
  const { service, signal } = call;
  const { id, status } = cluster;
  const known = new Map(entriesOf(state.server_parameters));
  if (known.size === 0) return { values: {} };
  const earlier = earlierRead(call, cluster, state);
  if (earlier) return { values: {}, read: earlier };
  try {
    const client = clientOf(service);
    const live = await client.parameters(id, { signal });
    const { provisioned_at, search_server_version } = cluster;
    const read = { at: Math.floor(client.serverNow() / 1000), provisioned_at, search_server_version };
    // After an interrupted create, the state has the planned values, not the written ones.
    const isNews = (name: string, value: string) =>
      known.has(name) && (isStarting(state) || known.get(name) !== value);
    const news = live.filter((one) => isNews(one.parameter_name, one.parameter_value));
    return {
      values: { server_parameters: heldUnder([...known.keys()], live) },
      writtenAt: lastWrite(news),
      ...(service.parametersMaxAge > 0 && { read }),
    };
  } catch (error) {
    const answered = error instanceof Error && "status" in error ? (error.status as number | null) : null;
    if (status !== "in_service" && STATE_FORBIDS.includes(answered)) return { values: {} };
    throw error;
  }
}

/**
 * Returns an earlier refresh that can replace this one: it is recent enough, it read the same cluster, and Terraform knows of no change
 * since.
 */
function earlierRead(
  { service, privateState, warn }: ClusterCall,
  cluster: ClusterRecord,
  state: ClusterValues,
): ParametersRead | undefined {
  const earlier = privateState?.parameters_read;
  if (earlier === undefined || service.parametersMaxAge === 0) return undefined;
  const age = clientOf(service).serverNow() - earlier.at * 1000;
  if (age < 0 || age > service.parametersMaxAge) return undefined;
  const isSame =
    earlier.provisioned_at === cluster.provisioned_at &&
    earlier.search_server_version === cluster.search_server_version;
  if (!isSame || mustReadChanges(privateState, cluster, state)) return undefined;
  warn(
    "Some server_parameters were not read again",
    `Those of cluster ${describeCluster(cluster)} are the values that a refresh read ${formatDuration(age)} ago, because of ` +
      "server_parameters_max_age. Changes outside of Terraform since then are not shown.",
  );
  return earlier;
}
