import { refuseOutside, settleAll } from "../changes/create";
import type { StoredCluster } from "../clusters/record";
import { begin, cancel, finish, type WorkflowOutcome } from "../workflows/life";
import type { World } from "../world";
import { makeClone } from "./create";
import { openClone, type StoredClone } from "./record";

/** What a test or a demo can do to cloning operations beside the API. Each throws UnknownCluster. */
export interface CloneControl {
  /**
   * Makes a clone as a person in the console would, under the rules of the API and in canonical names. Answers its
   * id. @throws Refusal
   */
  cloneOutside(clusterId: string, body?: Readonly<Record<string, unknown>>): string;
  /** Cancels a pending clone as somebody else would. @throws Error when it is not pending. */
  cancelCloneOutside(clusterId: string, cloneId: string): void;
  /** Makes a pending clone begin now, before its time. @throws Error when it is not pending. */
  beginClone(clusterId: string, cloneId: string): void;
  /** Makes a pending or running clone end now. @throws Error when it is neither. */
  finishClone(clusterId: string, cloneId: string, outcome: WorkflowOutcome): void;
  /** Lets the clone that is pending or in progress fail at its time; without one, the next that is made. */
  failNextClone(clusterId: string): void;
}

export class UnknownClone extends Error {
  constructor(clusterId: string, cloneId: string) {
    super(`Cluster "${clusterId}" has no cloning operation "${cloneId}" in the emulator.`);
  }
}

const PERSON = { user_name: "Console", user_type: "User" };

/** @param cluster finds a cluster, with everything that has ended brought up to date */
export function createCloneControl(world: World, cluster: (id: string) => StoredCluster): CloneControl {
  const now = () => world.clock.now();
  const find = (clusterId: string, cloneId: string): StoredClone => {
    const found = cluster(clusterId).clones.find(({ id }) => id === cloneId);
    if (found === undefined) throw new UnknownClone(clusterId, cloneId);
    return found;
  };
  return {
    cloneOutside: (clusterId, body = {}) =>
      makeClone(world, cluster(clusterId), body, {
        now: now(),
        refuse: refuseOutside,
        made_by: PERSON,
        key: null,
      }).id,
    cancelCloneOutside: (clusterId, cloneId) => cancel(find(clusterId, cloneId), now()),
    beginClone(clusterId, cloneId) {
      begin(find(clusterId, cloneId), now());
      settleAll(world, now());
    },
    finishClone(clusterId, cloneId, outcome) {
      finish(find(clusterId, cloneId), outcome, now());
      settleAll(world, now());
    },
    failNextClone(clusterId) {
      const found = cluster(clusterId);
      const open = openClone(found, now());
      if (open === undefined) found.failsNextClone = true;
      else open.outcome = "failed";
    },
  };
}
