import { answerCluster } from "./answer";
import { changeTime, type StoredChange, settingsOf } from "./change";
import { settle } from "./changeTransitions";
import type { StoredCluster } from "./cluster";
import { Refusal } from "./refusal";
import { planChange } from "./rules/changedConfiguration";
import { type ChangeRequest, changeFormProblems, readChange } from "./rules/createChange";
import type { Problem } from "./rules/fields";
import { resolveVersion } from "./versions";
import { isOpen, statusAt } from "./workflow";
import type { World } from "./world";

/** How failed rules become a refusal, in the words of whoever asks. */
type Refuse = (status: number, problems: readonly Problem[]) => void;

/** Who asks for a change. */
export interface Asking {
  /** Epoch milliseconds. */
  readonly now: number;
  readonly refuse: Refuse;
}

/**
 * Makes a change of a cluster as its body (in canonical names) asks: 400 for the form, 402 without a payment
 * method, and the state and the configuration as the assumptions say.
 * @throws Refusal
 */
export function makeChange(
  world: World,
  cluster: StoredCluster,
  body: Readonly<Record<string, unknown>>,
  { now, refuse }: Asking,
): StoredChange {
  const { assumptions, account } = world;
  refuse(400, changeFormProblems(body, assumptions));
  const request = readChange(body);
  if (request.performAt <= now) {
    const words = `must be in the future; it is ${Math.floor(now / 1000)} now`;
    refuse(Number(assumptions.past_perform_change_at), [{ field: "perform_change_at", text: words }]);
  }
  if (!account.payment_method)
    throw new Refusal(402, "A payment method is required to change the configuration of a cluster");
  checkState(world, cluster, now);
  const { sets, asked } = configured(world, cluster, request, refuse);
  const id = world.store.nextChangeId();
  const change: StoredChange = {
    id,
    createdAt: now,
    performAt: request.performAt,
    duration: changeTime(id, assumptions),
    beganAt: null,
    endedAt: null,
    canceledAt: null,
    outcome: cluster.failsNext ? "failed" : "succeeded",
    notification_email_addresses: request.notification_email_addresses,
    asked,
    old: settingsOf(cluster),
    sets,
    settled: false,
  };
  cluster.failsNext = false;
  cluster.changes.push(change);
  return change;
}

/** @throws Refusal when another change is open, or the cluster is not in service. */
function checkState({ assumptions }: World, cluster: StoredCluster, now: number): void {
  const open = openChange(cluster, now);
  if (open !== undefined) {
    const words = `Cluster ${cluster.id} has a configuration change already: ${open.id} is ${statusAt(open, now)}`;
    throw new Refusal(Number(assumptions.second_change_status), words);
  }
  const status = answerCluster(cluster, now, assumptions)?.status ?? "gone";
  if (status === "in_service") return;
  const words = `Cluster ${cluster.id} is ${status}; only one that is in_service can be changed`;
  throw new Refusal(Number(assumptions.change_out_of_service), words);
}

/** @throws Refusal when the cluster cannot become what the change asks for. */
function configured(world: World, cluster: StoredCluster, request: ChangeRequest, refuse: Refuse) {
  const { assumptions } = world;
  const prefixes = assumptions.server_version_prefix === "resolved";
  const wanted = request.asked.search_server_version;
  const version =
    wanted === undefined
      ? cluster.search_server_version
      : resolveVersion(wanted, assumptions.latest_server_version, prefixes);
  const { sets, problems } = planChange(cluster, request.asked, version);
  refuse(Number(assumptions.configuration_failure), problems);
  const asked =
    wanted === undefined || version === null
      ? request.asked
      : { ...request.asked, search_server_version: version };
  return { sets, asked };
}

/** The change of a cluster that is pending or in progress. */
export function openChange(cluster: StoredCluster, now: number): StoredChange | undefined {
  return cluster.changes.find((change) => isOpen(change, now));
}

/** Lets every change that has ended by `now` reach its cluster. */
export function settleAll({ store, assumptions }: World, now: number): void {
  for (const cluster of store.all()) settle(cluster, now, assumptions);
}
