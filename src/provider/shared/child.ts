import type { Client } from "../../client";
import { type Call, GONE, type Gone, isUnknown, TerraformError, type Unknown } from "../../framework";
import { NoClusterError } from "../model/errors";
import { uncapitalized } from "../model/words";
import { clientOf, type Service } from "./service";

/** The private state of a resource that belongs to a cluster. */
export interface ChildPrivateState {
  readonly cluster: string;
  /** Host of the service that answered with it. A 404 from another host proves nothing. */
  readonly host: string;
  /** From the import until the first read. */
  readonly importing?: true;
}

/** A call for an object of a cluster, whatever its values are. */
export type ChildCall = Omit<Call<never, Service, ChildPrivateState>, "config" | "timedAs">;

/** Returns the private state to store once the service has answered. */
export function childPrivateState(service: Service, cluster: string): ChildPrivateState {
  return { cluster, host: clientOf(service).host };
}

/**
 * Splits the id by which a resource that belongs to a cluster is imported.
 *
 * @param forms the allowed forms: `"<cluster_id>/<id>"`
 * @throws TerraformError if a part is missing.
 */
export function splitImportId(id: string, forms: string) {
  const slash = id.indexOf("/");
  const [cluster, child] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && child !== "") return { cluster, child };
  throw new TerraformError("Invalid import id", `"${id}" must be ${forms}.`);
}

/** Returns the import by `<cluster_id>/<id>`; `parts` names what the two identify. */
export function importBy(parts: string) {
  return async ({ service, setPrivateState }: ChildCall, id: string) => {
    const { cluster, child } = splitImportId(id, `"<cluster_id>/<id>", ${parts}`);
    setPrivateState({ ...childPrivateState(service, cluster), importing: true });
    return { id: child, cluster_id: cluster };
  };
}

/** Returns the name of a cluster in the sentences of a plan. */
export function clusterDisplayName(id: string | Unknown): string {
  return isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`;
}

/**
 * Reads the cluster of a request afresh.
 *
 * @param purpose as in "to clone"
 * @throws NoClusterError if it is gone or being terminated.
 */
export async function readPresentCluster(client: Client, id: string, purpose: string, signal: AbortSignal) {
  const seen = await client.read(id, "fresh", { signal });
  if (seen.kind === "present") return seen.cluster;
  throw new NoClusterError(id, purpose, seen);
}

/**
 * Refuses a 404 from a host that never knew the resource, because that does not prove that it is gone (docs/design/laws.md#l2).
 *
 * @param what with a capital: "Server parameter max-per-page of cluster c-1"
 * @throws TerraformError if the state was written against another host.
 */
export function refuseOtherHost(
  {
    service,
    privateState,
  }: { service: Service; privateState: Partial<Pick<ChildPrivateState, "host">> | undefined },
  what: string,
): void {
  const { host } = clientOf(service);
  if (privateState?.host !== undefined) refuseElsewhere(what, [privateState.host], [host], "base_url");
}

/**
 * Does the same for any addresses. One that is still in use is enough.
 *
 * @param setting the setting that determines where requests go
 * @throws TerraformError if the state was written against none of the current addresses.
 */
export function refuseElsewhere(
  what: string,
  before: readonly string[],
  now: readonly string[],
  setting: string,
): void {
  if (before.some((address) => now.includes(address))) return;
  const sent = now.join(", ");
  throw new TerraformError(
    `${what} is not at ${sent}`,
    `The state was written against ${before.join(", ")}. The provider now sends its requests to ${sent}, where a 404 proves ` +
      `nothing. Nothing was changed. Set ${setting} back, or remove the resource from the state.`,
  );
}

/** Checks the first causes of a 404 during a refresh: {@link refuseOtherHost}, and a failed import. */
export function refuseMissing(call: ChildCall, what: string): void {
  refuseOtherHost(call, what);
  refuseImport(call, what);
}

/** Refuses to import what does not exist. */
export function refuseImport(
  { privateState }: { privateState: Partial<Pick<ChildPrivateState, "importing">> | undefined },
  what: string,
  answers = SERVICE_ANSWERS,
): void {
  if (!privateState?.importing) return;
  // Terraform composes all strings before they reach the provider.
  const composed = /[^\0-\x7f]/.test(what) ? ` ${COMPOSED}` : "";
  throw new TerraformError(
    `Cannot import ${uncapitalized(what)}`,
    `${answers} 404: it does not exist, or this key cannot see it. Check both parts of the id.${composed}`,
  );
}

const SERVICE_ANSWERS = "The service answers";
/** The counterpart of {@link SERVICE_ANSWERS} for what is on nodes. */
export const NODES_ANSWER = "The nodes answer";
const COMPOSED =
  "Terraform composes strings (Unicode NFC), so it cannot import anything whose name has decomposed characters (NFD).";

/**
 * Removes what the service no longer knows from the state, with a warning.
 *
 * @param why the likely cause, besides a key that cannot see it
 * @param left anything that it leaves behind, as a sentence
 */
export function reportGone(
  { warn }: Pick<ChildCall, "warn">,
  what: string,
  why: string,
  left?: string,
  answers = SERVICE_ANSWERS,
): Gone {
  const words = left === undefined ? "" : ` ${left}`;
  const seen = `${answers} 404: ${why}, or this key cannot see it.`;
  warn(`${what} is gone`, `${seen}${words} It has been removed from the state.`);
  return GONE;
}
