import { isUnknown } from "../../../framework";
import { failedAs, hasSummary } from "../../model/errors";
import { resolveNodesAtPlan, singleAttempt } from "../../shared/dataPlane";
import { describeLive } from "./model";
import type { LivePlanning } from "./schema";

/** The actions that the provider's own key needs for everything that a live collection does (docs/guides/keys.md#live-collections). */
const LIVE_ACTIONS = ["aliases:*", "collections:*", "documents:*"] as const;

/** Returns the names that a key must open: the alias and every version of it. The second one is a regular expression. */
export function keyNamesOf(alias: string): readonly [string, string] {
  return [alias, `${alias.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}_.*`];
}

/**
 * Warns if the key opens the alias and not the versions, before a plan creates one: a key that is limited to the alias opens whatever it
 * leads to, but no version by its own name. Costs one read, of a name that nobody has.
 */
export async function warnOfVersionsKey(planning: LivePlanning): Promise<void> {
  const { prior, planned, signal } = planning;
  if (!planned || (prior && planned.collection_name === prior.collection_name)) return;
  const { name, cluster_id, node_urls, api_key } = planned;
  if (isUnknown(name) || isUnknown(cluster_id) || isUnknown(node_urls)) return;
  try {
    const nodes = await resolveNodesAtPlan(planning, { cluster_id, node_urls, api_key }, "to check its key");
    if (!nodes) return;
    const opens = async (one: string) => {
      try {
        await singleAttempt(nodes).call("getCollection", { path: { name: one } }, { signal });
        return true;
      } catch (error) {
        if (failedAs(error, "auth")) return false;
        if (failedAs(error, "not_found")) return true;
        throw error;
      }
    };
    if ((await opens(`${name}_00000000`)) || !(await opens(name))) return;
    const described = describeLive({ name, cluster_id, node_urls });
    planning.warn(
      `The key opens ${described}, but not its versions`,
      `Its versions are collections named "${name}_" and eight characters, which the provider reads and writes by their own names. The key does not allow these names, so the apply ` +
        `fails before it creates one. Use a key for the provider with the collections ${keyNamesOf(name)
          .map((one) => JSON.stringify(one))
          .join(", ")}, and the actions ` +
        `${LIVE_ACTIONS.join(", ")}. The second name also matches collections of others whose names begin with "${name}_". Keys of applications need no change: they name the alias.`,
    );
  } catch (error) {
    // No plan fails for a hint.
    if (!hasSummary(error)) throw error;
  }
}
