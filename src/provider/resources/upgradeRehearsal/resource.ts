import { define, TerminalError, TerraformError, type Update } from "../../../framework";
import { toInstant } from "../../model/convert";
import { CLONE, displayName } from "../../shared/changes/inFlight";
import { childPrivateState, readPresentCluster } from "../../shared/child";
import { childIdentity } from "../../shared/childIdentity";
import { cloneBody, requestClone } from "../../shared/cloning/create";
import { endCloning } from "../../shared/cloning/end";
import { resumeCloning } from "../../shared/cloning/resume";
import { namedQueries } from "../../shared/comparison/answers";
import { clientOf, type Service } from "../../shared/service";
import { cloningOf, NOT_THE_CLONE } from "./clone";
import { findOrphanedClone, orphanError } from "./orphans";
import { planRehearsal } from "./plan";
import { readRehearsal } from "./read";
import { rehearse } from "./rehearse";
import {
  type RehearsalCall,
  type RehearsalPrivateState,
  type RehearsalValues,
  rehearsalSchema,
  rehearsalValidators,
  TIMEOUTS,
} from "./schema";

import { openSourceNodes, REHEARSAL_PURPOSE, readCounts, tryQuery } from "./source";
import { runsAlreadyError } from "./version";

/** The update that resumes a rehearsal with the same clone. */
const resume = resumeCloning<RehearsalValues, RehearsalPrivateState>({
  makesUnknown: ["clone_cluster_id", "status", "verified_version", "finished_at", "checks"],
  due: ({ status }) => status === "running",
  describe: (prior) => {
    const { cluster_id: source, clone_cluster_id: clone, search_server_version: version } = prior;
    const billed =
      clone === null
        ? `${displayName(CLONE, prior)} makes a second cluster`
        : `Its clone is cluster ${clone}`;
    return [
      `The rehearsal of server version ${version} on cluster ${source} is not finished yet`,
      `An earlier apply began it. This one resumes it, and requests no other clone. ${billed}, which is billed until then.`,
    ];
  },
  apply: (call, { prior, planned }) => {
    const { id, clone_cluster_id, status, verified_version, started_at, finished_at, checks } = prior;
    const known = { id, clone_cluster_id, status, verified_version, started_at, finished_at, checks };
    return rehearse(call, { ...planned, ...known }, TerraformError);
  },
});

/** A failed rehearsal is repeated, because it verifies no version. */
const retry: Update<RehearsalValues, Service, RehearsalPrivateState> = {
  request: "none: another rehearsal replaces this one",
  due: ({ status }) => status === "failed",
  requiresReplace: () => ["status"],
  apply: async () => undefined,
};

/** `searchcloud_upgrade_rehearsal`: a server version that a clone has proved (docs/design/upgrades.md). */
export const upgradeRehearsal = define<Service, RehearsalPrivateState>().resource({
  name: "upgrade_rehearsal",
  description:
    "Rehearses a server version: clones the cluster at that version, waits until every node of the clone is healthy, compares collections, numbers of documents and the " +
    "answers to your queries with those of the cluster, and terminates the clone. `verified_version` is the version that has passed; give it to the change that rolls it " +
    "out. A failed rehearsal is an error with a table of the differences. The clone is a second cluster that is billed meanwhile. An interrupted apply leaves " +
    '`status = "running"`, and the next apply resumes it; so whatever uses `verified_version` needs a postcondition here that `self.status == "passed"`.',
  schema: rehearsalSchema,
  validators: rehearsalValidators,
  timeouts: TIMEOUTS,
  updates: { resume, retry },
  plan: planRehearsal,
  create: createRehearsal,
  read: readRehearsal,
  delete: deleteRehearsal,
  identity: childIdentity("id", "Identifier of the cloning operation."),
  notImported:
    "A rehearsal cannot be imported, because only the run that compared the clusters knows the results. Create it instead.",
});

/** Ends the clone of a rehearsal that is unfinished, or that was kept. */
async function deleteRehearsal(call: RehearsalCall, state: RehearsalValues): Promise<void> {
  if (call.privateState?.ended || hasEndedItsClone(state)) return;
  await endCloning(call, cloningOf(state), NOT_THE_CLONE);
}

/** True if the status was written after the clone was gone. Terraform destroys a tainted instance without its private state. */
function hasEndedItsClone({ status, keep_clone: keep }: RehearsalValues): boolean {
  return status === "passed" || (status === "failed" && keep !== "on_failure");
}

/** Rehearses. Nothing is requested before the source has answered everything to compare (docs/design/upgrades.md#course). */
async function createRehearsal(
  call: RehearsalCall,
  planned: RehearsalValues,
): Promise<Partial<RehearsalValues>> {
  const { cluster_id: source, search_server_version: wanted } = planned;
  const { service, signal } = call;
  const client = clientOf(service);
  const { search_server_version: runs } = await readPresentCluster(client, source, REHEARSAL_PURPOSE, signal);
  const useless = runsAlreadyError(source, runs, wanted);
  if (useless) throw useless;
  const nodes = await openSourceNodes(call, planned);
  const before = await readCounts(nodes, signal);
  for (const query of namedQueries(planned.query)) await tryQuery(nodes, query, source, signal);

  const body = cloneBody(planned);
  const { record: created, baseline } = await requestClone(call, {
    source,
    body,
    refuseOrphans: async (clones) => {
      if (service.allowDuplicateNames) return;
      const orphan = await findOrphanedClone(client, source, clones, body, signal);
      if (orphan) throw orphanError(client, source, orphan);
    },
  });
  call.setPrivateState({ ...childPrivateState(service, source), from: runs, before, baseline });
  const begun: RehearsalValues = {
    ...planned,
    id: created.id,
    clone_cluster_id: null,
    status: "running",
    verified_version: null,
    started_at: toInstant(created.created_at),
    finished_at: null,
    checks: null,
  };
  call.saveState(begun);
  return rehearse(call, begun, TerminalError);
}
