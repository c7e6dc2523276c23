import { type Plannable, TerraformError, type Update } from "../../../framework";
import { CLONE, called, isInFlight, STAYS } from "../../shared/changes/inFlight";
import { markManaged } from "../../shared/changes/managedIds";
import { privateStateOf, withTimeout } from "../../shared/child";
import { proofIn } from "../../shared/cloning/proof";
import { clientOf, type Service } from "../../shared/service";
import { awaitClone, awaitTarget } from "./create";
import type { ClonePrivateState, CloneValues } from "./schema";

type CloneUpdate = Update<CloneValues, Service, ClonePrivateState>;

export const CREATE_TIMEOUT = "6h";

/** An earlier apply ended before the clone was in service: this one waits on, and never clones again. */
export const resume: CloneUpdate = {
  request: "GET /clusters/{cluster_id}/cloning-operations/{id}",
  makesUnknown: ["status", "target_cluster_id", "completed_at"],
  due: (prior, privateState, planned) =>
    planned.wait !== false &&
    (isInFlight(prior) || (prior.status === "succeeded" && privateState?.unfinished === true)),
  describeAtPlan: ({ warn, prior }) =>
    prior &&
    warn(
      `${called(CLONE, prior)} is not finished yet`,
      "An earlier apply requested it. This one waits until the clone is in service, and requests no other.",
    ),
  apply: async (call, { prior, planned }) => {
    // Terraform calls it an update, but it waits for what a create began, and has the time of a create.
    const waiting = withTimeout(call, planned.timeouts?.create ?? CREATE_TIMEOUT);
    const { cluster_id: cluster, id, status, target_cluster_id: target, completed_at } = prior;
    markManaged(clientOf(call.service), cluster, id);
    if (status === "succeeded" && target !== null) {
      await awaitTarget(waiting, { ...planned, id, target_cluster_id: target }, target);
      return { status, target_cluster_id: target, completed_at };
    }
    // An error does not make Terraform create it again, so people have to.
    return awaitClone(waiting, { ...planned, id, target_cluster_id: target }, TerraformError, STAYS);
  },
};

/**
 * Edits that need another clone. What an import could not know is taken over in place: `triggers`, who is notified, and
 * whatever the record does not say (docs/design/laws.md#l5).
 */
export const recreate: CloneUpdate = {
  request: "none: a new clone replaces this one",
  requiresReplace: (changed, prior, planned, privateState) => {
    const imported = privateState?.imported === true;
    return changed.filter((name) => {
      if (name === "triggers") return prior.triggers !== null;
      if (name === "notification_email_addresses")
        return !imported && !(isNobody(prior) && isNobody(planned));
      return !(imported && prior[name] === null);
    });
  },
  apply: async ({ service, privateState, setPrivateState }, { prior }) =>
    setPrivateState({
      ...privateStateOf(service, prior.cluster_id),
      ...proofIn(privateState),
      ...(privateState?.unfinished && { unfinished: true }),
    }),
};

/** No list of addresses, or an empty one, is the same to the service. */
function isNobody({ notification_email_addresses: addresses }: Plannable<CloneValues>): boolean {
  return addresses === null || (Array.isArray(addresses) && addresses.length === 0);
}
