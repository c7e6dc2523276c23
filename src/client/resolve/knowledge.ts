import type { OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";

type Kind = "cluster" | "configuration change" | "cloning operation";

export type Knowledge = ReturnType<typeof createKnowledge>;

/** Which records this process has seen, and since when; by names that are unique among all kinds of records. */
export function createKnowledge() {
  const firstSeen = new Map<string, number>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    /** Takes note of a record that the service has just answered. */
    note(name: string): void {
      if (!firstSeen.has(name)) firstSeen.set(name, moment);
    },
    /** Takes note that a record is the result of one of our creates. */
    claim(name: string): void {
      claimed.add(name);
    },
    /**
     * Fixes what is known now: the function says whether a record had been seen before this moment, or has been claimed
     * by one of our creates at any time.
     */
    before(): (name: string) => boolean {
      moment += 1;
      const mark = moment;
      return (name) => claimed.has(name) || (firstSeen.get(name) ?? mark) < mark;
    },
  };
}

/** The name of a record among all that the process knows: the ids of two clusters, or of two kinds, may be the same. */
export function nameOf(kind: Kind, ...ids: string[]): string {
  return JSON.stringify([kind, ...ids]);
}

/** Whether a record (epoch seconds) is older than the last server time seen before a request: then it is not its result. */
export function isOlder(createdAt: number | null, serverTimeBefore: number | null): boolean {
  return createdAt !== null && serverTimeBefore !== null && createdAt < serverTimeBefore;
}

type Held<Id extends OperationId> = readonly [
  Kind,
  (answer: Answer<Id>) => readonly { readonly id: string }[],
];

/** The records that an answer holds. */
const HELD: { readonly [Id in OperationId]?: Held<Id> } = {
  listClusters: ["cluster", ({ clusters }) => clusters],
  getCluster: ["cluster", (cluster) => [cluster]],
  createCluster: ["cluster", ({ cluster }) => [cluster]],
  updateCluster: ["cluster", ({ cluster }) => [cluster]],
  listConfigurationChanges: ["configuration change", (answer) => answer.configuration_changes],
  getConfigurationChange: ["configuration change", (change) => [change]],
  createConfigurationChange: ["configuration change", (answer) => [answer.configuration_change]],
  cancelConfigurationChange: ["configuration change", (answer) => [answer.configuration_change]],
  listCloningOperations: ["cloning operation", (answer) => answer.cloning_operations],
  getCloningOperation: ["cloning operation", (operation) => [operation]],
  createCloningOperation: ["cloning operation", (answer) => [answer.cloning_operation]],
  cancelCloningOperation: ["cloning operation", (answer) => [answer.cloning_operation]],
};

/** The names of the records that an answer holds. */
export function namesIn<Id extends OperationId>(
  id: Id,
  clusterId: string | undefined,
  answer: Answer<Id>,
): string[] {
  const held: Held<Id> | undefined = HELD[id];
  if (held === undefined) return [];
  const [kind, recordsOf] = held;
  const owner = kind === "cluster" ? [] : [clusterId ?? ""];
  return recordsOf(answer).map((one) => nameOf(kind, ...owner, one.id));
}
