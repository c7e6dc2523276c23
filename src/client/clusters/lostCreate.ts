import { couldBeMadeFrom } from "../../api/comparison";
import { isLeaving } from "../../api/enumerations";
import type { ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import type { UnresolvedReason } from "../../http/unresolved";
import { isOlder } from "../resolve/knowledge";
import type { Resolution } from "../resolve/resolve";

/** What is known when the answer of a create is lost. */
export interface LostCreate {
  /** Every cluster of the account, read after the loss. */
  readonly listing: readonly ClusterRecord[];
  readonly body: CreateClusterBody;
  /** Ids that were known before the create, or that another create of this process got. */
  readonly isKnown: (id: string) => boolean;
  /** Epoch seconds of the last server time seen before the create; null when none was. */
  readonly serverTimeBefore: number | null;
  /** Bodies of this process's other creates whose outcome is not known. */
  readonly siblings: readonly CreateClusterBody[];
}

/**
 * Decides what became of a create whose answer is lost (docs/design/laws.md#l1): exactly one cluster that can only be
 * ours is adopted; none at all, and the create may be repeated; anything else stops. Only what certainly cannot be ours
 * is left out of account.
 */
export function judgeLostCreate(lost: LostCreate): Resolution<ClusterRecord> {
  const { listing, body, isKnown, serverTimeBefore, siblings } = lost;
  const name = body.name ?? null;
  const possible = listing.filter(
    (cluster) =>
      cluster.name === name &&
      !isKnown(cluster.id) &&
      !isLeaving(cluster) &&
      !isOlder(cluster.provisioned_at, serverTimeBefore),
  );
  const stop = (reason: UnresolvedReason): Resolution<ClusterRecord> => ({
    stop: reason,
    ids: possible.map(({ id }) => id),
  });
  if (name === null) return stop("unnamed");

  const [candidate, ...others] = possible;
  if (candidate === undefined) return { repeat: true };
  if (others.length > 0) return stop("several");
  if (!couldBeMadeFrom(body, candidate)) return stop("differs");
  if (candidate.provisioned_by?.user_type !== "API Key") return stop("not_by_key");
  if (candidate.provisioned_at === null || serverTimeBefore === null) return stop("undated");
  const rivals = siblings.filter((sibling) => sibling.name === name && couldBeMadeFrom(sibling, candidate));
  if (rivals.length > 0) return stop("sibling");
  return { done: candidate };
}
