import type { Answer, ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import { isApiError } from "../../http/error";
import { knownBefore, nameOf } from "../resolve/knowledge";
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
    // What is there before: without it, and without a Date, neither a lost answer could be resolved nor a wrong one be told.
    await list("recent", signal);
    const wasKnown = knowledge.before();
    const serverTimeBefore = serverClock.lastSeen();
    const isKnown = (id: string) => wasKnown(nameOf("cluster", id)) || options.isKnown?.(id) === true;
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
