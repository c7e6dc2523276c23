import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import type { StoredParameter } from "./record";

/** A server configuration parameter as the API answers it (docs/design/api-assumptions.md#parameters). */
export interface ParameterAnswer {
  id: string;
  parameter_name: string;
  /** Always text. */
  parameter_value: string;
  /** ISO 8601, unlike in every other record; or epoch seconds. */
  created_at: string | number;
  updated_at: string | number;
}

export function answerParameter(
  parameter: StoredParameter,
  assumptions: Pick<Assumptions, "parameter_times">,
): ParameterAnswer {
  const iso = assumptions.parameter_times === "iso";
  const time = (moment: number) => (iso ? new Date(moment).toISOString() : seconds(moment));
  return {
    id: parameter.id,
    parameter_name: parameter.name,
    parameter_value: parameter.value,
    created_at: time(parameter.createdAt),
    updated_at: time(parameter.updatedAt),
  };
}
