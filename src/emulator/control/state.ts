import type { Assumptions } from "../assumptions/index";
import { answerChange, type ChangeAnswer } from "../changes/answer";
import { answerClone, type CloneAnswer } from "../clones/answer";
import { answerCluster, type ClusterAnswer } from "../clusters/answer";
import type { Account, ManagementKey } from "../http/access";
import { answerParameter, type ParameterAnswer } from "../parameters/answer";
import type { World } from "../world";

/** What an emulator holds. */
export interface EmulatorState {
  /** The emulator's time, RFC 3339. */
  now: string;
  account: Account;
  /** As a key that sees all would read them now, whether listed or not. */
  clusters: ClusterAnswer[];
  /** The changes of all clusters, also of those that are gone, in the order of creation. */
  changes: (ChangeAnswer & { cluster_id: string })[];
  /** The clones of all clusters, likewise. */
  clones: (CloneAnswer & { cluster_id: string })[];
  /** The stored server parameters of all clusters, likewise. */
  parameters: (ParameterAnswer & { cluster_id: string })[];
  keys: ManagementKey[];
  assumptions: Assumptions;
  faults: unknown[];
}

/** The state at `now`; whatever has ended until then has been brought up to date. */
export function stateOf({ store, assumptions, account, keys, faults }: World, now: number): EmulatorState {
  const all = store.all();
  return {
    now: new Date(now).toISOString(),
    account: { ...account },
    clusters: all.map((one) => answerCluster(one, now, assumptions)).filter((one) => one !== null),
    changes: all.flatMap(({ id, changes }) =>
      changes.map((one) => ({ cluster_id: id, ...answerChange(one, now, assumptions) })),
    ),
    clones: all.flatMap(({ id, clones }) =>
      clones.map((one) => ({ cluster_id: id, ...answerClone(one, now, assumptions) })),
    ),
    parameters: all.flatMap(({ id, parameters }) =>
      parameters.map((one) => ({ cluster_id: id, ...answerParameter(one, assumptions) })),
    ),
    keys: [...keys.values()],
    assumptions: { ...assumptions },
    faults: [...faults.list()],
  };
}
