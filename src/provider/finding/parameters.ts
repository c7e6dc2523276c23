import type { ServerParameterRecord } from "../../client";
import { findDecomposed } from "../../framework";
import { clusterSchema } from "../resources/cluster/schema";

/** A server parameter that a configuration may set. */
export interface ConfigurableParameter {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** Sorts server parameters by name, and separates those that no configuration may set. */
export function configurableParameters(records: readonly ServerParameterRecord[]): {
  readonly parameters: readonly ConfigurableParameter[];
  /** The names of the others. */
  readonly leftOut: readonly string[];
} {
  const [isNamed] = clusterSchema.server_parameters.validators;
  const all = records
    .map(({ id, parameter_name: name, parameter_value: value }) => ({ id, name, value }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const isConfigurable = ({ name, value }: ConfigurableParameter) =>
    isNamed?.({ [name]: value }) === undefined && findDecomposed([name, value]) === undefined;
  return {
    parameters: all.filter(isConfigurable),
    leftOut: all.filter((one) => !isConfigurable(one)).map(({ name }) => name),
  };
}
