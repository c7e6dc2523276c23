import type { OperationId } from "../../../api/operations";
import type { ServerParameterRecord } from "../../../client";
import { define, isUnknown, type Plannable, TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { isRefusal, NoClusterError } from "../../model/errors";
import { valueProblem } from "../../model/parameterValue";
import { importBlock } from "../../model/words";
import { whenFree } from "../../shared/changes/whenFree";
import {
  type ChildPrivateState,
  childPrivateState,
  clusterDisplayName,
  refuseMissing,
  refuseOtherHost,
  reportGone,
  splitImportId,
} from "../../shared/child";
import { childIdentity } from "../../shared/childIdentity";
import { warnOfCredential } from "../../shared/preflight/credential";
import { clientOf, type Service } from "../../shared/service";
import {
  type ParameterCall,
  type ParameterPlanning,
  type ParameterValues,
  serverParameterSchema,
} from "./schema";

/** `searchcloud_server_parameter`: one parameter of the server configuration (docs/design/architecture.md#types). */
export const serverParameter = define<Service, ChildPrivateState>().resource({
  name: "server_parameter",
  description:
    "One parameter of the server configuration of a cluster that no `searchcloud_cluster` of this configuration manages. Those have " +
    "`server_parameters`, which restart the cluster too. A new value, and a deletion, take effect at the next restart of the cluster. Every " +
    "configuration change restarts it, also a `searchcloud_configuration_change` without any `new_*` value.",
  schema: serverParameterSchema,
  // A write that a running configuration change blocks waits for the end of that change.
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
  // A cluster has each name once. The id is another one if somebody deletes the parameter and sets it again.
  identity: childIdentity("name", "Name of the parameter."),
});

/** Deletes a parameter. If its cluster is being terminated, the parameter ends with it (docs/design/laws.md#l11). */
async function deleteParameter(call: ParameterCall, state: ParameterValues): Promise<void> {
  const { cluster_id: cluster, id } = state;
  const { signal } = call;
  const client = clientOf(call.service);
  const outcome = await whenFree(call, client, cluster, {
    purpose: PURPOSE,
    attempt: async () => ({ done: await client.deleteParameter(cluster, id ?? "", { signal }) }),
  }).catch((error: unknown) => {
    if (error instanceof NoClusterError) return error.status ?? "missing";
    throw error;
  });
  if (outcome === "missing") refuseOtherHost(call, parameterDisplayName(state));
}

/** Imports a parameter by its name, which people know, or by its id, which the service's own pages may show. */
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
      `The cluster has no server parameter with this name or id. ${has} To set a new one, omit the import.`,
    );
  }
  call.setPrivateState({ ...childPrivateState(call.service, cluster), importing: true });
  return { id: found.id, cluster_id: cluster, name: found.parameter_name, value: found.parameter_value };
}

const PURPOSE = "to set a server parameter of";

/**
 * Sets a parameter that the cluster does not have yet. An existing name belongs to someone else, or to an interrupted run, so its
 * value is not overwritten. If another client sets it between the read and the request, the service refuses the request.
 */
export function createParameter(call: ParameterCall, planned: ParameterValues) {
  const { cluster_id: cluster, name, value } = planned;
  return write(call, planned, async () => {
    await refuseExisting(call, planned);
    const body = { parameter_name: name, parameter_value: value };
    try {
      return await clientOf(call.service).createParameter(cluster, body, { signal: call.signal });
    } catch (error) {
      if (isRefusal(error)) await refuseExisting(call, planned);
      throw error;
    }
  });
}

/** Sends a value as soon as the cluster is free. A value that cannot be right does not wait. */
async function write(
  call: ParameterCall,
  { cluster_id: cluster, name, value }: ParameterValues,
  send: () => Promise<ServerParameterRecord>,
): Promise<Partial<ParameterValues>> {
  const record = await whenFree(call, clientOf(call.service), cluster, {
    purpose: PURPOSE,
    isFinal: valueProblem(name, value) !== undefined,
    attempt: async () => ({ done: await send() }),
  });
  call.setPrivateState(childPrivateState(call.service, cluster));
  const values = observedParameter(record);
  call.saveState(values);
  return values;
}

