import { define, TerraformError } from "../../../framework";
import { NoCluster } from "../../model/errors";
import { whenFree } from "../../shared/changes/whenFree";
import { type ChildPrivateState, privateStateOf, refuseOtherHost, splitImportId } from "../../shared/child";
import { clientOf, type Service } from "../../shared/service";
import { createParameter, PURPOSE, write } from "./create";
import { planParameter } from "./plan";
import { called, readParameter } from "./read";
import { type ParameterCall, type ParameterValues, schema } from "./schema";

/** `searchcloud_server_parameter`: one parameter of the server configuration (docs/design/architecture.md#types). */
export const serverParameter = define<Service, ChildPrivateState>().resource({
  name: "server_parameter",
  description:
    "One parameter of the server configuration of a cluster that no `searchcloud_cluster` of this configuration manages. Those have " +
    "`server_parameters`, which restart the cluster too. A new value, and a deletion, take effect at the next restart of the cluster. Every " +
    "configuration change restarts it, also a `searchcloud_configuration_change` without any `new_*` value.",
  schema,
  // A write that a running configuration change keeps from being accepted waits for the end of that change.
  timeouts: { create: "6h", update: "6h", delete: "6h" },
  updates: {
    set: {
      request: "PATCH /clusters/{cluster_id}/server-configuration-parameters/{id}",
      makesUnknown: ["updated_at"],
      apply(call, { prior: { cluster_id: cluster, id }, planned }) {
        const { service, signal } = call;
        const update = () => clientOf(service).updateParameter(cluster, id ?? "", planned.value, { signal });
        return write(call, planned, update);
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

/** What belongs to a cluster that is going away goes with it (docs/design/laws.md#l11). */
async function deleteParameter(call: ParameterCall, state: ParameterValues): Promise<void> {
  const { cluster_id: cluster, id } = state;
  const { signal } = call;
  const client = clientOf(call.service);
  const outcome = await whenFree(call, client, cluster, {
    purpose: PURPOSE,
    attempt: async () => ({ done: await client.deleteParameter(cluster, id ?? "", { signal }) }),
  }).catch((error: unknown) => {
    if (error instanceof NoCluster) return error.status ?? "missing";
    throw error;
  });
  if (outcome === "missing") refuseOtherHost(call, called(state));
}

/** People know the name; the service's own pages may show the id. */
async function importParameter(call: ParameterCall, id: string): Promise<Partial<ParameterValues>> {
  const { cluster, child } = splitImportId(
    id,
    '"<cluster_id>/<name>" or "<cluster_id>/<id>", as in "kq3v9x2m7c1d/max-per-page"',
  );
  const all = await clientOf(call.service).parameters(cluster, { signal: call.signal });
  const found =
    all.find((record) => record.id === child) ?? all.find((record) => record.parameter_name === child);
  if (!found) {
    const names = all.map(({ parameter_name }) => parameter_name).sort();
    const has = names.length === 0 ? "It has none." : `It has: ${names.join(", ")}.`;
    throw new TerraformError(
      `Cannot import server parameter "${child}" of cluster ${cluster}`,
      `The cluster has no server parameter with this name or id. ${has} To set a new one, leave out the import.`,
    );
  }
  call.setPrivateState({ ...privateStateOf(call.service, cluster), importing: true });
  return { id: found.id, cluster_id: cluster, name: found.parameter_name, value: found.parameter_value };
}
