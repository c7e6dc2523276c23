import type { CreateCloningOperationBody } from "../../client";

/** What a configuration says of a clone. */
interface RequestedBody {
  readonly target_region: string | null;
  readonly search_server_version: string | null;
  readonly notification_email_addresses: readonly string[] | null;
}

/** The body of createCloningOperation: what the configuration says, and nothing else. */
export function createBody(given: RequestedBody): CreateCloningOperationBody {
  const {
    target_region: region,
    search_server_version: version,
    notification_email_addresses: readers,
  } = given;
  return {
    ...(region !== null && { target_region: region }),
    ...(version !== null && { search_server_version: version }),
    ...(readers && readers.length > 0 && { notification_email_addresses: [...readers] }),
  };
}
