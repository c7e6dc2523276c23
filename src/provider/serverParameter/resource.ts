import { type Call, define, GONE, type Gone, TerraformError } from "../../framework";
import { NoCluster } from "../api/errors";
import type { ChildPrivateState } from "../child";
import { refuseOtherHost, splitImportId } from "../child";
import { whenFree } from "../clusterChange/whenFree";
import { clientOf, type Service } from "../service";
import { createParameter, isHopeless, PURPOSE } from "./create";
import { called, observedParameter } from "./model";
import { planParameter } from "./plan";
import { sharedRead } from "./read";
import { type ParameterValues, schema } from "./schema";

export type ParameterCall = Call<ParameterValues, Service, ChildPrivateState>;

/** `searchcloud_server_parameter`: one parameter of the server configuration (docs/design/architecture.md#types). */
export const serverParameter = define<Service, ChildPrivateState>().resource({
  name: "server_parameter",
  description:
    "One parameter of the server configuration of a cluster that no `searchcloud_cluster` of this configuration manages; those have " +
    "`server_parameters`, which restart the cluster too. A parameter takes effect, and a deleted one ceases to, at the next restart of the " +
    "cluster: every configuration change restarts it, also a `searchcloud_configuration_change` without any `new_*` value.",
  schema,
  // A configuration change that runs is waited for when it keeps the parameter from being written.
  timeouts: { create: "6h", update: "6h", delete: "6h" },
  updates: {
    set: {
      carriedBy: "PATCH /clusters/{cluster_id}/server-configuration-parameters/{id}",
      makesUnknown: ["updated_at"],
      apply: async (call, { prior, planned }) => {
        const client = clientOf(call.service);
        const set = () =>
          client.updateParameter(prior.cluster_id, prior.id ?? "", planned.value, { signal: call.signal });
        const record = await whenFree(call, prior.cluster_id, PURPOSE, set, isHopeless(planned));
        call.setPrivateState({ cluster: prior.cluster_id, host: client.host });
        return observedParameter(record);
      },
    },
  },
  plan: planParameter,
  create: createParameter,
  read: readParameter,
  delete: deleteParameter,
  import: importParameter,
  importIds: [
    { form: "cluster_id/name", example: "kq3v9x2m7c1d/max-per-page" },
    { form: "cluster_id/id", example: "kq3v9x2m7c1d/0b9f6c1e-52d4-4d43-9a55-6f0f3b1a7a10" },
  ],
});

async function readParameter(
  call: ParameterCall,
  state: ParameterValues,
): Promise<Partial<ParameterValues> | Gone> {
  const client = clientOf(call.service);
  const record = await sharedRead(client, state.cluster_id, state.id ?? "", call.signal);
  if (record) {
    call.setPrivateState({ cluster: state.cluster_id, host: client.host });
    return observedParameter(record);
  }
  if (call.privateState?.importing) throw cannotImport(state.cluster_id, state.name);
  refuseOtherHost(call, called(state));
  call.warn(
    `${called(state)} is gone`,
    "The service answers 404: it was deleted outside of Terraform, its cluster was terminated, or this key cannot see it. It has been removed " +
      "from the state.",
  );
  return GONE;
}

/** What belongs to a cluster that is going away goes with it (docs/design/laws.md#l11). */
async function deleteParameter(call: ParameterCall, state: ParameterValues): Promise<void> {
  const { cluster_id: cluster, id } = state;
  const client = clientOf(call.service);
  try {
    const outcome = await whenFree(call, cluster, PURPOSE, () =>
      client.deleteParameter(cluster, id ?? "", { signal: call.signal }),
    );
    if (outcome === "missing") refuseOtherHost(call, called(state));
  } catch (error) {
    if (!(error instanceof NoCluster)) throw error;
    if (error.status === null) refuseOtherHost(call, called(state));
  }
}

/** People know the name; the service's own pages may show the id. */
async function importParameter(call: ParameterCall, id: string): Promise<Partial<ParameterValues>> {
  const { cluster, child } = splitImportId(
    id,
    '"<cluster_id>/<name>" or "<cluster_id>/<id>", as in "kq3v9x2m7c1d/max-per-page"',
  );
  const client = clientOf(call.service);
  const all = await client.parameters(cluster, { signal: call.signal });
  const found =
    all.find((record) => record.id === child) ?? all.find((record) => record.parameter_name === child);
  if (!found)
    throw cannotImport(
      cluster,
      child,
      all.map(({ parameter_name }) => parameter_name),
    );
  call.setPrivateState({ cluster, host: client.host, importing: true });
  return { id: found.id, cluster_id: cluster, name: found.parameter_name, value: found.parameter_value };
}

function cannotImport(cluster: string, child: string, names?: readonly string[]): TerraformError {
  const has = names && (names.length === 0 ? "It has none." : `It has: ${[...names].sort().join(", ")}.`);
  return new TerraformError(
    `Cannot import server parameter "${child}" of cluster ${cluster}`,
    has
      ? `The cluster has no server parameter of this name or id. ${has} To set a new one, leave out the import.`
      : "The service answers 404: the cluster has no such parameter any more, or this key cannot see it.",
  );
}
