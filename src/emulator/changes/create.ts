import { settleClones } from "../clones/life";
import { openClone } from "../clones/record";
import { answerCluster } from "../clusters/answer";
import type { StoredCluster } from "../clusters/record";
import { Refusal, refusalOf } from "../http/refusal";
import { planChange } from "../rules/changedConfiguration";
import { type ChangeRequest, changeFormProblems, readChange } from "../rules/createChange";
import type { Problem } from "../rules/fields";
import { resolveVersion } from "../rules/versions";
import { isOpen, statusAt } from "../workflows/life";
import type { World } from "../world";
import { settle } from "./life";
import { changeTime, type StoredChange, settingsOf } from "./record";

/** How failed rules become a refusal, in the words of whoever asks. */
export type Refuse = (status: number, problems: readonly Problem[]) => void;

/** Refuses in canonical names, whatever the dialect. @throws Refusal when there are problems */
export function refuseOutside(status: number, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  throw refusalOf(
    status,
    problems.map(({ field, text }) => (field === null ? text : `${field} ${text}`)),
  );
}

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
  if (request.performAt <= now - world.clock.slack()) {
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
    carries: null,
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
  const clone = assumptions.clone_counts_as_change === "yes" ? openClone(cluster, now) : undefined;
  if (clone !== undefined) {
    const words = `Cluster ${cluster.id} has a cloning operation already: ${clone.id} is ${statusAt(clone, now)}`;
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
  const wanted = request.asked.search_server_version;
  const version = versionFor(world, cluster, wanted);
  const { sets, problems } = planChange(cluster, request.asked, version);
  refuse(Number(assumptions.configuration_failure), problems);
  const asked =
    wanted === undefined || version === null
      ? request.asked
      : { ...request.asked, search_server_version: version };
  return { sets, asked };
}

/** The server version that is asked for, or the cluster's own; null when there is none such. */
export function versionFor(
  { assumptions }: World,
  cluster: StoredCluster,
  wanted: string | undefined,
): string | null {
  if (wanted === undefined) return cluster.search_server_version;
  const prefixes = assumptions.server_version_prefix === "resolved";
  return resolveVersion(wanted, assumptions.latest_server_version, prefixes);
}

/** The change of a cluster that is pending or in progress. */
export function openChange(cluster: StoredCluster, now: number): StoredChange | undefined {
  return cluster.changes.find((change) => isOpen(change, now));
}

/** Lets every change and clone that has ended by `now` reach its cluster. */
export function settleAll(world: World, now: number): void {
  for (const cluster of world.store.all()) settle(cluster, now, world.assumptions);
  settleClones(world, now);
}
