import type { ServerParameterRecord } from "../../../../src/client";
import type { ParameterValues } from "../../../../src/provider/resources/serverParameter/schema";

/** Returns a parameter as the client reads it. */
export function parameterRecord(changes: Partial<ServerParameterRecord> = {}): ServerParameterRecord {
  return {
    id: "p-1",
    parameter_name: "max-per-page",
    parameter_value: "500",
    created_at: 1_700_000_000,
    updated_at: 1_700_000_000.5,
    ...changes,
  };
}

/** Returns a parameter as Terraform stores it. */
export function parameterValues(values: Partial<ParameterValues> = {}): ParameterValues {
  return {
    id: "p-1",
    cluster_id: "c-1",
    name: "max-per-page",
    value: "500",
    created_at: "2023-11-14T22:13:20Z",
    updated_at: "2023-11-14T22:13:20.500Z",
    ...values,
  };
}
