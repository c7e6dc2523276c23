import type { CollectionRecord } from "../../../dataPlane";
import { isUnknown } from "../../../framework";
import { failedAs, hasSummary } from "../../model/errors";
import { resolveNodesAtPlan, singleAttempt } from "../../shared/dataPlane";
import { readHint } from "../../shared/preflight/hint";
import { loadDataPlane } from "../../shared/service";
import { MEMORY_METRICS, memoryOf, type NodeMemory } from "./estimate";
import { describeLive } from "./model";
import { knownVersions, observeVersions } from "./observe";
import type { LiveCollectionValues, LivePlanning } from "./schema";
import { lookAtTimes, type TimesLook } from "./times";
import type { ObservedVersions } from "./versions";

/** The alias and its versions at plan, or the reason why they could not be read. */
export type PlanLook = PlanSight | { readonly unread: string };

/** The alias and its versions at plan. */
export interface PlanSight {
  readonly seen: ObservedVersions;
  /** The number of documents of all collections on the nodes; null: the key may not list them. */
  readonly all: number | null;
}

/** Identifies a live collection at plan. */
export type LiveWhere = Pick<
  LiveCollectionValues,
  "cluster_id" | "node_urls" | "api_key" | "name" | "collection_name" | "versions" | "step"
>;

/**
 * Reads the alias and its versions at plan. A failure does not fail the plan: the caller decides. An apply decides by every node, so where
 * a node that lags behind may matter, the plan does too.
 */
export async function lookAtPlan(planning: LivePlanning, where: LiveWhere): Promise<PlanLook> {
  const { signal } = planning;
  try {
    const nodes = await resolveNodesAtPlan(planning, where, `to read ${describeLive(where)}`);
    if (!nodes)
      return { unread: "Its nodes or their key are not known yet, or the nodes cannot answer now." };
    const dataPlane = await loadDataPlane();
    const names = { name: where.name, known: knownVersions(where) };
    const shared = await observeVersions(nodes, dataPlane, names, { signal, shared: true });
    const isCalm = where.step === "ready" && shared.target === where.collection_name;
    const seen = isCalm
      ? shared
      : await observeVersions(nodes, dataPlane, names, { signal, everywhere: true });
    const listed = await dataPlane.listSharedCollections(nodes, { signal });
    const counts = listed.map(({ num_documents: documents }) => documents ?? 0);
    return { seen, all: counts.length > 0 ? counts.reduce((sum, one) => sum + one, 0) : null };
  } catch (error) {
    if (!hasSummary(error) || failedAs(error, "contract")) throw error;
    return { unread: `${error.summary}.` };
  }
}

/** Looks at the times of a version's documents for a plan; null: nothing is to be said, or the nodes do not answer now. */
export async function timesAtPlan(
  planning: LivePlanning,
  { prior, planned }: { readonly prior: LiveCollectionValues; readonly planned: LiveCollectionValues },
  record: CollectionRecord,
): Promise<TimesLook | null> {
  const { cluster_id, node_urls } = prior;
  const where = { cluster_id, node_urls, api_key: withPlannedKey(prior, planned).api_key };
  try {
    const nodes = await resolveNodesAtPlan(planning, where, `to read ${describeLive(prior)}`);
    return nodes ? await lookAtTimes(singleAttempt(nodes), planned, record, planning.signal) : null;
  } catch (error) {
    // The apply looks again.
    if (!hasSummary(error) || failedAs(error, "contract")) throw error;
    return null;
  }
}

/** Returns where the collection is, with the planned key: the key in the state may be revoked already. */
export function withPlannedKey(
  prior: LiveCollectionValues,
  { api_key: key }: NonNullable<LivePlanning["planned"]>,
): LiveCollectionValues {
  return key === null || isUnknown(key) ? prior : { ...prior, api_key: key };
}

/** Reads the memory of the cluster for a hint; null: the key may not read it, or there is no cluster. */
export function memoryAtPlan(planning: LivePlanning, cluster: string | null): Promise<NodeMemory | null> {
  if (cluster === null) return Promise.resolve(null);
  return readHint(planning, async (client, options) =>
    memoryOf(await client.metrics(cluster, { metrics: MEMORY_METRICS, window: "1h" }, options)),
  );
}
