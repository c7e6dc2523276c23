/** Which records of a kind this process has seen, and since when. */
export interface Knowledge<T extends { readonly id: string }> {
  /** Takes note of a record that the service has just answered. */
  note(record: T): void;
  /** Takes note that a record is the result of one of our creates. */
  claim(id: string): void;
  /**
   * Fixes what is known now: the function says whether an id had been seen before this moment, or has been claimed
   * by one of our creates at any time.
   */
  before(): (id: string) => boolean;
  /** The record as last seen. Throws for an id that was never noted. */
  record(id: string): T;
}

export function createKnowledge<T extends { readonly id: string }>(): Knowledge<T> {
  const firstSeen = new Map<string, number>();
  const records = new Map<string, T>();
  const claimed = new Set<string>();
  let moment = 0;
  return {
    note(record) {
      records.set(record.id, record);
      if (!firstSeen.has(record.id)) firstSeen.set(record.id, moment);
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
      if (record === undefined) throw new Error(`${id} was never seen`);
      return record;
    },
  };
}
