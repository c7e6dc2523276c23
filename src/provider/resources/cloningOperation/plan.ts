import type { OperationId } from "../../../api/operations";
import type { CloningOperationRecord } from "../../../client";
import { isUnknown } from "../../../framework";
import { importBlock } from "../../model/words";
import { CLONE, displayName, isInFlight } from "../../shared/changes/inFlight";
import { markManaged } from "../../shared/changes/managedIds";
import { isOrphanedClone } from "../../shared/changes/orphans";
import { clusterDisplayName } from "../../shared/child";
import { plannedClone } from "../../shared/cloning/create";
import { howToEnd } from "../../shared/cloning/end";
import { warnOfCredential } from "../../shared/preflight/credential";
import { readHint } from "../../shared/preflight/hint";
import { warnOfUnlisted } from "../../shared/preflight/options";
import type { ClonePlanning, CloneValues } from "./schema";

/** Warns at plan of what a clone costs, and of what a destroy leaves behind (docs/design/laws.md#l5). */
export async function planClone(planning: ClonePlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "delete" && prior) await planDelete(planning, prior);
  if (action !== "create" || !planned) return;
  const { cluster_id: id, target_region: region, terminate_clone_on_destroy: terminate } = planned;
  const source = clusterDisplayName(id);
  planning.warn(
    `A clone of ${source} is a second billed cluster`,
    terminate === true
      ? "It is billed until a destroy of its cloning operation terminates it, as terminate_clone_on_destroy says."
      : "It is billed until it is terminated. A destroy of its cloning operation does that only with terminate_clone_on_destroy = true.",
  );
  if (region !== null && !isUnknown(region)) {
    const value = { what: "target_region", value: region, path: ["target_region"] };
    await warnOfUnlisted(planning, `the clone of ${source}`, [value]);
  }
  const operations: OperationId[] = ["createCloningOperation"];
  if (terminate === true) operations.push("terminateCluster");
  await warnOfCredential(planning, `clone ${source}`, operations);
  await warnOfEarlier(planning);
}

async function planDelete(planning: ClonePlanning, prior: CloneValues): Promise<void> {
  const { cluster_id: cluster, id, status, target_cluster_id: target } = prior;
  const { client } = planning.service;
  if (client) markManaged(client, cluster, id);
  warnOfEnd(planning, prior);
  const operations: OperationId[] = status === "pending" ? ["cancelCloningOperation"] : [];
  const leavesClone = isInFlight(prior) || (status === "succeeded" && target !== null);
  if (prior.terminate_clone_on_destroy === true && leavesClone) operations.push("terminateCluster");
  await warnOfCredential(planning, `destroy cloning operation ${id} of cluster ${cluster}`, operations);
}

const FOR_GOOD = "Terminating a cluster cannot be undone, and deletes its data.";
const NEXT_TIME =
  "To have it terminated instead, set terminate_clone_on_destroy = true, apply that, and destroy then.";

/** Warns of the effects of a destroy, according to the state; silent if it ends and leaves nothing. */
function warnOfEnd({ warn }: ClonePlanning, prior: CloneValues): void {
  const { cluster_id: cluster, id, status, target_cluster_id: target } = prior;
  const terminate = prior.terminate_clone_on_destroy === true;
  const operation = displayName(CLONE, prior);
  if (status === "succeeded" && target !== null) {
    const clone = `Cluster ${target}, the clone of ${cluster},`;
    const leaves = `Only its cloning operation ${id} leaves the state.`;
    if (terminate) warn(`${clone} will be terminated`, `terminate_clone_on_destroy is true. ${FOR_GOOD}`);
    else warn(`${clone} stays and is billed`, `${leaves} ${howToEnd("it")} ${NEXT_TIME}`);
  } else if (status === "pending") {
    const otherwise = terminate
      ? "apply waits for it to end, and terminates its clone"
      : "it continues and leaves a billed cluster";
    warn(`${operation} will be cancelled`, `If it has begun by then, ${otherwise}.`);
  } else if (isInFlight(prior)) {
    const begun = "It has begun and can no longer be cancelled.";
    if (terminate)
      warn(`${operation} will run to its end, and its clone will be terminated`, `${begun} ${FOR_GOOD}`);
    else warn(`${operation} continues and leaves a billed cluster`, `${begun} ${NEXT_TIME}`);
  }
}

/** Clones that are read at most, newest first. */
const MOST = 3;

/**
 * Warns of billed clones that match the request exactly and that no known resource manages: an interrupted apply may have left one
 * (docs/design/laws.md#l1). A hint only; sends one request, and at most {@link MOST} more.
 */
export async function warnOfEarlier(planning: ClonePlanning): Promise<void> {
  const { config } = planning;
  const clone = config && plannedClone(config);
  if (!clone) return;
  const { source, body } = clone;
  const found = await readHint(planning, async (client, options) => {
    const all = await client.cloningOperations(source, options);
    const same = all.filter(
      (one) => (isInFlight(one) || one.status === "succeeded") && isOrphanedClone(client, source, one, body),
    );
    const billed: CloningOperationRecord[] = [];
    for (const one of same.slice(0, MOST)) {
      const target = one.target_cluster_reference_id;
      const seen = target === null ? null : await client.read(target, "shared", options);
      if (seen === null || seen.kind === "present") billed.push(one);
    }
    return billed;
  });
  const [first] = found ?? [];
  if (!found || !first) return;
  const names = found.map(({ id, status, target_cluster_reference_id: target }) =>
    target === null ? `  ${id}: ${status}` : `  ${id}: cluster ${target}`,
  );
  planning.warn(
    `Cluster ${source} already has a clone like this`,
    `Each of these is billed:\n${names.join("\n")}\n\nIf an interrupted apply requested one of them, import it instead of creating ` +
      `another one:\n\n${importBlock("cloning_operation", `${source}/${first.id}`)}\n\n` +
      "If another resource or another person manages it, or it is kept on purpose, there is nothing to do.",
  );
}
