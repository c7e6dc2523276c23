/**
 * The request budget as a pure state machine (docs/design/laws.md#l7): a window of the requests of the last minute, and a time
 * before which nothing may be sent.
 */
export interface GateState {
  /** The most requests in the window; 0: no limit. */
  readonly limit: number;
  /** Milliseconds. */
  readonly windowMs: number;
  readonly admitted: readonly Admission[];
  /** Clock milliseconds before which nothing may be sent, because the service answered 429. */
  readonly closedUntil: number;
  /**
   * After a closure, one request goes first and the others wait for its answer, so that the processes that share a key do not
   * all resume with a burst. `due`: not sent yet; a ticket: in progress; null: the gate is open.
   */
  readonly probe: "due" | number | null;
  readonly nextTicket: number;
}

interface Admission {
  readonly ticket: number;
  /** The time of its answer; null while it is in progress. */
  readonly answeredAt: number | null;
}

export type Verdict =
  | { readonly admitted: true; readonly ticket: number; readonly state: GateState }
  | {
      readonly admitted: false;
      readonly reason: "budget" | "rate_limited";
      /** Time of the next try; null: after a request in progress is answered. */
      readonly opensAt: number | null;
    };

export function openGate(limit: number, windowMs: number): GateState {
  return { limit, windowMs, admitted: [], closedUntil: 0, probe: null, nextTicket: 1 };
}

/**
 * Admits one request, or returns when to try again. A request leaves the window one window after its *answer*: the service
 * counted it somewhere between the two, so its own count can never be higher than ours.
 */
export function admit(state: GateState, now: number): Verdict {
  if (now < state.closedUntil) return { admitted: false, reason: "rate_limited", opensAt: state.closedUntil };
  if (typeof state.probe === "number") return { admitted: false, reason: "rate_limited", opensAt: null };
  const inWindow = state.admitted.filter(
    ({ answeredAt }) => answeredAt === null || answeredAt + state.windowMs > now,
  );
  if (state.limit > 0 && inWindow.length >= state.limit) {
    const answered = inWindow.flatMap(({ answeredAt }) => (answeredAt === null ? [] : [answeredAt]));
    const opensAt = answered.length === 0 ? null : Math.min(...answered) + state.windowMs;
    return { admitted: false, reason: "budget", opensAt };
  }
  const ticket = state.nextTicket;
  return {
    admitted: true,
    ticket,
    state: {
      ...state,
      admitted: [...inWindow, { ticket, answeredAt: null }],
      probe: state.probe === "due" ? ticket : null,
      nextTicket: ticket + 1,
    },
  };
}

/** Records that the request with this ticket was answered (or has failed). */
export function answered(state: GateState, ticket: number, now: number): GateState {
  return {
    ...state,
    probe: state.probe === ticket ? null : state.probe,
    admitted: state.admitted.map((one) => (one.ticket === ticket ? { ticket, answeredAt: now } : one)),
  };
}

/**
 * Closes the gate until `until`, after a 429. Never shortens a closure. Requests sent before still count: a short Retry-After
 * says when the next request may come, not that the whole budget is available again.
 */
export function close(state: GateState, until: number): GateState {
  return { ...state, closedUntil: Math.max(state.closedUntil, until), probe: "due" };
}

/** Applies the stricter of two limits, for a key that is used with two settings. */
export function tighten(state: GateState, limit: number): GateState {
  if (limit === 0) return state;
  return { ...state, limit: state.limit === 0 ? limit : Math.min(state.limit, limit) };
}

/** The purpose of a request: work to be done (with its reads), or a poll of something that takes minutes. */
export type Purpose = "work" | "wait";

/** The most requests that may overtake a waiting poll. */
export const MAX_PASSED_OVER = 3;

interface Turn<W> {
  readonly head: W;
  readonly place: number;
  /** Requests that have overtaken a waiting poll, including this one. */
  readonly passedOver: number;
}

/**
 * Chooses the next request while the budget is short (docs/design/laws.md#l7): first come, first served, except that work
 * overtakes polls, so that a hundred waits do not block a write. Every fourth turn is a poll's, so that waits end.
 */
export function nextTurn<W extends { readonly purpose: Purpose }>(
  queue: readonly W[],
  passedOver: number,
): Turn<W> | null {
  const first = queue[0];
  if (first === undefined) return null;
  const work = queue.findIndex(({ purpose }) => purpose === "work");
  const worker = queue[work];
  if (first.purpose === "work" || worker === undefined || passedOver >= MAX_PASSED_OVER)
    return { head: first, place: 0, passedOver: first.purpose === "wait" ? 0 : passedOver };
  return { head: worker, place: work, passedOver: passedOver + 1 };
}
