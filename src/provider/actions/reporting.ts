import type { Clock } from "../../client";

/** Milliseconds between two messages about work that takes long. */
const EVERY_MS = 60_000;

/** Waits for work, and reports each full minute that it has taken. */
export async function reporting<T>(
  clock: Clock,
  work: Promise<T>,
  say: (minutes: number) => void,
): Promise<T> {
  const over = new AbortController();
  const report = async () => {
    for (let minutes = 1; ; minutes += 1) {
      await clock.sleep(EVERY_MS, over.signal);
      if (over.signal.aborted) return;
      say(minutes);
    }
  };
  void report();
  try {
    return await work;
  } finally {
    over.abort();
  }
}
