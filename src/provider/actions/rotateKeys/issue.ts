import { type ActionCall, isUnknown, TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { clientOf, loadDataPlane, nodesClientOf, type Service } from "../../shared/service";
import { type ServingCluster, whenServing } from "../../shared/whenServing";
import {
  announcePending,
  type PendingPair,
  pairIn,
  pairsOf,
  pendingPath,
  readKeyFile,
  removePending,
  type StoredPair,
  writePending,
} from "./keyFile";

type Call = ActionCall<Service>;

/** Returns the time of the service (RFC 3339). */
const timeOf = (call: Call) => toInstant(Math.floor(clientOf(call.service).serverNow() / 1000)) ?? "";

/**
 * Has a pair issued, with one request, and keeps it in the pending file before anything else is done with it. The file is created before the
 * request, so that a folder that cannot be written to costs no pair, and a second run requests none beside this one.
 */
export async function issuePending(call: Call, cluster: ServingCluster, path: string): Promise<StoredPair> {
  const pending: PendingPair = { cluster_id: cluster.id, requested_at: timeOf(call), pair: null };
  try {
    announcePending(path, pending);
  } catch (error) {
    throw unwritableError(pendingPath(path), error, "No keys were issued.");
  }
  let pair: StoredPair;
  try {
    // Only now can no other run store a pair that this one would not know.
    const known = pairsOf(readKeyFile(path, cluster.id));
    pair = await whenServing<StoredPair>(call, cluster.id, "to issue keys for", async () => {
      const issued = await clientOf(call.service).issueApiKeys(cluster.id, { signal: call.signal });
      return { done: { ...issued, issued_at: timeOf(call) } };
    });
    refuseOldPair(call, cluster.id, pair, known);
  } catch (error) {
    // A lost answer is reported now; nothing shows later whether a pair was issued.
    removePending(path);
    throw error;
  }
  try {
    writePending(path, { ...pending, pair });
  } catch (error) {
    const unwritable = unwritableError(pendingPath(path), error, "The pair could not be stored.");
    throw await withdrawn(call, cluster, { pair, path }, unwritable);
  }
  return pair;
}

/** Revokes a pair that cannot be stored, and returns the error with its outcome. */
async function withdrawn(
  { service }: Call,
  { id, urls }: ServingCluster,
  { pair, path }: { readonly pair: StoredPair; readonly path: string },
  { summary, detail }: TerraformError,
): Promise<TerraformError> {
  const { revokeIssuedPair } = await loadDataPlane();
  // Ctrl-C must not leave a pair that nobody has.
  const { signal } = new AbortController();
  const target = { urls, named: `cluster ${id}`, apiKey: pair.admin_key, keyOrigin: "the new admin key" };
  const isRevoked = await nodesClientOf(service)
    .then((nodes) => revokeIssuedPair(nodes.at(target), pair, { signal, others: new Set() }))
    .then((result) => result.isRevoked)
    .catch(() => false);
  // Otherwise it stays, and no later run requests a pair before a person has looked.
  if (isRevoked) removePending(path);
  const fate = isRevoked
    ? "It was revoked again, so nothing is left."
    : `It was issued at ${pair.issued_at}, is still valid, and nobody has it: list the keys of the cluster (GET /keys), and revoke the last two (DELETE /keys/:id).`;
  return new TerraformError(summary, `${detail} ${fate}`, ["output_file"]);
}

export function unwritableError(path: string, error: unknown, outcome: string): TerraformError {
  const { code, message } = error as NodeJS.ErrnoException;
  const why =
    code === "EEXIST" ? "another run has created it just now, and rotates the same keys" : (code ?? message);
  return new TerraformError(`Cannot write ${path}`, `It could not be written: ${why}. ${outcome}`, [
    "output_file",
  ]);
}

/** Refuses to continue after a run that was killed while it requested a pair. */
export function killedError(path: string, { requested_at: at }: PendingPair): TerraformError {
  return new TerraformError(
    "An earlier rotation did not finish",
    `It requested a pair of keys at ${at}, and its answer never arrived, or it is still running. If a pair was issued, it never expires, and nobody has it. No keys were issued now. ` +
      `When no other run is active: list the keys of the cluster (GET /keys), revoke those of about that time that nobody uses (DELETE /keys/:id), and delete ${pendingPath(path)}. Then invoke the action again.`,
    ["output_file"],
  );
}

/** Refuses keys that were known before: to go on would revoke them, or lose the proof of what is old. */
function refuseOldPair(
  { service: { dataApiKey } }: Call,
  id: string,
  pair: StoredPair,
  known: readonly StoredPair[],
): void {
  const own = isUnknown(dataApiKey) ? undefined : dataApiKey?.value;
  const old = new Set([own, ...known.flatMap((one) => [one.admin_key, one.search_only_key])]);
  if (pairIn(pair) !== null && !old.has(pair.admin_key) && !old.has(pair.search_only_key)) return;
  throw new TerraformError(
    `The pair of keys issued for cluster ${id} is not new`,
    "The management API answered with a key that existed before, or with the same key twice. Nothing was stored or revoked. Ask the service why, before the action is invoked again.",
  );
}

/**
 * Proves that the nodes accept both keys of a new pair.
 *
 * @throws TerraformError if not
 */
export async function provePair(call: Call, { id, urls }: ServingCluster, pair: StoredPair): Promise<void> {
  const { isKeyAccepted } = await loadDataPlane();
  const nodes = await nodesClientOf(call.service);
  for (const name of ["admin_key", "search_only_key"] as const) {
    if (await isKeyAccepted(nodes, { urls, named: `cluster ${id}` }, pair, name, call)) continue;
    throw new TerraformError(
      `The nodes of cluster ${id} do not accept the new ${name}`,
      "The nodes may not know it yet: invoke the action again later. If that does not help, delete the pending file, and the next run issues another pair.",
    );
  }
}
