import type { ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import { type Knowledge, nameOf } from "../resolve/knowledge";
import { type GuardedWrite, type ResolveContext, resolve } from "../resolve/resolve";
import { judgeLostCreate } from "./lostCreate";

export interface CreateOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this create has created. */
  readonly isKnown?: (id: string) => boolean;
}

export interface CreatesContext extends ResolveContext {
  readonly call: Call;
  readonly serverClock: ServerClock;
  readonly knowledge: Knowledge;
  /** Every cluster of the account; `fresh`: read from now on, which also renews what others are served. */
  readonly list: (age: "fresh" | "recent", signal: AbortSignal) => Promise<readonly ClusterRecord[]>;
}

export interface Creates {
  create(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord>;
  /** What this process is creating, and what it has lost sight of. */
  inFlight(): readonly CreateClusterBody[];
}

/** Creates clusters so that none is lost and none is created twice (docs/design/laws.md#l1). */
export function createCreates(context: CreatesContext): Creates {
  const { call, serverClock, knowledge } = context;
  const inFlight = new Set<CreateClusterBody>();

  async function guarded(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
    const { signal } = options;
    const name = body.name ?? null;
    // Without a Date seen before, a lost answer could never be resolved: one read costs less than that.
    if (serverClock.lastSeen() === null) await context.list("recent", signal);
    const wasKnown = knowledge.before();
    const serverTimeBefore = serverClock.lastSeen();
    const write: GuardedWrite<ClusterRecord, readonly ClusterRecord[]> = {
      what: "create",
      reading: "the list of clusters",
      fields: { name },
      twice: "doubled",
      async send() {
        const subject = name === null ? {} : { subject: JSON.stringify(name) };
        return (await call("createCluster", { body, ...subject }, { signal })).cluster;
      },
      read: () => context.list("fresh", signal),
      judge: (listing) =>
        judgeLostCreate({
          listing,
          body,
          isKnown: (id) => wasKnown(nameOf("cluster", id)) || options.isKnown?.(id) === true,
          serverTimeBefore,
          siblings: [...inFlight].filter((other) => other !== body),
        }),
    };
    return resolve(write, context, signal);
  }

  return {
    async create(body, options) {
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
    inFlight: () => [...inFlight],
  };
}
