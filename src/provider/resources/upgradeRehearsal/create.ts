import { TerminalFailure } from "../../../framework";
import { toInstant } from "../../model/convert";
import { presentCluster, privateStateOf } from "../../shared/child";
import { createBody } from "../../shared/cloning/body";
import { requestClone } from "../../shared/cloning/create";
import { clientOf } from "../../shared/service";
import { orphanError, orphanedClone } from "./orphans";
import { calledQueries } from "./query";
import { rehearse } from "./rehearse";
import type { RehearsalCall, RehearsalValues } from "./schema";
import { countsOf, PURPOSE, sourceNodes, tryQuery } from "./source";
import { runsAlreadyError } from "./version";

/** Rehearses: nothing is requested before the source has answered all that will be compared (docs/design/upgrades.md#course). */
export async function createRehearsal(
  call: RehearsalCall,
  planned: RehearsalValues,
): Promise<Partial<RehearsalValues>> {
  const { cluster_id: source, search_server_version: wanted } = planned;
  const { service, signal } = call;
  const client = clientOf(service);
  const { search_server_version: runs } = await presentCluster(client, source, PURPOSE, signal);
  const useless = runsAlreadyError(source, runs, wanted);
  if (useless) throw useless;
  const nodes = await sourceNodes(call, planned);
  const before = await countsOf(nodes, signal);
  for (const query of calledQueries(planned.query)) await tryQuery(nodes, query, source, signal);

  const body = createBody(planned);
  const { record: created, baseline } = await requestClone(call, {
    source,
    body,
    refuseOrphans: async (clones) => {
      if (service.allowDuplicateNames) return;
      const orphan = await orphanedClone(client, source, clones, body, signal);
      if (orphan) throw orphanError(client, source, orphan);
    },
  });
  call.setPrivateState({ ...privateStateOf(service, source), from: runs, before, baseline });
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
