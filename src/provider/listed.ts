import { isLeaving } from "../api/enumerations";
import { TerraformError } from "../framework";
import type { ChildCall } from "./child";
import { clientOf } from "./service";

type Reading = Pick<ChildCall, "service" | "signal">;

/**
 * A 404 for a cluster counts only where the list, from the same address with the same key, does not show it: another server at a
 * wrong base_url cannot list clusters, and that call fails (docs/design/laws.md#l2).
 *
 * @param what with a capital: `Cluster "products" (c-1)`
 */
export async function refuseIfListed({ service, signal }: Reading, id: string, what: string): Promise<void> {
  const client = clientOf(service);
  // An older listing already leaves out what has answered 404.
  const { clusters } = await client.clusterListing({ maxAge: 0, signal });
  const listed = clusters.find((one) => one.id === id);
  if (listed && !isLeaving(listed)) throw unreadable(client.host, what, listed.status);
}

/** The error for what a service lists and yet answers 404 for. */
export function unreadable(host: string, what: string, status: string): TerraformError {
  return new TerraformError(
    `${what} cannot be read`,
    `${host} answers 404 for it, but lists it as ${status}. Nothing was changed, and it stays in the state. Run again in a few minutes.`,
  );
}
