import { decomposedIn } from "../framework";
import { lastWrite } from "../provider/resources/cluster/parameters/difference";
import { schema } from "../provider/resources/cluster/schema";
import type { NodeCall } from "../provider/shared/dataPlane";
import { clientOf } from "../provider/shared/service";

export interface ConfigurableParameter {
  readonly id: string;
  readonly name: string;
  readonly value: string;
}

/** The server parameters of a cluster that a configuration may name, by name, and when one was last written (epoch seconds): one request. */
export async function configurableParameters(
  { service, signal }: NodeCall,
  clusterId: string,
): Promise<{
  readonly parameters: readonly ConfigurableParameter[];
  readonly writtenAt: number | undefined;
}> {
  const records = await clientOf(service).parameters(clusterId, { signal });
  const [isNamed] = schema.server_parameters.validators;
  const parameters = records
    .map(({ id, parameter_name: name, parameter_value: value }) => ({ id, name, value }))
    .filter(
      ({ name, value }) =>
        isNamed?.({ [name]: value }) === undefined && decomposedIn([name, value]) === undefined,
    )
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return { parameters, writtenAt: lastWrite(records) };
}
