import type { ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import { nameOf } from "../resolve/knowledge";
import { type CreateOptions, resolve, type WriteContext } from "../resolve/resolve";
import { judgeLostCreate } from "./lostCreate";

export interface CreatesContext extends WriteContext {
  /** Every cluster of the account; `fresh`: read from now on, which also renews what others are served. */
  readonly list: (age: "fresh" | "recent", signal: AbortSignal) => Promise<readonly ClusterRecord[]>;
}

/** Creates clusters so that none is lost and none is created twice (docs/design/laws.md#l1). */
export function createCreates(context: CreatesContext) {
  const { call, serverClock, knowledge, list } = context;
  const inFlight = new Set<CreateClusterBody>();

  async function guarded(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
    const { signal } = options;
    const { name = null } = body;
    // Without a Date seen before, a lost answer could never be resolved: one read costs less than that.
    if (serverClock.lastSeen() === null) await list("recent", signal);
    const wasKnown = knowledge.before();
    const serverTimeBefore = serverClock.lastSeen();
    const input = { body, subject: name === null ? undefined : JSON.stringify(name) };
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
          isKnown: (id) => wasKnown(nameOf("cluster", id)) || options.isKnown?.(id) === true,
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
        knowledge.claim(nameOf("cluster", cluster.id));
        inFlight.delete(body);
        return cluster;
      } catch (error) {
        // What is lost stays a possible rival of every later create: its cluster may still appear.
        if (!isApiError(error, "lost_write")) inFlight.delete(body);
        throw error;
      }
    },
    /** What this process is creating, and what it has lost sight of. */
    inFlight: (): readonly CreateClusterBody[] => [...inFlight],
  };
}
