import type { OperationId } from "../../../api/operations";
import { isOlder } from "../../../api/versions";
import { isUnknown, UNKNOWN } from "../../../framework";
import { CLONE, displayName } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { clusterNamed } from "../../shared/child";
import { plannedClone } from "../../shared/cloning/create";
import { warnOfCredential } from "../../shared/preflight/credential";
import { readHint, runningVersion } from "../../shared/preflight/hint";
import { warnOfUnlisted } from "../../shared/preflight/options";
import { findOrphanedClone, orphanError } from "./orphans";
import type { RehearsalPlanning, RehearsalValues } from "./schema";
import { runsAlreadyError } from "./version";

/** Says at plan what a rehearsal costs, and refuses what it cannot tell (docs/design/laws.md#l5). */
export async function planRehearsal(planning: RehearsalPlanning): Promise<void> {
  const { action, prior, planned, set } = planning;
  if (prior) markRehearsal(planning, prior);
  if (action === "delete" && prior) return planDelete(planning, prior);
  if (action === "update" && prior?.status === "failed") set("status", UNKNOWN);
  if (action !== "create" || !planned) return;
  const { cluster_id: id, target_region: region, query } = planned;
  const source = clusterNamed(id);
  planning.warn(
    `The rehearsal clones ${source}: a second cluster is billed meanwhile`,
    "It is a full cluster, billed from its creation until the comparison has ended; then it is terminated. An apply that is interrupted, or takes " +
      'longer than timeouts.create, leaves it for the next apply to go on with. A clone of a rehearsal that fails stays only with keep_clone = "on_failure".',
  );
  if (!isUnknown(query) && query.length === 0)
    planning.warn(
      `The rehearsal on ${source} runs no query`,
      "Only the health of the nodes and the numbers of documents are compared, which says nothing of searches. Add query blocks.",
      ["query"],
    );
  if (region !== null && !isUnknown(region)) {
    const value = { what: "target_region", value: region, path: ["target_region"] };
    await warnOfUnlisted(planning, `the clone of ${source}`, [value]);
  }
  await warnOfCredential(planning, `rehearse an upgrade of ${source}`, OPERATIONS);
  await judgeVersion(planning);
  await refuseOrphan(planning);
}

/** Beside it, another one of this plan may be created: what the state holds is no leftover, also when nothing was refreshed. */
function markRehearsal(
  { service: { client } }: RehearsalPlanning,
  { cluster_id: source, id, clone_cluster_id: clone }: RehearsalValues,
): void {
  if (!client) return;
  markManaged(client, source, id);
  markClone(client, clone, id);
}

const OPERATIONS: readonly OperationId[] = [
  "createCloningOperation",
  "issueClusterApiKeys",
  "terminateCluster",
];

async function planDelete(planning: RehearsalPlanning, prior: RehearsalValues): Promise<void> {
  const { cluster_id: source, clone_cluster_id: clone } = prior;
  if (planning.privateState?.ended) return;
  const what = clone === null ? displayName(CLONE, prior) : `Cluster ${clone}, the clone of ${source},`;
  planning.warn(
    clone === null ? `${what} will be ended` : `${what} will be terminated`,
    "Its rehearsal is not finished, or has left it to be looked into. Only the clone is terminated, with its copy of the data: that cannot be undone. Cluster " +
      `${source} stays as it is.`,
  );
  await warnOfCredential(planning, `end the rehearsal on cluster ${source}`, [
    "cancelCloningOperation",
    "terminateCluster",
  ]);
}

async function judgeVersion(planning: RehearsalPlanning): Promise<void> {
  const { cluster_id: source, search_server_version: wanted } = planning.planned ?? {};
  if (typeof source !== "string" || typeof wanted !== "string") return;
  const runs = await runningVersion(planning, source);
  if (runs === null) return;
  const useless = runsAlreadyError(source, runs, wanted);
  if (useless) {
    const destroying =
      "If this is a destroy: Terraform plans before it, too. Destroy with -refresh=false (TF_CLI_ARGS_destroy=-refresh=false for cdktf), or remove the rehearsal from the configuration first.";
    return planning.error(useless.summary, `${useless.detail}\n\n${destroying}`, useless.path);
  }
  if (!isOlder(wanted, runs)) return;
  planning.warn(
    `Server version ${wanted} is older than ${runs}, which cluster ${source} runs`,
    "The rehearsal tells whether the clone starts and answers alike with it. Whether a cluster may go back to it, the notes of the server's releases say.",
    ["search_server_version"],
  );
}

/** What an apply that was killed has left is named as early as it can be: another clone would be billed beside it. */
async function refuseOrphan(planning: RehearsalPlanning): Promise<void> {
  const { planned, service } = planning;
  const clone = planned && plannedClone(planned);
  if (!clone || service.allowDuplicateNames) return;
  const { source, body } = clone;
  const error = await readHint(planning, async (client, options) => {
    const clones = await client.cloningOperations(source, options);
    const orphan = await findOrphanedClone(client, source, clones, body, options.signal);
    return orphan ? orphanError(client, source, orphan) : null;
  });
  if (error) planning.error(error.summary, error.detail, ["cluster_id"]);
}
