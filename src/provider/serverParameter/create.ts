import type { ServerParameterRecord } from "../../client";
import { TerraformError } from "../../framework";
import { failedAs } from "../api/errors";
import { whenFree } from "../clusterChange/whenFree";
import { clientOf } from "../service";
import { called, observedParameter } from "./model";
import type { ParameterCall } from "./resource";
import type { ParameterValues } from "./schema";
import { valueProblem } from "./validateValue";

export const PURPOSE = "to set a server parameter of";

/** A value that speaks against itself is not waited for a second refusal. */
export function isHopeless({ name, value }: ParameterValues): boolean {
  return valueProblem(name, value) !== undefined;
}

/** Sets a parameter that the cluster does not have yet. */
export async function createParameter(
  call: ParameterCall,
  planned: ParameterValues,
): Promise<Partial<ParameterValues>> {
  const record = await whenFree(call, clientOf(call.service), planned.cluster_id, {
    purpose: PURPOSE,
    isFinal: isHopeless(planned),
    attempt: async () => ({ done: await make(call, planned) }),
  });
  call.setPrivateState({ cluster: planned.cluster_id, host: clientOf(call.service).host });
  const values = observedParameter(record);
  call.saveState(values);
  return values;
}

/**
 * A name that exists already belongs to somebody else, or to a run that was cut off: its value is not overwritten. The service
 * refuses a second one too, in words of its own; by then somebody else may have been faster.
 */
async function make(call: ParameterCall, planned: ParameterValues): Promise<ServerParameterRecord> {
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
    `${called(planned)} exists already`,
    `It has the value "${existing.parameter_value}", and nothing was changed. To manage it here, take it over with an import block, and apply ` +
      `again:\n\n  import {\n    to = searchcloud_server_parameter.NAME\n    id = "${id}"\n  }\n\nor with ` +
      `\`terraform import searchcloud_server_parameter.NAME ${id}\`. The next plan then shows the value as an edit. A cluster has each name ` +
      "once, so a replacement with create_before_destroy cannot keep the name. If a searchcloud_cluster manages it in its server_parameters, " +
      "edit it there.",
    ["name"],
  );
}
