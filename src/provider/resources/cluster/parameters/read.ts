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

export interface ReadParameters {
  /** Empty where state stays as it is. */
  readonly values: Partial<ClusterValues>;
  /** Epoch seconds at which the service last took a value that state does not have. */
  readonly writtenAt?: number | undefined;
  /** For private state. */
  readonly read?: ParametersRead;
}

/**
 * The parameters that state lists, as the service holds them: one request, and none where state lists none, or where
 * `server_parameters_max_age` lets an earlier refresh do. Deleted names are left out, which shows as drift. A cluster that is not in
 * service may refuse; then state stays.
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
    // The state of a create that was cut off says what was planned, not what was written.
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
 * The refresh that stands for this one: it is young enough, the cluster is the one that it saw, and nothing that Terraform knows of
 * has happened to it since.
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
    `Those of cluster ${describeCluster(cluster)} are as a refresh found them ${formatDuration(age)} ago, because of ` +
      "server_parameters_max_age. What was changed outside of Terraform since then does not show.",
  );
  return earlier;
}
