import { isUnknown, type Update } from "../../../framework";
import { describeCluster } from "../../model/describe";
import { attempted, whenFree } from "../../shared/changes/whenFree";
import { waits } from "../../shared/schedule/moment";
import { clientOf, type Service } from "../../shared/service";
import { awaitService } from "./create";
import { isStarting, observedValues, updateBody } from "./model";
import { mayHold } from "./parameters/difference";
import { describeParameters, mayWrite } from "./parameters/plan";
import { writeParameters } from "./parameters/write";
import { describeResize, isRescheduled } from "./planResize";
import { TOPOLOGY_NAMES } from "./planTopology";
import type { PrivateState } from "./privateState";
import { resizeCluster } from "./resize";
import type { ClusterValues } from "./schema";

type ClusterUpdate = Update<ClusterValues, Service, PrivateState>;

/** Continues the wait of an earlier apply that ended before the cluster was in service. */
const resume: ClusterUpdate = {
  request: "GET /clusters/{id}",
  makesUnknown: ["status", "hostnames", "live"],
  due: isStarting,
  describeAtPlan: ({ warn, prior }) =>
    warn(
      `Cluster ${describeCluster(prior ?? { id: null, name: null })} is not in service yet`,
      "It has been created and is still starting. Apply waits until it is in service.",
    ),
  // To Terraform this is an update, but the wait is that of a create, and has its timeout.
  apply: (call, { planned }) =>
    awaitService(call, planned, Math.min(call.deadline, call.timedAs("create").deadline)),
};

const updateSettings: ClusterUpdate = {
  request: "PATCH /clusters/{id}",
  apply: async (call, { prior, planned, changed }) => {
    const id = prior.id ?? "";
    const client = clientOf(call.service);
    const body = updateBody(planned, changed);
    const record = await whenFree(call, client, id, {
      purpose: "to update",
      attempt: () => attempted(() => client.updateCluster(id, body, { signal: call.signal })),
    });
    const { name, auto_upgrade_capacity } = observedValues(record);
    return { name, auto_upgrade_capacity };
  },
};

/** Writes edits of `server_parameters` before anything is scheduled, so that one change restarts the cluster for all. */
const parameters: ClusterUpdate = {
  request:
    "POST /clusters/{cluster_id}/server-configuration-parameters (PATCH or DELETE for one that is there), then one change by " +
    "POST /clusters/{cluster_id}/configuration-changes",
  // After an interrupted create, the state has the planned values; only the service knows which ones were written.
  due: (prior, _, planned) => isStarting(prior) && mayHold(planned.server_parameters),
  describeAtPlan: describeParameters,
  apply: async (call, { prior: { server_parameters: before }, planned }) => {
    if (!mayHold(planned.server_parameters) && !mayHold(before)) return;
    return { server_parameters: await writeParameters(call, planned, before, call.deadline) };
  },
};

/**
 * Applies edits of size, version and topology in one scheduled configuration change (docs/design/laws.md#l3, #l4). It also restarts the
 * cluster, so it is due after server parameters have been written.
 */
const resize: ClusterUpdate = {
  request: "POST /clusters/{cluster_id}/configuration-changes",
  due: (prior, privateState, planned) =>
    isRescheduled(prior, planned) || privateState?.restart_due === true || mayWrite(prior, planned),
  makesUnknown: (prior, planned, changed) => {
    const { change_schedule: schedule } = planned;
    const isRestart = changed.length === 0 && prior.pending_change === null;
    if (isRestart || (!isUnknown(schedule) && !waits(schedule))) return ["pending_change"];
    const topology = TOPOLOGY_NAMES.some((name) => changed.includes(name));
    return ["pending_change", "live", ...(topology ? (["hostnames", "load_balancing"] as const) : [])];
  },
  describeAtPlan: describeResize,
  apply: resizeCluster,
};

/** The updates of a cluster, in the order in which an apply carries them out. */
export const updates = { resume, updateSettings, parameters, resize };
