import type { Assumptions } from "../assumptions";
import { seconds } from "../clock";
import type { StoredParameter } from "../store/cluster";

/** A server configuration parameter as the API answers it (docs/design/api-assumptions.md#parameters). */
export function answerParameter(
  { id, name, value, createdAt, updatedAt }: StoredParameter,
  { parameter_times }: Pick<Assumptions, "parameter_times">,
) {
  // ISO 8601, unlike in every other record; or epoch seconds.
  const time = (moment: number): string | number =>
    parameter_times === "iso" ? new Date(moment).toISOString() : seconds(moment);
  return {
    id,
    parameter_name: name,
    parameter_value: value,
    created_at: time(createdAt),
    updated_at: time(updatedAt),
  };
}
