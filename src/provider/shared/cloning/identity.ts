import type { CloningOperationRecord, ClusterRecord, Observed } from "../../../client";
import { TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { describeCluster } from "../../model/describe";
import { CLONE, displayName } from "../changes/inFlight";
import { isCloneOfAnother, isManaged } from "../changes/managedIds";
import { type ChildCall, type ChildPrivateState, childPrivateState } from "../child";
import { clientOf } from "../service";
import { type CloneProof, type CloningState, contradictionOf, mismatchOf } from "./proof";

/** The parts of a call that are needed to distinguish a clone from other clusters. */
export interface ProofCall extends Pick<ChildCall, "service" | "signal"> {
  readonly privateState: (ChildPrivateState & CloneProof) | undefined;
  setPrivateState(value: ChildPrivateState & CloneProof): void;
}

/** A cloning operation names a cluster that is not proved to be its clone. Nothing was done to it. */
export class NotTheCloneError extends TerraformError {
  override name = "NotTheCloneError";

  constructor(
    /** The cluster that the operation names. */
    readonly cluster: string,
    summary: string,
    detail: string,
  ) {
    super(summary, detail);
  }
}

/**
 * Returns why the cluster that a record names cannot be the clone, as far as this run knows without a request; undefined if
 * nothing contradicts it.
 */
function whyNotNamed(
  { service, privateState }: Pick<ProofCall, "service" | "privateState">,
  operation: CloningState,
  named: string,
): string | undefined {
  if (named === operation.cluster_id) return "It is the cluster that was cloned.";
  if (isCloneOfAnother(clientOf(service), named, operation.id))
    return "It is the clone of another cloning operation.";
  return contradictionOf(operation, named, privateState ?? {});
}

/** Returns the clone that a record names; null if it names none, or a cluster that cannot be the clone. */
export function namedClone(
  call: Pick<ProofCall, "service" | "privateState">,
  operation: CloningState,
  { target_cluster_reference_id: named }: Pick<CloningOperationRecord, "target_cluster_reference_id">,
): string | null {
  return named !== null && whyNotNamed(call, operation, named) === undefined ? named : null;
}

/**
 * Refuses a cluster that cannot be the clone, as far as this run knows.
 *
 * @param instead the advice once the clone is found, as a sentence
 * @throws NotTheCloneError that says which cluster is named, and what it is.
 */
export async function refuseNamed(
  call: ProofCall,
  operation: CloningState,
  named: string,
  instead: string,
): Promise<void> {
  const why = whyNotNamed(call, operation, named);
  if (why) throw await notTheClone(call, operation, named, why, instead);
}

/**
 * Refuses a cluster that is not proved to be the clone. A response is only a claim; proof is what was known before it, and what
 * the cluster itself shows (docs/design/laws.md#named-by-an-answer). A proved clone stays proved. A cluster that cannot be read,
 * or is being terminated, passes, because nothing can be done to it.
 *
 * @throws NotTheCloneError that says which cluster is named, and what it is.
 */
export async function refuseUnproved(
  call: ProofCall,
  operation: CloningState,
  named: string,
  instead: string,
  seen: Observed,
): Promise<void> {
  await refuseNamed(call, operation, named, instead);
  const { service, privateState } = call;
  if (seen.kind !== "present" || privateState?.clone === named) return;
  const why = mismatchOf(operation, seen.cluster, privateState?.baseline, await sourceName(call, operation));
  if (why) throw await notTheClone(call, operation, named, why, instead, seen.cluster);
  const stored: ChildPrivateState & CloneProof =
    privateState ?? childPrivateState(service, operation.cluster_id);
  const { baseline: _, ...rest } = stored;
  call.setPrivateState({ ...rest, clone: named });
}

/**
 * Refuses a cluster that another resource manages, so that no key is issued for it and nothing is done to it.
 *
 * @throws NotTheCloneError
 */
export async function refuseManaged(
  call: ProofCall,
  operation: CloningState,
  named: string,
  instead: string,
): Promise<void> {
  if (isManaged(clientOf(call.service), named))
    throw await notTheClone(
      call,
      operation,
      named,
      "A cluster that another resource manages is left alone.",
      instead,
    );
}

/**
 * Refuses to treat an unproved clone that answers 404 as gone while its operation names another cluster: the state may hold an
 * earlier claim, and the clone is billed.
 *
 * @throws NotTheCloneError
 */
export async function refuseUnprovedGone(
  call: ProofCall,
  operation: CloningState,
  held: string,
  instead: string,
): Promise<void> {
  const { service, signal, privateState } = call;
  if (privateState?.clone === held) return;
  const { cluster_id: source, id } = operation;
  const record = await clientOf(service).readCloningOperation(source, id ?? "", { signal });
  const named = record?.target_cluster_reference_id ?? held;
  const why = `The state holds cluster ${held} as the clone, and the service answers 404 for that.`;
  if (named !== held) throw await notTheClone(call, operation, named, why, instead);
}

/**
 * Returns the id of the clone for the state after a refresh: from the state, or from the record. An unproved clone is left out,
 * with a warning.
 */
export async function refreshedClone(
  call: ProofCall & Pick<ChildCall, "warn">,
  operation: CloningState,
  { target_cluster_reference_id: named }: Pick<CloningOperationRecord, "target_cluster_reference_id">,
  instead: string,
): Promise<string | null> {
  const { target_cluster_id: held } = operation;
  if (named === null || named === held) return held;
  try {
    const seen = await clientOf(call.service).read(named, "shared", { signal: call.signal });
    await refuseUnproved(call, operation, named, instead, seen);
    return named;
  } catch (error) {
    if (!(error instanceof NotTheCloneError)) throw error;
    call.warn(error.summary, error.detail);
    return held;
  }
}

/** Returns the name of the source when it was cloned, or now; undefined if unknown. */
async function sourceName(
  { service, signal, privateState }: ProofCall,
  { cluster_id: source }: CloningState,
): Promise<string | null | undefined> {
  if (privateState?.baseline) return privateState.baseline.name;
  const seen = await clientOf(service).read(source, "shared", { signal });
  return seen.kind === "missing" ? undefined : seen.cluster.name;
}

async function notTheClone(
  { service, signal }: ProofCall,
  operation: CloningState,
  named: string,
  why: string,
  instead: string,
  known?: ClusterRecord,
): Promise<NotTheCloneError> {
  const client = clientOf(service);
  const isSource = named === operation.cluster_id;
  // The cluster explains more than its id. If it cannot be read, the id has to do.
  const cluster =
    known ??
    (await client.read(named, "shared", { signal }).then(
      (seen) => (seen.kind === "missing" ? undefined : seen.cluster),
      () => undefined,
    ));
  const what = cluster
    ? `Cluster ${describeCluster(cluster)} is ${describeOther(cluster)}${isManaged(client, named) ? ", and a searchcloud_cluster manages it" : ""}.`
    : `Cluster ${named} cannot be read.`;
  const summary = isSource
    ? `${displayName(CLONE, operation)} reports its source as its clone`
    : `${displayName(CLONE, operation)} names cluster ${named}, which is not proved to be its clone`;
  return new NotTheCloneError(
    named,
    summary,
    `${what} ${why} No key was issued for it, and nothing was terminated. Find out from the service which cluster is the clone, and terminate it there: ` +
      `until then it is billed. ${instead}`,
  );
}

function describeOther({
  status,
  search_server_version: version,
  provisioned_at: made,
}: ClusterRecord): string {
  return [
    status,
    ...(version === null ? [] : [`runs server version ${version}`]),
    ...(made === null ? [] : [`was created ${toInstant(made)}`]),
  ].join(", ");
}
