import { isUnknown, type Plannable, type Update } from "../../../framework";
import { describeCluster } from "../../api/describe";
import type { Service } from "../../service";
import { isStarting } from "../model";
import type { ClusterPlanning } from "../plan";
import type { Kept } from "../privateState";
import type { ClusterValues } from "../schema";
import { entriesOf, mayHold, type Parameters, sameParameters } from "./difference";
import { writeParameters } from "./write";

/** Edits of `server_parameters`: written before anything is scheduled, so that one change restarts the cluster for all. */
export const parameters: Update<ClusterValues, Service, Kept> = {
  carriedBy:
    "POST /clusters/{cluster_id}/server-configuration-parameters (PATCH or DELETE for one that is there), then one change by " +
    "POST /clusters/{cluster_id}/configuration-changes",
  due: writesToStarting,
  announce: (planning) => {
    const { prior, planned } = planning;
    if (prior && planned) announce(planning, prior, planned);
  },
  apply: async (call, { prior, planned }) => {
    const { server_parameters: wanted } = planned;
    const { server_parameters: owned, name } = prior;
    if (entriesOf(wanted).length === 0 && entriesOf(owned).length === 0) return;
    const cluster = { id: prior.id ?? "", name };
    const held = await writeParameters(call, { cluster, wanted, owned, deadline: call.deadline });
    return { server_parameters: held };
  },
};

/** Whether an apply may write parameters, so that a restart may be due after it. */
export function mayWrite(
  prior: ClusterValues,
  kept: Kept | undefined,
  planned: Plannable<ClusterValues>,
): boolean {
  const { server_parameters: wanted } = planned;
  if (isUnknown(wanted) || !sameParameters(prior.server_parameters, wanted)) return true;
  return writesToStarting(prior, kept, planned);
}

/** State says what was planned for a cluster whose create was cut off; whether it was written, only the service knows. */
function writesToStarting(
  prior: ClusterValues,
  _: Kept | undefined,
  planned: Plannable<ClusterValues>,
): boolean {
  return isStarting(prior) && mayHold(planned.server_parameters);
}

function announce(planning: ClusterPlanning, prior: ClusterValues, planned: Plannable<ClusterValues>): void {
  const { server_parameters: wanted } = planned;
  const name = describeCluster(prior);
  const takes = "They take effect when the cluster is restarted.";
  if (isUnknown(wanted)) {
    planning.warn(`Cluster ${name}: its server_parameters are only known at apply`, takes);
    return;
  }
  const { set, removed } = editsOf(prior.server_parameters, wanted, isStarting(prior));
  const parts = [
    ...(set.length > 0 ? [`sets ${set.join(", ")}`] : []),
    ...(removed.length > 0 ? [`removes ${removed.join(", ")}`] : []),
  ];
  if (parts.length === 0) return;
  planning.warn(
    `Cluster ${name}: apply ${parts.join(" and ")} in its server_parameters`,
    `${takes} Parameters of other names are left alone.`,
  );
}

function editsOf(prior: Parameters | null, wanted: Parameters | null, isAnyOpen: boolean) {
  const before = new Map(isAnyOpen ? [] : entriesOf(prior));
  const after = new Map(entriesOf(wanted));
  const set = [...after].filter(([name, value]) => before.get(name) !== value).map(([name]) => name);
  const removed = entriesOf(prior).flatMap(([name]) => (after.has(name) ? [] : [name]));
  return { set: set.sort(), removed: removed.sort() };
}
