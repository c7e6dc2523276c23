/** Whether what was held is carried out now, or given up. */
export type Release = "carry out" | "give up";

/** Requests that wait until they are released. */
export interface Holds {
  /** @param group the cluster whose quorum is awaited; null: a fault holds it */
  wait(group?: string | null): Promise<Release>;
  /** Releases those of a group, in the order in which they came; by default all. Answers how many. */
  release(how?: Release, group?: string | null): number;
  /** Resolves as soon as `count` requests are held. */
  held(count: number): Promise<void>;
}

export function createHolds(): Holds {
  let waiting: { group: string | null; resolve: (how: Release) => void }[] = [];
  let watchers: { count: number; resolve: () => void }[] = [];
  const notify = () => {
    const ready = watchers.filter(({ count }) => waiting.length >= count);
    watchers = watchers.filter((watcher) => !ready.includes(watcher));
    for (const { resolve } of ready) resolve();
  };
  return {
    wait: (group = null) =>
      new Promise((resolve) => {
        waiting.push({ group, resolve });
        notify();
      }),
    release(how = "carry out", group) {
      const released = waiting.filter((one) => group === undefined || one.group === group);
      waiting = waiting.filter((one) => !released.includes(one));
      for (const { resolve } of released) resolve(how);
      return released.length;
    },
    held: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        notify();
      }),
  };
}
