import { isUpdateShown } from "../../api/comparison";
import type { ClusterRecord } from "../../api/records";
import type { UpdateClusterBody } from "../../api/requests";
import { withLine } from "../../http/explain";
import { resolve } from "../../http/resolve";
import type { Observed } from "../reads/store";
import type { CallOptions } from "../request/call";
import type { WriteContext } from "../resolve/knownRecords";

/**
 * The result of a termination: started by this call; or the cluster was already being terminated, or is answered with 404
 * (gone, *or* not visible to this key).
 */
export type Termination = { readonly kind: "initiated" } | Exclude<Observed, { kind: "present" }>;

interface ClusterWritesContext extends WriteContext {
  readonly read: (id: string, options: CallOptions) => Promise<Observed>;
}

/** Updates a cluster; its record shows the outcome of a lost update (docs/design/laws.md#l1). */
export function updateCluster(
  context: ClusterWritesContext,
  id: string,
  body: UpdateClusterBody,
  options: CallOptions,
): Promise<ClusterRecord> {
  return resolve<ClusterRecord, Observed>(context, options.signal, {
    what: "update",
    reading: "the cluster",
    fields: { id },
    twice: "harmless",
    send: async () => (await context.call("updateCluster", { path: { id }, body }, options)).cluster,
    read: () => context.read(id, options),
    judge(seen, after) {
      if (seen.kind === "missing") throw seen.error;
      if (seen.kind === "leaving") throw withLine(after, `The cluster is ${seen.cluster.status} now.`);
      return isUpdateShown(body, seen.cluster) ? { done: seen.cluster } : { repeat: true };
    },
  });
}

/** Terminates a cluster; its record shows the outcome of a lost or rejected termination. */
export function terminateCluster(
  context: ClusterWritesContext,
  id: string,
  options: CallOptions,
): Promise<Termination> {
  return resolve<Termination, Observed>(context, options.signal, {
    what: "termination",
    reading: "the cluster",
    fields: { id },
    twice: "harmless",
    judgesRefusals: true,
    async send() {
      const input = { path: { cluster_id: id }, body: { lifecycle_action: "terminate" } } as const;
      await context.call("terminateCluster", input, options);
      return { kind: "initiated" };
    },
    read: () => context.read(id, options),
    judge: (seen) => (seen.kind === "present" ? { repeat: true } : { done: seen }),
  });
}
