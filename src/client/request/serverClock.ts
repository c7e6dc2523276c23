import type { Clock } from "../clock";

export type ServerClock = ReturnType<typeof createServerClock>;

/** The service's time, as its answers tell it (Date header, whole seconds). */
export function createServerClock(clock: Clock) {
  let seen: { readonly server: number; readonly local: number } | null = null;
  return {
    /** Takes note of an answer that arrives now. */
    observe(dateHeader: string | undefined): void {
      const server = dateHeader === undefined ? Number.NaN : Date.parse(dateHeader);
      if (!Number.isNaN(server)) seen = { server, local: clock.now() };
    },
    /** Milliseconds since the epoch: the last Date seen plus the time since; our own clock when none was seen. */
    now: (): number => (seen === null ? clock.now() : seen.server + (clock.now() - seen.local)),
    /** Epoch seconds of the last Date seen, as it was; null when none was seen. */
    lastSeen: (): number | null => (seen === null ? null : Math.floor(seen.server / 1000)),
  };
}
