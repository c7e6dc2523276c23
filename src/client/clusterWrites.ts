import type { ClusterRecord } from "../api/records";
import type { UpdateClusterBody } from "../api/requests";
import { type Clock, pause } from "./clock";
import { shows } from "./comparison";
import { type ApiError, isApiError } from "./errors";
import type { Call } from "./exchange";
import { inShort } from "./explain";
import type { Log } from "./log";
import { unsettledWrite } from "./lostErrors";
import type { Observed } from "./observe";
import type { CallOptions } from "./operations";
import { backoff } from "./retry";

/** How often a write is sent when a look shows each time that the one before did nothing. */
export const MAX_WRITE_REQUESTS = 4;

/**
 * How a termination went: begun by this call; or the cluster was on its way out already, or answers 404 (gone, *or*
 * not visible to this key).
 */
export type Termination = { readonly kind: "initiated" } | Exclude<Observed, { kind: "present" }>;

export interface ClusterWritesContext {
  readonly call: Call;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly read: (id: string, options: CallOptions) => Promise<Observed>;
}

export interface ClusterWrites {
  update(id: string, body: UpdateClusterBody, options: CallOptions): Promise<ClusterRecord>;
  terminate(id: string, options: CallOptions): Promise<Termination>;
}

/** Updates and terminations whose lost answers are settled by reading the cluster (DESIGN.md, L1). */
export function createClusterWrites(context: ClusterWritesContext): ClusterWrites {
  const { call, clock, random, log } = context;

  async function lookAfter(lost: ApiError, id: string, options: CallOptions): Promise<Observed> {
    log.warn("The answer of a write is lost; reading the cluster to settle it", {
      id,
      reason: inShort(lost.failure),
    });
    try {
      return await context.read(id, options);
    } catch (error) {
      if (!isApiError(error)) throw error;
      throw unsettledWrite(lost, `Reading what became of it failed as well: ${error.summary}`);
    }
  }

  async function again(lost: ApiError, sent: number, { signal }: CallOptions): Promise<void> {
    if (sent === MAX_WRITE_REQUESTS) {
      throw unsettledWrite(lost, `It was sent ${sent} times, and each time the cluster showed no change.`);
    }
    await pause(clock, backoff(sent, random), signal, "waiting to repeat a write");
  }

  return {
    async update(id, body, options) {
      for (let sent = 1; ; sent += 1) {
        try {
          return (await call("updateCluster", { path: { id }, body }, options)).cluster;
        } catch (lost) {
          if (!isApiError(lost, "lost_write")) throw lost;
          const seen = await lookAfter(lost, id, options);
          if (seen.kind === "missing") throw seen.error;
          if (seen.kind === "leaving")
            throw unsettledWrite(lost, `The cluster is ${seen.cluster.status} now.`);
          if (shows(body, seen.cluster)) return seen.cluster;
          await again(lost, sent, options);
        }
      }
    },

    async terminate(id, options) {
      for (let sent = 1; ; sent += 1) {
        try {
          const input = { path: { cluster_id: id }, body: { lifecycle_action: "terminate" } };
          await call("terminateCluster", input, options);
          return { kind: "initiated" };
        } catch (error) {
          if (isApiError(error, "refused", "not_found")) {
            const seen = await context.read(id, options);
            if (seen.kind === "present") throw error;
            return seen;
          }
          if (!isApiError(error, "lost_write")) throw error;
          const seen = await lookAfter(error, id, options);
          if (seen.kind !== "present") return seen;
          await again(error, sent, options);
        }
      }
    },
  };
}
