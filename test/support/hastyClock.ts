import { type Clock, systemClock } from "../../src/http/clock";
import { HINT_PATIENCE_MS } from "../../src/provider/shared/preflight/hint";

/**
 * The shortest sleep that is a limit of a request or a wait, and must not end just because the machine is busy. Exactly this long is
 * always a limit: the time allowed for polling every node.
 */
const LIMITS_FROM_MS = 10_000;
const SHORTENED_TO_MS = 10;

/**
 * A clock that skips pauses: a sleep of a few seconds ends almost at once. Never goes backwards.
 *
 * @param limitsFrom the shortest sleep, in milliseconds, that is a limit and takes its full time
 */
export function hastyClock(limitsFrom = LIMITS_FROM_MS): Clock {
  let jumped = 0;
  const now = () => systemClock.now() + jumped;
  return {
    now,
    async sleep(ms, signal) {
      if (ms >= limitsFrom || ms === LIMITS_FROM_MS || ms === HINT_PATIENCE_MS)
        return systemClock.sleep(ms, signal);
      const until = now() + ms;
      await systemClock.sleep(Math.min(ms, SHORTENED_TO_MS), signal);
      if (!signal.aborted) jumped = Math.max(jumped, until - systemClock.now());
    },
  };
}
