import { shows } from "../../api/comparison";
import type { ClusterRecord } from "../../api/records";
import type { UpdateClusterBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import { unsettledWrite } from "../messages/unresolved";
import type { Observed } from "../reads/observe";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import { createRepetition, type RepetitionContext } from "../resolve/repetition";

/**
 * How a termination went: begun by this call; or the cluster was on its way out already, or answers 404 (gone, *or*
 * not visible to this key).
 */
export type Termination = { readonly kind: "initiated" } | Exclude<Observed, { kind: "present" }>;

export interface ClusterWritesContext extends RepetitionContext {
  readonly call: Call;
  readonly read: (id: string, options: CallOptions) => Promise<Observed>;
}

export interface ClusterWrites {
  update(id: string, body: UpdateClusterBody, options: CallOptions): Promise<ClusterRecord>;
  terminate(id: string, options: CallOptions): Promise<Termination>;
}

/** Updates and terminations whose lost answers are settled by reading the cluster (docs/design/laws.md#l1). */
export function createClusterWrites(context: ClusterWritesContext): ClusterWrites {
  const { call } = context;

  const repetitionFor = (id: string) => createRepetition(context, "the cluster", { id });

  return {
    async update(id, body, options) {
      const { lookAfter, again } = repetitionFor(id);
      for (let sent = 1; ; sent += 1) {
        try {
          return (await call("updateCluster", { path: { id }, body }, options)).cluster;
        } catch (lost) {
          if (!isApiError(lost, "lost_write")) throw lost;
          const seen = await lookAfter(lost, () => context.read(id, options));
          if (seen.kind === "missing") throw seen.error;
          if (seen.kind === "leaving")
            throw unsettledWrite(lost, `The cluster is ${seen.cluster.status} now.`);
          if (shows(body, seen.cluster)) return seen.cluster;
          await again(lost, sent, options.signal);
        }
      }
    },

    async terminate(id, options) {
      const { lookAfter, lookBehind, again } = repetitionFor(id);
      for (let sent = 1; ; sent += 1) {
        try {
          const input = { path: { cluster_id: id }, body: { lifecycle_action: "terminate" } };
          await call("terminateCluster", input, options);
          return { kind: "initiated" };
        } catch (error) {
          if (isApiError(error, "refused", "not_found")) {
            const seen = await lookBehind(error, () => context.read(id, options));
            if (seen.kind === "present") throw error;
            return seen;
          }
          if (!isApiError(error, "lost_write")) throw error;
          const seen = await lookAfter(error, () => context.read(id, options));
          if (seen.kind !== "present") return seen;
          await again(error, sent, options.signal);
        }
      }
    },
  };
}
