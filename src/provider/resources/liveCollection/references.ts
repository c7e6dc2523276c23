import type { CollectionRecord } from "../../../dataPlane";
import { isUnknown } from "../../../framework";
import { hasSummary } from "../../model/errors";
import { onNodes, resolveNodesAtPlan } from "../../shared/dataPlane";
import { loadDataPlane } from "../../shared/service";
import { describeLive } from "./model";
import { knownVersions } from "./observe";
import type { LiveCollectionValues, LivePlanning } from "./schema";

/** A field of another collection that refers to a live collection, for joins. */
export interface Referrer {
  readonly collection: string;
  readonly field: string;
  /** As configured: `catalog.id`. */
  readonly reference: string;
}

/**
 * Returns the fields of other collections that refer to a live collection, by its alias or by one of its versions.
 *
 * @param versions names of its versions, which may refer to each other's alias
 */
export function referrersTo(
  records: readonly CollectionRecord[],
  alias: string,
  versions: readonly string[],
): Referrer[] {
  const names = [alias, ...versions];
  return records
    .filter(({ name }) => !versions.includes(name))
    .flatMap(({ name, fields }) =>
      fields.flatMap((field): Referrer[] => {
        const { reference } = field;
        const isMeant = reference !== null && names.some((one) => reference.startsWith(`${one}.`));
        return isMeant ? [{ collection: name, field: field.name, reference }] : [];
      }),
    );
}

/**
 * Warns of joins, if the plan moves the alias: servers bind a reference to the collection that its name led to when it was made
 * (docs/design/live-collections.md#references). Costs one list that all collections of the nodes share.
 */
export async function warnOfReferences(planning: LivePlanning): Promise<void> {
  const { prior, planned, signal } = planning;
  if (!prior || !planned || planned.collection_name === prior.collection_name) return;
  const found = await findReferrers(planning, prior, signal);
  if (found.length === 0) return;
  const each = found.map(
    ({ collection, field, reference }) => `field "${field}" of collection "${collection}" (${reference})`,
  );
  planning.warn(
    `Joins with ${describeLive(prior)} stop working when the alias moves`,
    `Other collections refer to it: ${each.join(", ")}. Servers bind a reference to the collection that its name leads to when the field is created or the server starts, and do not follow ` +
      "the alias. After the update, searches that join them fail, or find the documents of the former version, until the reference is made again: drop each field and " +
      `add it again in one PATCH ${onNodes(prior)}, or restart the servers. Servers from version 31 may not need this.`,
  );
}

async function findReferrers(
  planning: LivePlanning,
  prior: LiveCollectionValues,
  signal: AbortSignal,
): Promise<Referrer[]> {
  try {
    const key = planning.planned?.api_key ?? null;
    const where = key === null || isUnknown(key) ? prior : { ...prior, api_key: key };
    const nodes = await resolveNodesAtPlan(planning, where, "to look for joins");
    if (!nodes) return [];
    const { listSharedCollections } = await loadDataPlane();
    return referrersTo(await listSharedCollections(nodes, { signal }), prior.name, knownVersions(prior));
  } catch (error) {
    // No plan fails for a hint.
    if (hasSummary(error)) return [];
    throw error;
  }
}
