/** Requests that wait until they are released. */
export interface Holds {
  wait(): Promise<void>;
  /** Releases all of them; answers how many. */
  release(): number;
  /** Resolves as soon as `count` requests are held. */
  held(count: number): Promise<void>;
}

export function createHolds(): Holds {
  let waiting: (() => void)[] = [];
  let watchers: { count: number; resolve: () => void }[] = [];
  const notify = () => {
    const ready = watchers.filter(({ count }) => waiting.length >= count);
    watchers = watchers.filter((watcher) => !ready.includes(watcher));
    for (const { resolve } of ready) resolve();
  };
  return {
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
        notify();
      }),
    release() {
      const released = waiting;
      waiting = [];
      for (const resolve of released) resolve();
      return released.length;
    },
    held: (count) =>
      new Promise((resolve) => {
        watchers.push({ count, resolve });
        notify();
      }),
  };
}
