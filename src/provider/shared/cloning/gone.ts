import { failedAs } from "../../model/errors";
import { CLONE, called } from "../changes/inFlight";
import type { ChildCall } from "../child";
import { clientOf } from "../service";
import { unreadable } from "../termination";

/**
 * A 404 for a cloning operation counts only where its source is gone, or does not list it: without it, nobody would know of its
 * clone, which is billed (docs/design/laws.md#l1, #l2).
 */
export async function refuseIfOperationListed(
  { service, signal }: Pick<ChildCall, "service" | "signal">,
  operation: { readonly id: string | null; readonly cluster_id: string },
): Promise<void> {
  const { id, cluster_id: source } = operation;
  const client = clientOf(service);
  const { kind } = await client.read(source, "fresh", { signal });
  if (kind !== "present") return;
  const all = await client.cloningOperations(source, { signal }).catch((error: unknown) => {
    if (failedAs(error, "not_found")) return [];
    throw error;
  });
  const listed = all.find((one) => one.id === id);
  if (listed) throw unreadable(client.host, called(CLONE, operation), listed.status);
}

/** What a cloning operation may leave whose record goes with its source, as a sentence. */
export const MAY_HAVE_LEFT =
  "If it had created a clone by then, that is a cluster of its own and is billed: look for it in the account.";
