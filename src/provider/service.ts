import type { Client } from "../client";
import { TerraformError } from "../framework";

/** What every resource and data source of this provider works with. */
export interface Service {
  /** Absent while the provider's configuration depends on a value that is only known after apply. */
  readonly client?: Client;
  readonly allowDuplicateNames: boolean;
  /** Milliseconds for which a refresh may take server parameters from an earlier one; 0: never. */
  readonly parametersMaxAge: number;
  /** Names of the clusters that this process is creating: the second create of a name must see the first. */
  readonly names: Set<string>;
}

export function serviceOf(
  client: Client | undefined,
  { allowDuplicateNames = false, parametersMaxAge = 0 }: Partial<Service> = {},
): Service {
  return { client, allowDuplicateNames, parametersMaxAge, names: new Set() };
}

/** The client, for what cannot be done without a request. */
export function clientOf(service: Service): Client {
  if (service.client) return service.client;
  throw new TerraformError(
    "The provider's configuration is not known yet",
    "An attribute of the provider block (its api_key or base_url, say) depends on a value that is only known after apply, and this step " +
      "needs the service. First create the resource that the value comes from (apply with -target=…), then apply again.",
  );
}
