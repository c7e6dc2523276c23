import type { Client } from "../client";
import { TerraformError } from "../framework";
import { NamesTaken } from "./names";

/** What every resource and data source of this provider works with. */
export interface Service {
  /** Absent while the provider's configuration depends on a value that is only known after apply. */
  readonly client?: Client;
  readonly allowDuplicateNames: boolean;
  readonly names: NamesTaken;
}

export function serviceOf(client: Client | undefined, allowDuplicateNames: boolean): Service {
  return { client, allowDuplicateNames, names: new NamesTaken() };
}

/** The client, for what cannot be done without asking the service. */
export function clientOf(service: Service): Client {
  if (service.client) return service.client;
  throw new TerraformError(
    "The provider's configuration is not known yet",
    "An attribute of the provider (its api_key or base_url, say) comes from something that is only known after apply, " +
      "and the service must be asked now. Create what it comes from first: terraform apply -target=…, then apply again.",
  );
}
