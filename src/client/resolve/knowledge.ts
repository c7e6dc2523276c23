import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";

/** Which records this process has seen, and since when; by names that are unique among all kinds of records. */
export interface Knowledge {
  /** Takes note of a record that the service has just answered. */
  note(name: string): void;
  /** Takes note that a record is the result of one of our creates. */
  claim(name: string): void;
  /**
   * Fixes what is known now: the function says whether a record had been seen before this moment, or has been claimed
   * by one of our creates at any time.
   */
  before(): (name: string) => boolean;
}

/** The name of a record among all that the process knows: the ids of two clusters, or of two kinds, may be the same. */
export function nameOf(
  kind: "cluster" | "configuration change" | "cloning operation",
  ...ids: string[]
): string {
  return JSON.stringify([kind, ...ids]);
}

export function createKnowledge(): Knowledge {
  const firstSeen = new Map<string, number>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    note(name) {
      if (!firstSeen.has(name)) firstSeen.set(name, moment);
    },
    claim(name) {
      claimed.add(name);
    },
    before() {
      moment += 1;
      const mark = moment;
      return (name) => claimed.has(name) || (firstSeen.get(name) ?? mark) < mark;
    },
  };
}

/** Whether a record (epoch seconds) is older than the last server time seen before a request: then it is not its result. */
export function isOlder(createdAt: number | null, serverTimeBefore: number | null): boolean {
  return createdAt !== null && serverTimeBefore !== null && createdAt < serverTimeBefore;
}

type Named = { readonly id: string };
type Holds = { readonly [Id in OperationId]?: (answer: Answer<Id>) => readonly Named[] };

const CLUSTERS: Holds = {
  listClusters: ({ clusters }) => clusters,
  getCluster: (cluster) => [cluster],
  createCluster: ({ cluster }) => [cluster],
  updateCluster: ({ cluster }) => [cluster],
};

const CHANGES: Holds = {
  listConfigurationChanges: ({ configuration_changes }) => configuration_changes,
  getConfigurationChange: (change) => [change],
  createConfigurationChange: ({ configuration_change }) => [configuration_change],
  cancelConfigurationChange: ({ configuration_change }) => [configuration_change],
};

const CLONES: Holds = {
  listCloningOperations: ({ cloning_operations }) => cloning_operations,
  getCloningOperation: (operation) => [operation],
  createCloningOperation: ({ cloning_operation }) => [cloning_operation],
  cancelCloningOperation: ({ cloning_operation }) => [cloning_operation],
};

/** The names of the records that an answer holds. */
export function namesIn<Id extends OperationId>(
  id: Id,
  clusterId: string | undefined,
  answer: Answer<Id>,
): string[] {
  const held = (holds: Holds) => holds[id]?.(answer) ?? [];
  return [
    ...held(CLUSTERS).map((one) => nameOf("cluster", one.id)),
    ...held(CHANGES).map((one) => nameOf("configuration change", clusterId ?? "", one.id)),
    ...held(CLONES).map((one) => nameOf("cloning operation", clusterId ?? "", one.id)),
  ];
}
