import { untilAborted } from "../../http/clock";

/** Runs `act` while no other one runs under the same name, first come, first served. */
type Exclusively = <T>(name: string, signal: AbortSignal, act: () => Promise<T>) => Promise<T>;

/**
 * Creates a set of locks, one per name. Throws InterruptedError as soon as the signal is aborted in the queue; an `act` that
 * has begun is left to end by itself. Never nest two under one name: that would be a deadlock.
 *
 * @param doing the purpose of the queue, as in "waiting for another change of the same cluster"
 */
export function createLocks(doing: string): Exclusively {
  const tails = new Map<string, Promise<void>>();

  return async (name, signal, act) => {
    const before = tails.get(name) ?? Promise.resolve();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const mine = Promise.all([before, released]).then(() => {
      if (tails.get(name) === mine) tails.delete(name);
    });
    tails.set(name, mine);
    try {
      await untilAborted(before, signal, doing);
      return await act();
    } finally {
      release();
    }
  };
}

const locks = new Map<string, Exclusively>();

/** Returns the locks of a service in this process: all clients of one base URL share them, whatever their key. */
export function sharedLocks(baseUrl: string): Exclusively {
  const known = locks.get(baseUrl) ?? createLocks("waiting for another change of the same cluster");
  locks.set(baseUrl, known);
  return known;
}
