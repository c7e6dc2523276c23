import { VCPUS_BY_MEMORY } from "../../api/enumerations";
import type { StoredCluster } from "../clusters/record";
import { valuesOf } from "../parameters/record";
import { begin, cancel, finish, statusAt, type WorkflowOutcome } from "../workflows/life";
import type { World } from "../world";
import { makeChange, openChange, refuseOutside, settleAll } from "./create";
import { type StoredChange, settingsOf } from "./record";

/** What a test or a demo can do to configuration changes beside the API. Each throws UnknownCluster. */
export interface ChangeControl {
  /**
   * Makes a change as a person in the console would, under the rules of the API and in canonical names. Answers
   * its id. @throws Refusal
   */
  changeOutside(clusterId: string, body: Readonly<Record<string, unknown>>): string;
  /** Cancels a pending change as somebody else would. @throws Error when it is not pending. */
  cancelOutside(clusterId: string, changeId: string): void;
  /** Makes a pending change begin now, before its time. @throws Error when it is not pending. */
  beginChange(clusterId: string, changeId: string): void;
  /** Makes a pending or running change end now. @throws Error when it is neither. */
  finishChange(clusterId: string, changeId: string, outcome: WorkflowOutcome): void;
  /** Lets the change that is pending or in progress fail at its time; without one, the next that is made. */
  failNextChange(clusterId: string): void;
  /**
   * Raises memory and vcpu as the service does by itself. @throws Error unless auto_upgrade_capacity is true, no
   * change is in progress, and the pair is a larger one that exists.
   */
  autoUpgrade(clusterId: string, memory: string, vcpu: string): void;
}

export class UnknownChange extends Error {
  constructor(clusterId: string, changeId: string) {
    super(`Cluster "${clusterId}" has no configuration change "${changeId}" in the emulator.`);
  }
}

/** @param cluster finds a cluster, with the end of its changes brought up to date */
export function createChangeControl(world: World, cluster: (id: string) => StoredCluster): ChangeControl {
  const now = () => world.clock.now();
  const find = (clusterId: string, changeId: string): StoredChange => {
    const found = cluster(clusterId).changes.find(({ id }) => id === changeId);
    if (found === undefined) throw new UnknownChange(clusterId, changeId);
    return found;
  };
  return {
    changeOutside: (clusterId, body) =>
      makeChange(world, cluster(clusterId), body, { now: now(), refuse: refuseOutside }).id,
    cancelOutside: (clusterId, changeId) => cancel(find(clusterId, changeId), now()),
    beginChange: (clusterId, changeId) => begin(find(clusterId, changeId), now()),
    finishChange(clusterId, changeId, outcome) {
      finish(find(clusterId, changeId), outcome, now());
      settleAll(world, now());
    },
    failNextChange(clusterId) {
      const found = cluster(clusterId);
      const open = openChange(found, now());
      if (open === undefined) found.failsNext = true;
      else open.outcome = "failed";
    },
    autoUpgrade: (clusterId, memory, vcpu) => autoUpgrade(world, cluster(clusterId), { memory, vcpu }),
  };
}

interface Pair {
  readonly memory: string;
  readonly vcpu: string;
}

function autoUpgrade(world: World, cluster: StoredCluster, pair: Pair): void {
  const now = world.clock.now();
  const said = `${pair.memory} with ${pair.vcpu}`;
  if (cluster.auto_upgrade_capacity !== true) {
    throw new Error(`Cluster "${cluster.id}" has no automatic upgrades: auto_upgrade_capacity is not true.`);
  }
  const open = openChange(cluster, now);
  if (open !== undefined && statusAt(open, now) === "in_progress") {
    throw new Error(`Cluster "${cluster.id}" cannot be upgraded while ${open.id} is in progress.`);
  }
  if (!isLarger(pair, cluster)) {
    throw new Error(
      `${said} is not a pair that exists and is larger than ${cluster.memory} with ${cluster.vcpu}.`,
    );
  }
  const old = settingsOf(cluster);
  Object.assign(cluster, pair);
  // Larger nodes are new nodes.
  cluster.running = valuesOf(cluster.parameters);
  if (world.assumptions.auto_upgrade_shows === "no_record") return;
  cluster.changes.push({
    id: world.store.nextChangeId(),
    createdAt: now,
    performAt: now,
    duration: 0,
    beganAt: null,
    endedAt: null,
    canceledAt: null,
    outcome: "succeeded",
    notification_email_addresses: [],
    asked: pair,
    old,
    sets: pair,
    carries: null,
    settled: true,
  });
}

/** Options are listed from the smallest on. */
function isLarger(pair: Pair, than: Pair): boolean {
  const memories = Object.entries(VCPUS_BY_MEMORY);
  const places = [pair, than].map(({ memory, vcpu }) => {
    const place = memories.findIndex(([name]) => name === memory);
    return { memory: place, vcpu: memories[place]?.[1].findIndex((one: string) => one === vcpu) ?? -1 };
  });
  const [to, from] = places;
  if (to === undefined || from === undefined || to.vcpu < 0) return false;
  return to.memory > from.memory || (to.memory === from.memory && to.vcpu > from.vcpu);
}
