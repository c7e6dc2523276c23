import { TerraformError, type Update } from "../../../framework";
import { CLONE, called } from "../../shared/changes/inFlight";
import { withTimeout } from "../../shared/child";
import type { Service } from "../../shared/service";
import { rehearse } from "./rehearse";
import { type RehearsalPrivateState, type RehearsalValues, TIMEOUTS } from "./schema";

type RehearsalUpdate = Update<RehearsalValues, Service, RehearsalPrivateState>;

/** An earlier apply ended before the rehearsal did: this one goes on, with the same clone. */
export const resume: RehearsalUpdate = {
  request: "GET /clusters/{cluster_id}/cloning-operations/{id}",
  makesUnknown: ["clone_cluster_id", "status", "verified_version", "finished_at", "checks"],
  due: ({ status }) => status === "running",
  describeAtPlan: ({ warn, prior }) => {
    if (!prior) return;
    const { cluster_id: source, clone_cluster_id: clone, search_server_version: version } = prior;
    const billed =
      clone === null ? `${called(CLONE, prior)} makes a second cluster` : `Its clone is cluster ${clone}`;
    warn(
      `The rehearsal of server version ${version} on cluster ${source} is not finished yet`,
      `An earlier apply began it. This one goes on where it was, and requests no other clone. ${billed}, which is billed until then.`,
    );
  },
  apply: (call, { prior, planned }) => {
    const { id, clone_cluster_id, status, verified_version, started_at, finished_at, checks } = prior;
    const known = { id, clone_cluster_id, status, verified_version, started_at, finished_at, checks };
    // Terraform calls it an update, but it waits for what a create began, and has the time of a create.
    const waiting = withTimeout(call, planned.timeouts?.create ?? TIMEOUTS.create);
    return rehearse(waiting, { ...planned, ...known }, TerraformError);
  },
};

/** A rehearsal that has failed is repeated: as long as it stands, no version is verified. */
export const retry: RehearsalUpdate = {
  request: "none: another rehearsal replaces this one",
  due: ({ status }) => status === "failed",
  requiresReplace: () => ["status"],
  apply: async () => undefined,
};
