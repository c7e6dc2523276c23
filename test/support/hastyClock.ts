import { type Clock, systemClock } from "../../src/http/clock";
import { HINT_PATIENCE_MS } from "../../src/provider/shared/preflight/hint";

/**
 * From here on, sleeps are limits of requests and waits, which are not to pass while the machine is only busy. Just this long is
 * always one: so long a look at every node may take.
 */
const LIMITS_FROM_MS = 10_000;
const SHORTENED_TO_MS = 10;

/**
 * A clock that jumps over pauses: who sleeps a few seconds has slept them after a moment. Never goes backwards.
 *
 * @param limitsFrom milliseconds from which a sleep is a limit, and is slept in full
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
