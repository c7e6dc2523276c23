import { canBeCreatedFrom } from "../../api/comparison";
import { isLeaving } from "../../api/enumerations";
import type { Answer, ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import { isApiError } from "../../http/error";
import { type Resolution, resolve, type UnresolvedReason } from "../../http/resolve";
import {
  type CreateOptions,
  isCreatedBefore,
  knownBefore,
  recordName,
  type WriteContext,
} from "../resolve/knownRecords";

interface CreatesContext extends WriteContext {
  /** Reads every cluster of the account. `fresh`: from now on, which also renews what other callers are served. */
  readonly list: (age: "fresh" | "recent", signal: AbortSignal) => Promise<readonly ClusterRecord[]>;
}

/** Creates clusters so that none is lost and none is created twice (docs/design/laws.md#l1). */
export function createClusterCreates(context: CreatesContext) {
  const { call, serverClock, knownRecords, list } = context;
  const inFlight = new Set<CreateClusterBody>();

  async function guarded(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
    const { signal } = options;
    const { name = null } = body;
    // The existing clusters: without them, and without a Date, a lost answer could not be resolved and a wrong one could not be
    // detected.
    await list("recent", signal);
    const wasKnown = knownRecords.before();
    const serverTimeBefore = serverClock.lastSeen();
    const isKnown = (id: string) => wasKnown(recordName("cluster", id)) || options.isKnown?.(id) === true;
    const wasThere = knownBefore("cluster", isKnown);
    const input = {
      body,
      subject: name === null ? undefined : JSON.stringify(name),
      mismatch: ({ cluster }: Answer<"createCluster">) => wasThere(cluster),
    };
    return resolve<ClusterRecord, readonly ClusterRecord[]>(context, signal, {
      what: "create",
      reading: "the list of clusters",
      fields: { name },
      twice: "doubled",
      send: async () => (await call("createCluster", input, { signal })).cluster,
      read: () => list("fresh", signal),
      judge: (listing) =>
        judgeLostCreate({
          listing,
          body,
          isKnown,
          serverTimeBefore,
          siblings: [...inFlight].filter((other) => other !== body),
        }),
    });
  }

  return {
    async create(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
      inFlight.add(body);
      try {
        const cluster = await guarded(body, options);
        knownRecords.claim(recordName("cluster", cluster.id));
        inFlight.delete(body);
        return cluster;
      } catch (error) {
        // A lost create remains a possible rival of every later one: its cluster may still appear.
        if (!isApiError(error, "lost_write")) inFlight.delete(body);
        throw error;
      }
    },
    /** The creates in progress, and those with an unknown outcome. */
    inFlight: (): readonly CreateClusterBody[] => [...inFlight],
  };
}

/** The evidence if the answer to a create is lost. */
export interface LostCreate {
  /** Every cluster of the account, read after the loss. */
  readonly listing: readonly ClusterRecord[];
  readonly body: CreateClusterBody;
  /** True for ids that were known before the create, or that another create of this process got. */
  readonly isKnown: (id: string) => boolean;
  /** Epoch seconds of the last server time seen before the create; null if none was. */
  readonly serverTimeBefore: number | null;
  /** Bodies of this process's other creates with an unknown outcome. */
  readonly siblings: readonly CreateClusterBody[];
}

/**
 * Decides the outcome of a create whose answer is lost (docs/design/laws.md#l1). Exactly one cluster that can only be ours is
 * adopted. If there is none, the create may be repeated. Anything else stops. Only clusters that certainly cannot be ours are
 * ignored.
 */
export function judgeLostCreate(lost: LostCreate): Resolution<ClusterRecord> {
  const { listing, body, isKnown, serverTimeBefore, siblings } = lost;
  const name = body.name ?? null;
  const possible = listing.filter(
    (cluster) =>
      cluster.name === name &&
      !isKnown(cluster.id) &&
      !isLeaving(cluster) &&
      !isCreatedBefore(cluster.provisioned_at, serverTimeBefore),
  );
  const stop = (reason: UnresolvedReason): Resolution<ClusterRecord> => ({
    stop: reason,
    ids: possible.map(({ id }) => id),
  });
  if (name === null) return stop("unnamed");

  const [candidate, ...others] = possible;
  if (candidate === undefined) return { repeat: true };
  if (others.length > 0) return stop("several");
  if (!canBeCreatedFrom(body, candidate)) return stop("differs");
  if (candidate.provisioned_by?.user_type !== "API Key") return stop("not_by_key");
  if (candidate.provisioned_at === null || serverTimeBefore === null) return stop("undated");
  const rivals = siblings.filter((sibling) => sibling.name === name && canBeCreatedFrom(sibling, candidate));
  if (rivals.length > 0) return stop("sibling");
  return { done: candidate };
}
