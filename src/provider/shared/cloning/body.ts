import type { CreateCloningOperationBody } from "../../../client";
import { isUnknown, type Plannable } from "../../../framework";

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

/** The source and the body of a clone that is planned; undefined while a part of it is not known. */
export function plannedClone(
  planned: Plannable<RequestedBody & { readonly cluster_id: string }>,
): { readonly source: string; readonly body: CreateCloningOperationBody } | undefined {
  const { cluster_id: source, target_region, search_server_version, notification_email_addresses } = planned;
  if (isUnknown(source) || isUnknown(target_region)) return undefined;
  if (isUnknown(search_server_version) || isUnknown(notification_email_addresses)) return undefined;
  return { source, body: createBody({ target_region, search_server_version, notification_email_addresses }) };
}
