import type { ClusterRecord } from "../api/records";

/** Which clusters this process has seen, and since when. */
export interface Knowledge {
  /** Takes note of a record that the service has just answered. */
  note(cluster: ClusterRecord): void;
  /** Takes note that a cluster is the result of one of our creates. */
  claim(id: string): void;
  /**
   * Fixes what is known now: the function says whether an id had been seen before this moment, or has been claimed
   * by one of our creates at any time.
   */
  before(): (id: string) => boolean;
  /** The record as last seen. Throws for an id that was never noted. */
  record(id: string): ClusterRecord;
}

export function createKnowledge(): Knowledge {
  const firstSeen = new Map<string, number>();
  const records = new Map<string, ClusterRecord>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    note(cluster) {
      records.set(cluster.id, cluster);
      if (!firstSeen.has(cluster.id)) firstSeen.set(cluster.id, moment);
    },
    claim(id) {
      claimed.add(id);
    },
    before() {
      moment += 1;
      const mark = moment;
      return (id) => claimed.has(id) || (firstSeen.get(id) ?? mark) < mark;
    },
    record(id) {
      const record = records.get(id);
      if (record === undefined) throw new Error(`Cluster ${id} was never seen`);
      return record;
    },
  };
}
