import type { Client } from "../../client";
import { type Call, GONE, type Gone, isUnknown, TerraformError, type Unknown } from "../../framework";
import { NoCluster } from "../model/errors";
import { uncapitalized } from "../model/words";
import { clientOf, type Service } from "./service";

/** What is stored beside the state of a resource that belongs to a cluster. */
export interface ChildPrivateState {
  readonly cluster: string;
  /** Host of the service that answered with it: a 404 from another host proves nothing. */
  readonly host: string;
  /** From import until the first read. */
  readonly importing?: true;
}

export type ChildCall = Call<never, Service, ChildPrivateState>;

/** What is stored once the service has answered. */
export function childPrivateState(service: Service, cluster: string): ChildPrivateState {
  return { cluster, host: clientOf(service).host };
}

/**
 * The two parts of the id by which a resource that belongs to a cluster is imported.
 *
 * @param forms the allowed forms: `"<cluster_id>/<id>"`
 * @throws TerraformError when a part is missing.
 */
export function splitImportId(id: string, forms: string) {
  const slash = id.indexOf("/");
  const [cluster, child] = [id.slice(0, slash), id.slice(slash + 1)];
  if (slash > 0 && child !== "") return { cluster, child };
  throw new TerraformError("Invalid import id", `"${id}" must be ${forms}.`);
}

/** The import by `<cluster_id>/<id>`; `parts` says what the two identify. */
export function importBy(parts: string) {
  return async ({ service, setPrivateState }: ChildCall, id: string) => {
    const { cluster, child } = splitImportId(id, `"<cluster_id>/<id>", ${parts}`);
    setPrivateState({ ...childPrivateState(service, cluster), importing: true });
    return { id: child, cluster_id: cluster };
  };
}

/** A cluster as the sentences of a plan name it. */
export function clusterNamed(id: string | Unknown): string {
  return isUnknown(id) ? "a cluster that is not known yet" : `cluster ${id}`;
}

/**
 * The cluster that a request is for, read anew.
 *
 * @param purpose as in "to clone"
 * @throws NoCluster when it is gone or being terminated.
 */
export async function presentCluster(client: Client, id: string, purpose: string, signal: AbortSignal) {
  const seen = await client.read(id, "fresh", { signal });
  if (seen.kind === "present") return seen.cluster;
  throw new NoCluster(id, purpose, seen);
}

/**
 * A 404 from a host that never knew it is no proof that it is gone (docs/design/laws.md#l2).
 *
 * @param what with a capital: "Server parameter max-per-page of cluster c-1"
 * @throws TerraformError when the state was written against another host.
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
 * The same for any addresses: one that is still the same is enough.
 *
 * @param setting which says where the requests go
 * @throws TerraformError when none of the addresses that the state was written against is one of those of now.
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
    `The state was written against ${before.join(", ")}. The provider now sends its requests to ${sent}, where an answer of 404 proves ` +
      `nothing. Nothing was changed. Set ${setting} back, or remove the resource from the state.`,
  );
}

/** What a refresh makes of a 404 first: {@link refuseOtherHost}, and a failed import. */
export function refuseMissing(call: ChildCall, what: string): void {
  refuseOtherHost(call, what);
  refuseImport(call, what);
}

/** What is to be imported must exist. */
export function refuseImport(
  { privateState }: { privateState: Partial<Pick<ChildPrivateState, "importing">> | undefined },
  what: string,
  answers = SERVICE_ANSWERS,
): void {
  if (!privateState?.importing) return;
  // An import block, like all text, reaches the provider composed.
  const composed = /[^\0-\x7f]/.test(what) ? ` ${COMPOSED}` : "";
  throw new TerraformError(
    `Cannot import ${uncapitalized(what)}`,
    `${answers} 404: it does not exist, or this key cannot see it. Check both parts of the id.${composed}`,
  );
}

const SERVICE_ANSWERS = "The service answers";
/** As {@link SERVICE_ANSWERS}, of what is on nodes. */
export const NODES_ANSWER = "The nodes answer";
const COMPOSED =
  "Terraform composes text (Unicode NFC), so it cannot import anything whose name has decomposed characters (NFD).";

/**
 * Removes from the state what the service no longer knows.
 *
 * @param why what may have happened, unless this key cannot see it
 * @param left what it leaves behind, as a sentence
 */
export function gone(
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
