import { answerCollection } from "../../dataPlane/collections/answer";
import { answerKey } from "../../dataPlane/keys/operations";
import { answerNamed } from "../../dataPlane/named/store";
import { answerChange } from "../../domain/changes/kind";
import { answerClone } from "../../domain/clones/kind";
import { answerCluster } from "../../domain/clusters/answer";
import { answerParameter } from "../../domain/parameters/operations";
import { settleAll } from "../../domain/settle";
import type { StoredCluster } from "../../domain/store/cluster";
import type { NamedRecordKind } from "../../domain/store/named";
import type { TestWorld } from "../world";

export type ControlState = ReturnType<typeof stateOf>;

/** Returns the state of the emulator after everything that has ended has settled. */
export function stateOf(world: TestWorld) {
  const { store, assumptions, account, keys, faults } = world;
  const now = world.clock.now();
  settleAll(world, now);
  const all = store.all();
  function below<Stored, Answer>(of: (cluster: StoredCluster) => Stored[], answer: (one: Stored) => Answer) {
    return all.flatMap((cluster) => of(cluster).map((one) => ({ cluster_id: cluster.id, ...answer(one) })));
  }
  return {
    /** The emulator's time, RFC 3339. */
    now: new Date(now).toISOString(),
    account: { ...account },
    /** As a key that sees all clusters would read them now, listed or not. */
    clusters: all.flatMap((one) => answerCluster(one, now, assumptions) ?? []),
    /** The changes of all clusters in the order of creation, including clusters that are gone. */
    changes: below(changesOf, (one) => answerChange(one, now, assumptions)),
    /** The clones of all clusters, in the same order. */
    clones: below(clonesOf, (one) => answerClone(one, now, assumptions)),
    /** The stored server parameters of all clusters, in the same order. */
    parameters: below(parametersOf, (one) => answerParameter(one, assumptions)),
    /** The data of the clusters: collections with their number of documents, aliases, keys without their values, and named records without credentials. */
    collections: all.flatMap((cluster) =>
      [...cluster.data.collections.values()].map((one) => ({
        cluster_id: cluster.id,
        ...answerCollection(one, cluster.search_server_version, assumptions),
      })),
    ),
    aliases: below(aliasesOf, (one) => one),
    node_keys: below(nodeKeysOf, answerKey),
    named: below(namedOf, (one) => one),
    keys: [...keys.values()],
    assumptions: { ...assumptions },
    faults: faults.list(),
  };
}

const changesOf = ({ changes }: StoredCluster) => changes;
const clonesOf = ({ clones }: StoredCluster) => clones;
const nodeKeysOf = ({ data }: StoredCluster) => [...data.keys];
const aliasesOf = ({ data }: StoredCluster) =>
  [...data.aliases].map(([name, collection_name]) => ({ name, collection_name }));
const namedOf = ({ data }: StoredCluster) =>
  Object.entries(data.named).flatMap(([kind, records]) =>
    [...records].map(([name, record]) => ({
      kind,
      name,
      record: answerNamed(kind as NamedRecordKind, record),
    })),
  );
const parametersOf = ({ parameters }: StoredCluster) => parameters;
