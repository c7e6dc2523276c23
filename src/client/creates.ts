import type { ClusterRecord } from "../api/records";
import type { CreateClusterBody } from "../api/requests";
import { type Clock, pause } from "./clock";
import { type ApiError, isApiError } from "./errors";
import type { Call } from "./exchange";
import { inShort } from "./explain";
import { Interrupted } from "./interruption";
import type { Knowledge } from "./knowledge";
import type { Log } from "./log";
import { settleCreate } from "./lostCreate";
import { mayStillArrive, unsettledCreate } from "./lostErrors";
import type { CallOptions } from "./operations";
import { backoff } from "./retry";
import type { ServerClock } from "./serverClock";

export interface CreateOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this create has made. */
  readonly isKnown?: (id: string) => boolean;
}

/** How often a create is sent, when it is certain each time that the one before made nothing. */
export const MAX_CREATE_REQUESTS = 4;

export interface CreatesContext {
  readonly call: Call;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly knowledge: Knowledge;
  readonly random: () => number;
  readonly pollInterval: number;
  readonly log: Log;
  /** Every cluster of the account; `fresh`: read from now on, which also renews what others are served. */
  readonly list: (age: "fresh" | "recent", signal: AbortSignal) => Promise<readonly ClusterRecord[]>;
}

export interface Creates {
  create(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord>;
  /** What this process is creating, and what it has lost sight of. */
  underWay(): readonly CreateClusterBody[];
}

/** Creates clusters so that none is lost and none is made twice (DESIGN.md, L1). */
export function createCreates(context: CreatesContext): Creates {
  const { call, clock, serverClock, knowledge, log } = context;
  const underWay = new Set<CreateClusterBody>();

  async function settle(lost: ApiError, body: CreateClusterBody, before: Before, signal: AbortSignal) {
    const name = body.name ?? null;
    const look = async () => {
      const listing = await readAfterLoss(lost, name, signal);
      return settleCreate({
        listing,
        body,
        isKnown: before.isKnown,
        serverTimeBefore: before.serverTime,
        siblings: [...underWay].filter((other) => other !== body),
      });
    };
    let settlement = await look();
    if ("repeat" in settlement && mayStillArrive(lost)) {
      await pause(clock, context.pollInterval, signal, "waiting for a lost request to show").catch(
        (error: unknown) => {
          throw error instanceof Interrupted ? unsettledCreate(lost, name, "stopped", []) : error;
        },
      );
      settlement = await look();
    }
    return settlement;
  }

  async function readAfterLoss(lost: ApiError, name: string | null, signal: AbortSignal) {
    try {
      return await context.list("fresh", signal);
    } catch (error) {
      if (error instanceof Interrupted) throw unsettledCreate(lost, name, "stopped", []);
      if (isApiError(error)) throw unsettledCreate(lost, name, "unread", [], error.summary);
      throw error;
    }
  }

  async function attempts(body: CreateClusterBody, options: CreateOptions): Promise<ClusterRecord> {
    const { signal } = options;
    const name = body.name ?? null;
    // Without a Date seen before, a lost answer could never be settled: one look costs less than that.
    if (serverClock.lastSeen() === null) await context.list("recent", signal);
    const wasKnown = knowledge.before();
    const before: Before = {
      serverTime: serverClock.lastSeen(),
      isKnown: (id) => wasKnown(id) || options.isKnown?.(id) === true,
    };
    const subject = name === null ? undefined : JSON.stringify(name);
    for (let sent = 1; ; sent += 1) {
      try {
        const input = { body, ...(subject === undefined ? {} : { subject }) };
        return (await call("createCluster", input, { signal })).cluster;
      } catch (lost) {
        if (!isApiError(lost, "lost_write")) throw lost;
        log.warn("The answer of a create is lost; reading the list of clusters to settle it", {
          name,
          reason: inShort(lost.failure),
        });
        const settlement = await settle(lost, body, before, signal);
        if ("stop" in settlement) throw unsettledCreate(lost, name, settlement.stop, settlement.ids);
        if ("adopt" in settlement) {
          log.warn("The create had been done: going on with the cluster it made", {
            id: settlement.adopt,
            name,
          });
          return knowledge.record(settlement.adopt);
        }
        if (sent === MAX_CREATE_REQUESTS) throw unsettledCreate(lost, name, "exhausted", []);
        log.warn("The create had not been done: sending it again", { name });
        await pause(clock, backoff(sent, context.random), signal, "waiting to repeat a create");
      }
    }
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

interface Before {
  readonly serverTime: number | null;
  readonly isKnown: (id: string) => boolean;
}
