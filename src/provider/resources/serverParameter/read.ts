import type { ServerParameterRecord } from "../../../client";
import { toInstant } from "../../model/convert";

import { childPrivateState, gone, refuseMissing } from "../../shared/child";

import { clientOf } from "../../shared/service";
import type { ParameterCall, ParameterValues } from "./schema";

export async function readParameter(call: ParameterCall, state: ParameterValues) {
  const { cluster_id: cluster, id } = state;
  const record = await clientOf(call.service).sharedParameter(cluster, id ?? "", { signal: call.signal });
  if (record) {
    call.setPrivateState(childPrivateState(call.service, cluster));
    return observedParameter(record);
  }
  refuseMissing(call, parameterDisplayName(state));
  return gone(
    call,
    parameterDisplayName(state),
    "it was deleted outside of Terraform, its cluster was terminated",
  );
}

/** What a record says of a parameter, in the names of the resource. Its name stays in the user's words: it cannot change. */
export function observedParameter(record: ServerParameterRecord): Partial<ParameterValues> {
  return {
    id: record.id,
    value: record.parameter_value,
    created_at: toInstant(record.created_at),
    updated_at: toInstant(record.updated_at),
  };
}

/** As a sentence begins with it: `Server parameter "max-per-page" of cluster c-1`. */
export function parameterDisplayName({
  name,
  cluster_id,
}: Pick<ParameterValues, "name" | "cluster_id">): string {
  return `Server parameter "${name}" of cluster ${cluster_id}`;
}
