import { type Asking, openChange, type Refuse, versionFor } from "../changes/create";
import { answerCluster } from "../clusters/answer";
import type { StoredCluster } from "../clusters/record";
import { Refusal } from "../http/refusal";
import { planChange } from "../rules/changedConfiguration";
import { type CloneRequest, cloneFormProblems, readClone } from "../rules/createClone";
import { statusAt } from "../workflows/life";
import type { World } from "../world";
import { copyOf } from "./copy";
import { cloneTime, openClone, type StoredClone } from "./record";

/** Who asks for a clone. */
export interface CloneAsking extends Asking {
  readonly made_by: StoredClone["made_by"];
  readonly key: string | null;
}

/**
 * Makes a clone of a cluster as its body (in canonical names) asks: 400 for the form, 402 without a payment method,
 * and the state and the configuration as the assumptions say.
 * @throws Refusal
 */
export function makeClone(
  world: World,
  cluster: StoredCluster,
  body: Readonly<Record<string, unknown>>,
  { now, refuse, made_by, key }: CloneAsking,
): StoredClone {
  const { assumptions, account, store } = world;
  refuse(400, cloneFormProblems(body));
  const request = readClone(body);
  if (!account.payment_method) throw new Refusal(402, "A payment method is required to clone a cluster");
  checkState(world, cluster, now);
  const asked = wanted(world, cluster, request, refuse);
  const id = store.nextCloneId();
  const clone: StoredClone = {
    id,
    createdAt: now,
    performAt: now + assumptions.clone_pending_seconds * 1000,
    duration: cloneTime(id, assumptions),
    beganAt: null,
    endedAt: null,
    canceledAt: null,
    outcome: cluster.failsNextClone ? "failed" : "succeeded",
    notification_email_addresses: request.notification_email_addresses,
    asked,
    ...copyOf(cluster, asked),
    made_by,
    key,
    target: null,
    settled: false,
  };
  cluster.failsNextClone = false;
  cluster.clones.push(clone);
  return clone;
}

/** @throws Refusal when a change or clone is open, or the cluster is not in service. */
function checkState({ assumptions }: World, cluster: StoredCluster, now: number): void {
  const refused = Number(assumptions.clone_refused_status);
  if (assumptions.clone_counts_as_change === "yes") {
    const change = openChange(cluster, now);
    const open = change ?? openClone(cluster, now);
    if (open !== undefined) {
      const what = change === undefined ? "cloning operation" : "configuration change";
      throw new Refusal(
        refused,
        `Cluster ${cluster.id} has a ${what} already: ${open.id} is ${statusAt(open, now)}`,
      );
    }
  }
  const status = answerCluster(cluster, now, assumptions)?.status ?? "gone";
  if (status === "in_service") return;
  throw new Refusal(refused, `Cluster ${cluster.id} is ${status}; only one that is in_service can be cloned`);
}

/** What the clone names, with a version that exists. @throws Refusal when the cluster cannot become that. */
function wanted(
  world: World,
  cluster: StoredCluster,
  request: CloneRequest,
  refuse: Refuse,
): StoredClone["asked"] {
  const { search_server_version, target_region } = request;
  const version = versionFor(world, cluster, search_server_version);
  const named = search_server_version === undefined ? {} : { search_server_version };
  const problems = planChange(cluster, named, version).problems.map(({ field, text }) => ({
    field: field?.replace(/^new_/, "") ?? null,
    text,
  }));
  refuse(Number(world.assumptions.configuration_failure), problems);
  return {
    ...(target_region === undefined ? {} : { target_region }),
    ...(search_server_version === undefined || version === null ? {} : { search_server_version: version }),
  };
}
