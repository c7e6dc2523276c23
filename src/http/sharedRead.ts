import { InterruptedError, untilAborted } from "./clock";

/** A read that concurrent callers share, and whose result serves later ones for a while (docs/design/laws.md#l7). */
export interface SharedRead<T> {
  /**
   * Joins the request in progress, or returns a result that is recent enough; otherwise starts `request`. A caller that is stopped
   * ends its own wait only: the request is stopped with the last one that waits for it, and the next caller starts another one.
   *
   * @throws InterruptedError as soon as the signal is aborted; otherwise what the request throws.
   */
  get(request: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Makes the next caller start a new request, because something was written. */
  forget(): void;
}

interface SharedReadOptions {
  /** Milliseconds since its request began for which a result serves later callers. @default 0: only those that joined the request */
  readonly maxAgeMs?: number;
  /** Milliseconds of a clock; not needed if results are kept forever or not at all. */
  readonly now?: () => number;
  /** True if a failure serves later callers like a result. @default false */
  readonly keepsFailures?: boolean;
}

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  readonly startedAt: number;
  waiters: number;
  isDone: boolean;
}

/**
 * Creates a {@link SharedRead}.
 *
 * @param doing the work that callers wait for, as in "reading the list of clusters"
 */
export function createSharedRead<T>(
  doing: string,
  { maxAgeMs = 0, now = () => 0, keepsFailures = false }: SharedReadOptions = {},
): SharedRead<T> {
  let latest: Flight<T> | null = null;

  const isUsable = (flight: Flight<T>) => !flight.isDone || now() - flight.startedAt < maxAgeMs;

  function start(request: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const startedAt = now();
    const flight = { result: request(controller.signal), controller, startedAt, waiters: 0, isDone: false };
    const finish = (isKept: boolean) => {
      flight.isDone = true;
      if (!isKept && latest === flight) latest = null;
    };
    flight.result.then(
      () => finish(maxAgeMs > 0),
      () => finish(keepsFailures),
    );
    return flight;
  }

  return {
    async get(request, signal) {
      if (signal.aborted) throw new InterruptedError(doing);
      if (latest === null || !isUsable(latest)) latest = start(request);
      const flight = latest;
      flight.waiters += 1;
      try {
        return await untilAborted(flight.result, signal, doing);
      } finally {
        flight.waiters -= 1;
        if (flight.waiters === 0 && !flight.isDone) {
          if (latest === flight) latest = null;
          flight.controller.abort();
        }
      }
    },
    forget() {
      latest = null;
    },
  };
}
