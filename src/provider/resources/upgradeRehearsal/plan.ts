import type { OperationId } from "../../../api/operations";
import { isOlder } from "../../../api/versions";
import { isUnknown, UNKNOWN } from "../../../framework";
import { CLONE, displayName } from "../../shared/changes/inFlight";
import { markClone, markManaged } from "../../shared/changes/managedIds";
import { clusterDisplayName } from "../../shared/child";
import { plannedClone } from "../../shared/cloning/create";
import { warnOfCredential } from "../../shared/preflight/credential";
import { readHint, runningVersion } from "../../shared/preflight/hint";
import { warnOfUnlisted } from "../../shared/preflight/options";
import { findOrphanedClone, orphanError } from "./orphans";
import type { RehearsalPlanning, RehearsalValues } from "./schema";
import { runsAlreadyError } from "./version";

/** Warns at plan of what a rehearsal costs, and refuses one that would prove nothing (docs/design/laws.md#l5). */
export async function planRehearsal(planning: RehearsalPlanning): Promise<void> {
  const { action, prior, planned, set } = planning;
  if (prior) markRehearsal(planning, prior);
  if (action === "delete" && prior) return planDelete(planning, prior);
  if (action === "update" && prior?.status === "failed") set("status", UNKNOWN);
  if (action !== "create" || !planned) return;
  const { cluster_id: id, target_region: region, query } = planned;
  const source = clusterDisplayName(id);
  planning.warn(
    `The rehearsal clones ${source}: a second cluster is billed meanwhile`,
    "It is a full cluster, billed from its creation until the comparison has ended; then it is terminated. An apply that is interrupted, or takes " +
      'longer than timeouts.create, leaves it for the next apply to resume. A clone of a rehearsal that fails stays only with keep_clone = "on_failure".',
  );
  if (!isUnknown(query) && query.length === 0)
    planning.warn(
      `The rehearsal on ${source} runs no query`,
      "Only the health of the nodes and the numbers of documents are compared, which proves nothing about searches. Add query blocks.",
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

/**
 * Marks the clone in the state as managed: another rehearsal of this plan must not take it for an orphan, even without a refresh.
 */
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
    "Its rehearsal is not finished, or has kept it for inspection. Only the clone is terminated, with its copy of the data, which cannot be undone. Cluster " +
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
      "If this is a destroy: Terraform makes a plan before it, too. Destroy with -refresh=false (TF_CLI_ARGS_destroy=-refresh=false for cdktf), or remove the rehearsal from the configuration first.";
    return planning.error(useless.summary, `${useless.detail}\n\n${destroying}`, useless.path);
  }
  if (!isOlder(wanted, runs)) return;
  planning.warn(
    `Server version ${wanted} is older than ${runs}, which cluster ${source} runs`,
    "The rehearsal shows whether the clone starts with it and gives the same answers. Check the server's release notes before you downgrade the cluster.",
    ["search_server_version"],
  );
}

/** Refuses a create beside the clone of a killed apply as early as possible, because another clone would be billed. */
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