async function refuseExisting({ service, signal }: ParameterCall, planned: ParameterValues): Promise<void> {
  const { cluster_id: cluster, name } = planned;
  const id = `${cluster}/${name}`;
  const all = await clientOf(service).parameters(cluster, { signal });
  const existing = all.find((record) => record.parameter_name === name);
  if (!existing) return;
  throw new TerraformError(
    `${parameterDisplayName(planned)} already exists`,
    `It has the value "${existing.parameter_value}", and nothing was changed. A cluster has each name once, so a replacement with ` +
      "create_before_destroy cannot keep the name. If a searchcloud_cluster manages it in its server_parameters, edit it there. To manage it " +
      `here, import it, and apply again:\n\n${importBlock("server_parameter", id)}\n\nor ` +
      `\`terraform import searchcloud_server_parameter.NAME ${id}\`. The next plan then shows the value as an edit.`,
    ["name"],
  );
}

type Values = Plannable<ParameterValues>;

const OPERATIONS: { readonly [action in ParameterPlanning["action"]]: readonly OperationId[] } = {
  create: ["listServerConfigurationParameters", "createServerConfigurationParameter"],
  update: ["updateServerConfigurationParameter"],
  delete: ["deleteServerConfigurationParameter"],
};

/**
 * Warns at plan of a value that the service may refuse, of the restart, and of capabilities that the key may lack
 * (docs/design/laws.md#l5).
 */
async function planParameter(planning: ParameterPlanning): Promise<void> {
  const { action, prior, planned, changed } = planning;
  if (action === "update" && !changed.includes("value")) return;
  const values = planned ?? prior;
  if (!values) return;
  const cluster = clusterDisplayName(values.cluster_id);
  if (planned) warnOfValue(planning, planned, cluster);
  warnOfRestart(planning, values, cluster);
  const what = action === "delete" ? "delete" : "set";
  await warnOfCredential(planning, `${what} server parameters of ${cluster}`, OPERATIONS[action]);
}

function warnOfValue({ warn }: ParameterPlanning, { name, value }: Values, cluster: string): void {
  if (isUnknown(name) || isUnknown(value)) return;
  const problem = valueProblem(name, value);
  if (!problem) return;
  warn(
    `The service may refuse server parameter "${name}" of ${cluster}`,
    `${problem} The service may accept more than this provider knows: it decides at apply.`,
    ["value"],
  );
}

/** All parameters of a cluster share one summary, because Terraform shows equal ones once. */
function warnOfRestart({ action, warn }: ParameterPlanning, { name }: Values, cluster: string): void {
  const displayName = isUnknown(name) ? "The parameter" : `"${name}"`;
  const [happens, triggers] =
    action === "delete"
      ? [`${displayName} is deleted at the service; the running server keeps it until`, '{ restart = "1" }']
      : [
          `${displayName} is stored at the service; the running server does not use it until`,
          "{ parameter = searchcloud_server_parameter.NAME.value }",
        ];
  warn(
    `Server parameters of ${cluster} take effect at its next restart`,
    `${happens} then. Every configuration change restarts the cluster, and one restart is enough for several parameters. To restart it for ` +
      `this alone, add a searchcloud_configuration_change without new_ values, with triggers = ${triggers}.`,
  );
}

async function readParameter(call: ParameterCall, state: ParameterValues) {
  const { cluster_id: cluster, id } = state;
  const record = await clientOf(call.service).sharedParameter(cluster, id ?? "", { signal: call.signal });
  if (record) {
    call.setPrivateState(childPrivateState(call.service, cluster));
    return observedParameter(record);
  }
  refuseMissing(call, parameterDisplayName(state));
  return reportGone(
    call,
    parameterDisplayName(state),
    "it was deleted outside of Terraform, its cluster was terminated",
  );
}

/** Returns the values of a record in the names of the resource. Its name stays as configured, because it cannot change. */
export function observedParameter(record: ServerParameterRecord): Partial<ParameterValues> {
  return {
    id: record.id,
    value: record.parameter_value,
    created_at: toInstant(record.created_at),
    updated_at: toInstant(record.updated_at),
  };
}

/** Returns the name of a parameter at the beginning of a sentence: `Server parameter "max-per-page" of cluster c-1`. */
function parameterDisplayName({ name, cluster_id }: Pick<ParameterValues, "name" | "cluster_id">): string {
  return `Server parameter "${name}" of cluster ${cluster_id}`;
}
