import type { ServerParameterRecord } from "../../client";
import { TerraformError } from "../../framework";
import { failedAs } from "../api/errors";
import { valueProblem } from "../api/parameterValue";
import { whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { called, observedParameter } from "./model";
import type { ParameterValues } from "./schema";
import type { ParameterCall } from "./types";

export const PURPOSE = "to set a server parameter of";

/** Whether a refusal is about the value itself, so that no wait helps. */
export function isHopeless({ name, value }: ParameterValues): boolean {
  return valueProblem(name, value) !== undefined;
}

/** Sets a parameter that the cluster does not have yet. */
export async function createParameter(
  call: ParameterCall,
  planned: ParameterValues,
): Promise<Partial<ParameterValues>> {
  const { cluster_id: cluster } = planned;
  const record = await whenFree(call, clientOf(call.service), cluster, {
    purpose: PURPOSE,
    isFinal: isHopeless(planned),
    attempt: async () => ({ done: await create(call, planned) }),
  });
  call.setPrivateState({ cluster, host: clientOf(call.service).host });
  const values = observedParameter(record);
  call.saveState(values);
  return values;
}

/**
 * A name that exists already belongs to somebody else, or to a run that was interrupted: its value is not overwritten. Another
 * client may set it between the read and the request, which the service then refuses in words of its own.
 */
async function create(call: ParameterCall, planned: ParameterValues): Promise<ServerParameterRecord> {
  const client = clientOf(call.service);
  await refuseExisting(call, planned);
  const body = { parameter_name: planned.name, parameter_value: planned.value };
  try {
    return await client.createParameter(planned.cluster_id, body, { signal: call.signal });
  } catch (error) {
    if (failedAs(error, "refused", "invalid")) await refuseExisting(call, planned);
    throw error;
  }
}

async function refuseExisting({ service, signal }: ParameterCall, planned: ParameterValues): Promise<void> {
  const { cluster_id: cluster, name } = planned;
  const all = await clientOf(service).parameters(cluster, { signal });
  const existing = all.find((record) => record.parameter_name === name);
  if (!existing) return;
  const id = `${cluster}/${name}`;
  throw new TerraformError(
    `${called(planned)} already exists`,
    `It has the value "${existing.parameter_value}", and nothing was changed. A cluster has each name once, so a replacement with ` +
      "create_before_destroy cannot keep the name. If a searchcloud_cluster manages it in its server_parameters, edit it there. To manage it " +
      `here, import it, and apply again:\n\n  import {\n    to = searchcloud_server_parameter.NAME\n    id = "${id}"\n  }\n\nor ` +
      `\`terraform import searchcloud_server_parameter.NAME ${id}\`. The next plan then shows the value as an edit.`,
    ["name"],
  );
}
