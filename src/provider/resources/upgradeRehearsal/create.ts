import { TerminalFailure } from "../../../framework";
import { toInstant } from "../../model/convert";
import { childPrivateState, presentCluster } from "../../shared/child";
import { cloneBody, requestClone } from "../../shared/cloning/create";
import { namedQueries } from "../../shared/comparison/answers";
import { clientOf } from "../../shared/service";
import { findOrphanedClone, orphanError } from "./orphans";
import { rehearse } from "./rehearse";
import type { RehearsalCall, RehearsalValues } from "./schema";
import { openSourceNodes, REHEARSAL_PURPOSE, readCounts, tryQuery } from "./source";
import { runsAlreadyError } from "./version";

/** Rehearses. Nothing is requested before the source has answered everything to compare (docs/design/upgrades.md#course). */
export async function createRehearsal(
  call: RehearsalCall,
  planned: RehearsalValues,
): Promise<Partial<RehearsalValues>> {
  const { cluster_id: source, search_server_version: wanted } = planned;
  const { service, signal } = call;
  const client = clientOf(service);
  const { search_server_version: runs } = await presentCluster(client, source, REHEARSAL_PURPOSE, signal);
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
  return rehearse(call, begun, TerminalFailure);
}
