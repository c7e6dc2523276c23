/**
 * The request budget as a pure state machine (docs/design/laws.md#l7): a window of the requests of the last minute, and a
 * moment before which nothing may leave.
 */
export interface GateState {
  /** Requests that may be in the window; 0: any number. */
  readonly limit: number;
  /** Milliseconds. */
  readonly windowMs: number;
  readonly admitted: readonly Admission[];
  /** Clock milliseconds before which nothing may leave, because the service answered 429. */
  readonly closedUntil: number;
  /**
   * After a closure, one request goes first, and the others wait for its answer: the processes that share a key do not all
   * come back with a burst. `due`: it has not left yet; a ticket: it is under way; null: the gate is open.
   */
  readonly probe: "due" | number | null;
  readonly nextTicket: number;
}

interface Admission {
  readonly ticket: number;
  /** When its answer arrived; null while it is under way. */
  readonly answeredAt: number | null;
}

export type Verdict =
  | { readonly admitted: true; readonly ticket: number; readonly state: GateState }
  | {
      readonly admitted: false;
      readonly reason: "budget" | "rate_limited";
      /** When to ask again; null: when a request that is under way has been answered. */
      readonly opensAt: number | null;
    };

export function openGate(limit: number, windowMs: number): GateState {
  return { limit, windowMs, admitted: [], closedUntil: 0, probe: null, nextTicket: 1 };
}

/**
 * Lets one request through, or says when to ask again. A request leaves the window one window after its *answer*:
 * the service counted it somewhere between the two, so its own count can never be higher than ours.
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

/** Takes note that the request with this ticket has been answered (or has failed). */
export function answered(state: GateState, ticket: number, now: number): GateState {
  return {
    ...state,
    probe: state.probe === ticket ? null : state.probe,
    admitted: state.admitted.map((one) => (one.ticket === ticket ? { ticket, answeredAt: now } : one)),
  };
}

/**
 * After a 429: lets nothing through before `until`. Never shortens a closure. What has left before still counts: a short
 * Retry-After says when the next request may come, not that the whole budget is there again.
 */
export function close(state: GateState, until: number): GateState {
  return { ...state, closedUntil: Math.max(state.closedUntil, until), probe: "due" };
}

/** The stricter of the present limit and another one, for a key that is used with two settings. */
export function tighten(state: GateState, limit: number): GateState {
  if (limit === 0) return state;
  return { ...state, limit: state.limit === 0 ? limit : Math.min(state.limit, limit) };
}

/** What a request is for: something to be done (and what is read for it), or a poll of something that takes minutes. */
export type Purpose = "work" | "wait";

/** How many others may go before a poll that came before them. */
export const MAX_PASSED_OVER = 3;

interface Turn<W> {
  readonly head: W;
  readonly place: number;
  /** Others that have gone before a poll that waits, with this one. */
  readonly passedOver: number;
}

/**
 * Whose turn it is when the budget is short (docs/design/laws.md#l7): first come first served, but that work goes before polls, so
 * that a hundred waits keep no write from leaving; every fourth turn is a poll's all the same, so that waits end.
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
