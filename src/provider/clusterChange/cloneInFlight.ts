import { ENDED_STATUSES } from "../../api/enumerations";
import type { CloningOperationRecord } from "../../client";

/** Whether a cloning operation is pending or in progress; a status that nobody knows means that it goes on. */
export function isOnItsWay({ status }: { readonly status: string | null }): boolean {
  return status !== null && !ENDED_STATUSES.includes(status);
}

/** A cloning operation as people can find it again. */
export function describeClone(record: CloningOperationRecord): string {
  const { id, target_region: region, search_server_version: version, status } = record;
  const what = [region, version && `version ${version}`, status].filter(Boolean).join(", ");
  return `Cloning operation ${id} (${what})`;
}
