import type { ClusterRecord } from "../../api/records";
import type { CreateClusterBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import { unsettledCreate } from "../messages/unresolved";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import type { Knowledge } from "../resolve/knowledge";
import { type Making, makeOnce, type SettlingContext } from "../resolve/settling";
import { type StopReason, settleCreate } from "./lostCreate";

export interface CreateOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this create has made. */
  readonly isKnown?: (id: string) => boolean;
}

export interface CreatesContext extends SettlingContext {
  readonly call: Call;
  readonly serverClock: ServerClock;
  readonly knowledge: Knowledge<ClusterRecord>;
  /** Every cluster of the account; `fresh`: read from now on, which also renews what others are served. */
  readonly list: (age: "fresh" | "recent", signal: AbortSignal) => Promise<readonly ClusterRecord[]>;
}

export interface Creates {
  create(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord>;
  /** What this process is creating, and what it has lost sight of. */
  underWay(): readonly CreateClusterBody[];
}

/** Creates clusters so that none is lost and none is made twice (docs/design/laws.md#l1). */
export function createCreates(context: CreatesContext): Creates {
  const { call, serverClock, knowledge } = context;
  const underWay = new Set<CreateClusterBody>();

  async function attempts(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
    const { signal } = options;
    const name = body.name ?? null;
    // Without a Date seen before, a lost answer could never be settled: one look costs less than that.
    if (serverClock.lastSeen() === null) await context.list("recent", signal);
    const wasKnown = knowledge.before();
    const serverTimeBefore = serverClock.lastSeen();
    const making: Making<ClusterRecord, StopReason> = {
      what: "create",
      reading: "the list of clusters",
      mayDouble: true,
      fields: { name },
      async send() {
        const subject = name === null ? {} : { subject: JSON.stringify(name) };
        return (await call("createCluster", { body, ...subject }, { signal })).cluster;
      },
      look: async () =>
        settleCreate({
          listing: await context.list("fresh", signal),
          body,
          isKnown: (id) => wasKnown(id) || options.isKnown?.(id) === true,
          serverTimeBefore,
          siblings: [...underWay].filter((other) => other !== body),
        }),
      recall: knowledge.record,
      unsettled: (lost, why, ids, also) => unsettledCreate(lost, name, why, ids, also),
    };
    return makeOnce(making, context, signal);
  }

  return {
    async create(body, options) {
      underWay.add(body);
      try {
        const cluster = await attempts(body, options);
        knowledge.claim(cluster.id);
        underWay.delete(body);
        return cluster;
      } catch (error) {
        // What is lost stays a possible rival of every later create: its cluster may still appear.
        if (!isApiError(error, "lost_write")) underWay.delete(body);
        throw error;
      }
    },
    underWay: () => [...underWay],
  };
}
