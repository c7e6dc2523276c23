import { define, parseDuration } from "../../framework";
import { splitImportId } from "../child/importId";
import { isInFlight } from "../clusterChange/inFlight";
import { markManaged } from "../clusterChange/managedIds";
import { clientOf, type Service } from "../service";
import { awaitClone, awaitTarget, stays } from "./await";
import { createClone } from "./create";
import { deleteClone } from "./delete";
import { planClone } from "./plan";
import type { CloneCall, Kept } from "./privateState";
import { readClone } from "./read";
import { remakes } from "./requiresReplace";
import { type CloneValues, schema } from "./schema";

const CREATE_TIMEOUT = "6h";

/** `searchcloud_cloning_operation`: one clone of a cluster (docs/design/architecture.md#types). */
export const cloningOperation = define<Service, Kept>().resource({
  name: "cloning_operation",
  description:
    "One clone of a cluster: a new cluster with the same data, which is billed by itself. An edit makes another clone in place of this one. " +
    "A destroy cancels what has not begun; the clone of one that has succeeded stays, unless `terminate_clone_on_destroy` is true. " +
    "A clone on its way that is just what is asked for, and that no resource is known to have, is not made again: an apply that was cut off may have asked " +
    "for it, so the error names it with the import block to paste.",
  schema,
  timeouts: { create: CREATE_TIMEOUT, delete: "6h" },
  updates: {
    /** An earlier apply ended before the clone was there: this one waits on, and never clones again. */
    resume: {
      carriedBy: "GET /clusters/{cluster_id}/cloning-operations/{id}",
      makesUnknown: ["status", "target_cluster_id", "completed_at"],
      due: (prior, kept, planned) =>
        planned.wait !== false &&
        (isInFlight(prior) || (prior.status === "succeeded" && kept?.unfinished === true)),
      announce: ({ warn, prior }) =>
        warn(
          `Cloning operation ${prior?.id} of cluster ${prior?.cluster_id} is not finished yet`,
          "It was asked for by an earlier apply. This one waits until the clone is in service, and makes no other.",
        ),
      apply: async (call, { prior, planned }) => {
        const waiting = { ...call, deadline: createDeadline(call, planned) };
        const { cluster_id: cluster, id, status, target_cluster_id: target, completed_at } = prior;
        markManaged(clientOf(call.service), cluster, id);
        if (status !== "succeeded" || target === null) return awaitClone(waiting, { ...planned, id }, stays);
        await awaitTarget(waiting, cluster, target);
        return { status, target_cluster_id: target, completed_at };
      },
    },
    remake: {
      carriedBy: "none: another clone is made in place of this one",
      requiresReplace: (changed, prior, planned, kept) =>
        remakes(changed, prior, planned, kept?.imported === true),
      apply: async ({ service, privateState, setPrivateState }, { prior }) =>
        setPrivateState({
          cluster: prior.cluster_id,
          host: clientOf(service).host,
          ...(privateState?.unfinished && { unfinished: true }),
        }),
    },
  },
  plan: planClone,
  create: createClone,
  read: readClone,
  delete: deleteClone,
  import: async ({ service, setPrivateState }, id) => {
    const { cluster, child } = splitImportId(
      id,
      '"<cluster_id>/<id>", the identifiers of the source and of its cloning operation',
    );
    setPrivateState({ cluster, host: clientOf(service).host, importing: true });
    return { id: child, cluster_id: cluster };
  },
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/5b0d7c2e" }],
});

/** Terraform calls it an update, but what is waited for is a create, and has the time of one. */
function createDeadline({ service }: CloneCall, { timeouts }: CloneValues): number {
  return clientOf(service).clock.now() + (parseDuration(timeouts?.create ?? CREATE_TIMEOUT) ?? 0);
}
