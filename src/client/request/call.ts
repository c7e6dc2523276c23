import { toDialect } from "../../api/dialects";
import { OPERATIONS, type OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { Gatekeeper } from "../budget/gatekeeper";
import type { Purpose } from "../budget/turns";
import { pause } from "../clock";
import type { Log } from "../log";
import { doing, ended, explain } from "../messages/explain";
import { type AttemptContext, attemptOnce, type Outcome, type Outgoing } from "./attempt";
import { gateClosure, nextStep } from "./retry";
import { buildPath, buildQuery } from "./urls";

/** What a call needs of the world. */
export interface CallContext extends AttemptContext {
  readonly baseUrl: string;
  readonly random: () => number;
  readonly gate: Gatekeeper;
  readonly log: Log;
}

/** What goes into a call, without types per operation. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  /** A function is called for the body each time that the request has passed the gate. */
  readonly body?: unknown;
  /** Tells the call from others of its kind in messages, as in `"products"`. */
  readonly subject?: string;
}

export type Call = <Id extends OperationId>(
  id: Id,
  input: CallInput,
  options: { readonly signal: AbortSignal; readonly purpose?: Purpose },
) => Promise<Answer<Id>>;

/**
 * Makes the one function that every request goes through: gate, request, judgement, retry (docs/design/laws.md#l7, #l8).
 * It throws ApiError, or Interrupted when the signal ended it. A write whose answer is lost is an ApiError of the
 * kind `lost_write`; it is never sent again from here.
 */
export function createCall(context: CallContext): Call {
  const { clock, gate, log, random } = context;
  let reachedBefore = false;

  async function throughGate(waiting: Waiting, purpose: Purpose, signal: AbortSignal) {
    const leave = await gate.enter(signal, log, purpose);
    const startedAt = clock.now();
    try {
      const outgoing: Outgoing = { ...waiting, body: waiting.body() };
      const outcome = await attemptOnce(context, outgoing, signal);
      // Before this request leaves the gate: or the next one in line would still slip through.
      const closure = "failed" in outcome ? gateClosure(outcome.failed) : null;
      if (closure !== null) gate.closeFor(closure);
      return { outcome, tookMs: clock.now() - startedAt };
    } finally {
      leave();
    }
  }

  return async (id, input, { signal, purpose = "work" }) => {
    const write = OPERATIONS[id].kind === "write";
    const waiting = waitingFor(context, id, input);
    const { attempt } = waiting;
    let [turnedAway, failures, spentMs] = [0, 0, 0];

    for (;;) {
      const { outcome, tookMs } = await throughGate(waiting, purpose, signal);
      log.debug("Management API request", {
        operation: id,
        method: OPERATIONS[id].method,
        path: attempt.path,
        status: statusOf(id, outcome),
        ms: Math.round(tookMs),
        attempt: turnedAway + failures + 1,
      });
      reachedBefore ||= outcome.reached;
      if ("value" in outcome) return outcome.value as Answer<typeof id>;

      const { failed } = outcome;
      const next = nextStep(failed, { write, turnedAway, failures, spentMs, reachedBefore }, random);
      if (next.step === "fail") throw explain(attempt, failed);
      if (next.step === "resolve") throw explain(attempt, failed, true);
      if (next.step === "queue") {
        turnedAway += 1;
        continue;
      }
      log.warn(`Could not ${doing(attempt)}, trying again in ${Math.ceil(next.afterMs / 1000)} s`, {
        operation: id,
        reason: ended(failed),
      });
      await pause(clock, next.afterMs, signal, `waiting to try again to ${doing(attempt)}`);
      failures += 1;
      spentMs += tookMs + next.afterMs;
    }
  };
}

/** A request whose body is not fixed before it leaves. */
type Waiting = Omit<Outgoing, "body"> & { readonly body: () => string | null };

function waitingFor({ baseUrl, dialect }: CallContext, id: OperationId, input: CallInput): Waiting {
  const pathParameters = input.path ?? {};
  const path = buildPath(id, pathParameters);
  return {
    attempt: {
      operation: id,
      pathParameters,
      path,
      baseUrl,
      ...(input.subject === undefined ? {} : { subject: input.subject }),
    },
    url: `${baseUrl}${path}${buildQuery(input.query ?? {})}`,
    body() {
      const body: unknown = typeof input.body === "function" ? input.body() : input.body;
      return body === undefined ? null : JSON.stringify(toDialect(dialect, body));
    },
  };
}

function statusOf(id: OperationId, outcome: Outcome): number | string {
  return "failed" in outcome ? (outcome.failed.status ?? outcome.failed.kind) : OPERATIONS[id].success;
}
