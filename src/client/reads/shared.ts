import { Interrupted, unlessStopped } from "../../http/clock";

/**
 * One request for many callers: who comes while one is under way waits for its answer. A stop of one caller ends its
 * own wait only; the request itself is stopped with the last of them, and the next caller starts another one.
 * @param doing what the callers wait for, as in "reading the list of clusters"
 */
export function shared<T>(
  doing: string,
  request: (signal: AbortSignal) => Promise<T>,
): (signal: AbortSignal) => Promise<T> {
  let flight: { readonly result: Promise<T>; readonly controller: AbortController; waiters: number } | null =
    null;

  const start = () => {
    const controller = new AbortController();
    const started = { result: request(controller.signal), controller, waiters: 0 };
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
    try {
      return await unlessStopped(joined.result, signal, doing);
    } finally {
      joined.waiters -= 1;
      if (joined.waiters === 0 && flight === joined) {
        flight = null;
        joined.controller.abort();
      }
    }
  };
}
