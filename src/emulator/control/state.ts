import type { Assumptions } from "../assumptions";
import { answerChange, type ChangeAnswer } from "../changes/answer";
import { CHANGES } from "../changes/kind";
import { answerClone, type CloneAnswer } from "../clones/answer";
import { CLONES } from "../clones/kind";
import { answerCluster, type ClusterAnswer } from "../clusters/answer";
import type { StoredCluster } from "../clusters/record";
import type { Account, ManagementKey } from "../http/access";
import { answerParameter, type ParameterAnswer } from "../parameters/answer";
import type { World } from "../world";

type Below<Answer> = { cluster_id: string } & Answer;

/** What an emulator holds. */
export interface EmulatorState {
  /** The emulator's time, RFC 3339. */
  now: string;
  account: Account;
  /** As a key that sees all would read them now, whether listed or not. */
  clusters: ClusterAnswer[];
  /** The changes of all clusters, also of those that are gone, in the order of creation. */
  changes: Below<ChangeAnswer>[];
  /** The clones of all clusters, likewise. */
  clones: Below<CloneAnswer>[];
  /** The stored server parameters of all clusters, likewise. */
  parameters: Below<ParameterAnswer>[];
  keys: ManagementKey[];
  assumptions: Assumptions;
  faults: unknown[];
}

/** The state at `now`; whatever has ended until then has been brought up to date. */
export function stateOf({ store, assumptions, account, keys, faults }: World, now: number): EmulatorState {
  const all = store.all();
  function below<Stored, Answer>(of: (cluster: StoredCluster) => Stored[], answer: (one: Stored) => Answer) {
    return all.flatMap((cluster) => of(cluster).map((one) => ({ cluster_id: cluster.id, ...answer(one) })));
  }
  return {
    now: new Date(now).toISOString(),
    account: { ...account },
    clusters: all.flatMap((one) => answerCluster(one, now, assumptions) ?? []),
    changes: below(CHANGES.of, (one) => answerChange(one, now, assumptions)),
    clones: below(CLONES.of, (one) => answerClone(one, now, assumptions)),
    parameters: below(parametersOf, (one) => answerParameter(one, assumptions)),
    keys: [...keys.values()],
    assumptions: { ...assumptions },
    faults: faults.list(),
  };
}

const parametersOf = ({ parameters }: StoredCluster) => parameters;
