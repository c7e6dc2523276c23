import type { ServerParameterRecord } from "../../../client";
import { TerraformError } from "../../../framework";
import { isRefusal } from "../../model/errors";
import { importBlock } from "../../model/importBlock";
import { valueProblem } from "../../model/parameterValue";
import { whenFree } from "../../shared/changes/whenFree";
import { privateStateOf } from "../../shared/child";
import { clientOf } from "../../shared/service";
import { called, observedParameter } from "./read";
import type { ParameterCall, ParameterValues } from "./schema";

export const PURPOSE = "to set a server parameter of";

/**
 * Sets a parameter that the cluster does not have yet. A name that exists already belongs to somebody else, or to a run that was
 * interrupted: its value is not overwritten. Another client may set it between the read and the request, which the service then
 * refuses in words of its own.
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

/** Sends a value as soon as the cluster is free; a value that cannot be right is not waited with. */
export async function write(
  call: ParameterCall,
  { cluster_id: cluster, name, value }: ParameterValues,
  send: () => Promise<ServerParameterRecord>,
): Promise<Partial<ParameterValues>> {
  const record = await whenFree(call, clientOf(call.service), cluster, {
    purpose: PURPOSE,
    isFinal: valueProblem(name, value) !== undefined,
    attempt: async () => ({ done: await send() }),
  });
  call.setPrivateState(privateStateOf(call.service, cluster));
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
    `${called(planned)} already exists`,
    `It has the value "${existing.parameter_value}", and nothing was changed. A cluster has each name once, so a replacement with ` +
      "create_before_destroy cannot keep the name. If a searchcloud_cluster manages it in its server_parameters, edit it there. To manage it " +
      `here, import it, and apply again:\n\n${importBlock("server_parameter", id)}\n\nor ` +
      `\`terraform import searchcloud_server_parameter.NAME ${id}\`. The next plan then shows the value as an edit.`,
    ["name"],
  );
}
