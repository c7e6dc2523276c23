import { Interrupted } from "../clock";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  waiters: number;
}

/**
 * One request for many callers: who comes while one is under way waits for its answer. A stop of one caller ends its
 * own wait only; the request itself is stopped with the last of them, and the next caller starts another one.
 * @param doing what the callers wait for, as in "reading the list of clusters"
 */
export function shared<T>(
  doing: string,
  request: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  let flight: Flight<T> | null = null;

  const start = (): Flight<T> => {
    const controller = new AbortController();
    const started: Flight<T> = { result: request(controller.signal), controller, waiters: 0 };
    const finish = () => {
      if (flight === started) flight = null;
    };
    started.result.then(finish, finish);
    return started;
  };

  return async (signal) => {
    if (signal.aborted) throw new Interrupted(doing);
    flight ??= start();
    const joined = flight;
    joined.waiters += 1;
    const over = new AbortController();
    try {
      return await new Promise<T>((resolve, reject) => {
        const leave = () => reject(new Interrupted(doing));
        signal.addEventListener("abort", leave, { once: true, signal: over.signal });
        joined.result.then(resolve, reject);
      });
    } finally {
      over.abort();
      joined.waiters -= 1;
      if (joined.waiters === 0 && flight === joined) {
        flight = null;
        joined.controller.abort();
      }
    }
  };
}
