import { createHash } from "node:crypto";
import { RATE_WINDOW_MS } from "../../api/limits";
import { type Clock, InterruptedError } from "../../http/clock";
import type { Log } from "../../http/exchange";
import { startDelay } from "../delays";
import { admit, answered, close, type GateState, nextTurn, openGate, type Purpose, tighten } from "./gate";

/** The largest random delay of opening in milliseconds, so that the processes of one key do not resume together. */
const JITTER_MS = 1_000;
/** A shorter wait is logged as debug only. */
const WORTH_TELLING_MS = 5_000;

interface Waiter {
  readonly log: Log;
  readonly purpose: Purpose;
  admit(ticket: number): void;
}

export type Gatekeeper = ReturnType<typeof createGatekeeper>;

/**
 * Creates a gate that decides when requests may be sent: first come, first served, except for the polls of waits ({@link
 * nextTurn}).
 */
export function createGatekeeper(clock: Clock, random: () => number, requestsPerMinute: number) {
  let state: GateState = openGate(requestsPerMinute, RATE_WINDOW_MS);
  const queue: Waiter[] = [];
  let passedOver = 0;
  let alarm: AbortController | null = null;

  const cancelAlarm = () => {
    alarm?.abort();
    alarm = null;
  };

  const wakeAt = (at: number) => {
    cancelAlarm();
    const mine = new AbortController();
    alarm = mine;
    clock.sleep(Math.ceil(at - clock.now()), mine.signal).then(() => {
      if (!mine.signal.aborted) advance();
    });
  };

  const tell = (waiter: Waiter, ms: number, reason: "budget" | "rate_limited") => {
    const why =
      reason === "budget"
        ? `the budget of ${state.limit} requests per minute is used up`
        : "the service answered 429 (rate limit)";
    waiter.log[ms >= WORTH_TELLING_MS ? "info" : "debug"](`Waiting ${Math.ceil(ms / 1000)} s: ${why}`, {
      waiting_requests: queue.length,
      wait_ms: Math.round(ms),
    });
  };

  function advance(): void {
    for (let turn = nextTurn(queue, passedOver); turn !== null; turn = nextTurn(queue, passedOver)) {
      const { head, place } = turn;
      const verdict = admit(state, clock.now());
      if (!verdict.admitted) {
        if (verdict.opensAt === null) {
          cancelAlarm();
        } else {
          tell(head, verdict.opensAt - clock.now(), verdict.reason);
          wakeAt(verdict.opensAt);
        }
        return;
      }
      state = verdict.state;
      passedOver = turn.passedOver;
      queue.splice(place, 1);
      head.admit(verdict.ticket);
    }
    cancelAlarm();
  }

  return {
    /** Waits for its turn; resolves to a function that ends the request. Throws {@link InterruptedError} on abort. */
    enter: (signal: AbortSignal, log: Log, purpose: Purpose = "work"): Promise<() => void> =>
      new Promise((resolve, reject) => {
        const finishWait = startDelay("budgetMs", clock.now());
        const stop = () => reject(new InterruptedError("waiting for the request budget"));
        if (signal.aborted) return stop();
        const leaveQueue = () => {
          queue.splice(queue.indexOf(waiter), 1);
          if (queue.length === 0) cancelAlarm();
          stop();
        };
        const waiter: Waiter = {
          log,
          purpose,
          admit(ticket) {
            signal.removeEventListener("abort", leaveQueue);
            finishWait(clock.now());
            resolve(() => {
              state = answered(state, ticket, clock.now());
              if (alarm === null) advance();
            });
          },
        };
        signal.addEventListener("abort", leaveQueue, { once: true });
        queue.push(waiter);
        if (queue.length === 1) advance();
      }),
    /** Closes the gate for this many milliseconds and a little more, after a 429. */
    closeFor(ms: number): void {
      state = close(state, clock.now() + ms + random() * JITTER_MS);
      // The time until which waiters sleep may have changed.
      if (queue.length > 0) advance();
    },
    /** Applies the stricter of two limits. */
    tighten(limit: number): void {
      state = tighten(state, limit);
    },
  };
}

const gates = new WeakMap<Clock, Map<string, Gatekeeper>>();

/** Returns the one gate of a base URL and key in this process: provider aliases with the same key share it. */
export function sharedGatekeeper(
  identity: { readonly baseUrl: string; readonly apiKey: string },
  clock: Clock,
  random: () => number,
  requestsPerMinute: number,
): Gatekeeper {
  const known = gates.get(clock) ?? new Map<string, Gatekeeper>();
  gates.set(clock, known);
  const name = createHash("sha256").update(`${identity.baseUrl}\n${identity.apiKey}`).digest("hex");
  const gate = known.get(name) ?? createGatekeeper(clock, random, requestsPerMinute);
  known.set(name, gate);
  gate.tighten(requestsPerMinute);
  return gate;
}
