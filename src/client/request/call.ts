import { DIALECTS, type Dialect, toDialect } from "../../api/dialects";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../api/limits";
import { OPERATIONS, type OperationId } from "../../api/operations";
import type { Answer } from "../../api/records";
import type { Gatekeeper } from "../budget/gatekeeper";
import { type Clock, Interrupted, pause, type ServerClock } from "../clock";
import type { Log } from "../log";
import { type Attempt, type Failure, failure } from "../messages/error";
import { doing, ended, explain } from "../messages/explain";
import { readAnswer } from "./answers";
import type { CallOptions, Input } from "./input";
import { networkFailure } from "./networkFailure";
import { type HttpProxy, inWords } from "./proxy";
import { gateClosure, nextStep } from "./retry";
import { send } from "./send";
import type { Transport } from "./transport";
import { buildPath, buildQuery } from "./urls";

/** What a call needs of the world. */
export interface CallContext {
  readonly baseUrl: string;
  readonly proxy: HttpProxy | null;
  readonly apiKey: string;
  readonly dialect: Dialect;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly random: () => number;
  readonly gate: Gatekeeper;
  readonly log: Log;
  readonly redact: (text: string) => string;
}

export type Call = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: CallOptions,
) => Promise<Answer<Id>>;

/** The record, or why there is none. `reached`: the service has answered something. */
type Outcome =
  | { readonly value: unknown; readonly reached: true }
  | { readonly failed: Failure; readonly reached: boolean };

/** A request whose body is not fixed before it leaves. */
interface Outgoing {
  readonly attempt: Attempt;
  readonly url: string;
  readonly body: () => string | null;
}

/**
 * Makes the one function that every request goes through: gate, request, judgement, retry (docs/design/laws.md#l7, #l8).
 * It throws ApiError, or Interrupted when the signal ended it. A write whose answer is lost is an ApiError of the
 * kind `lost_write`; it is never sent again from here.
 */
export function createCall(context: CallContext): Call {
  const { clock, gate, log, random } = context;
  let reachedBefore = false;

  async function throughGate(outgoing: Outgoing, { signal, purpose }: CallOptions) {
    const leave = await gate.enter(signal, log, purpose);
    const startedAt = clock.now();
    try {
      const outcome = await attemptOnce(context, outgoing, signal);
      // Before this request leaves the gate: or the next one in line would still slip through.
      const closure = "failed" in outcome ? gateClosure(outcome.failed) : null;
      if (closure !== null) gate.closeFor(closure);
      return { outcome, tookMs: clock.now() - startedAt };
    } finally {
      leave();
    }
  }

  return async (id, input, options) => {
    const { method, kind, success } = OPERATIONS[id];
    const outgoing = outgoingOf(context, id, input);
    const { attempt } = outgoing;
    let [turnedAway, failures, spentMs] = [0, 0, 0];

    for (;;) {
      const { outcome, tookMs } = await throughGate(outgoing, options);
      log.debug("Management API request", {
        operation: id,
        method,
        path: attempt.path,
        status: "failed" in outcome ? (outcome.failed.status ?? outcome.failed.kind) : success,
        ms: Math.round(tookMs),
        attempt: turnedAway + failures + 1,
      });
      reachedBefore ||= outcome.reached;
      if ("value" in outcome) return outcome.value as Answer<typeof id>;

      const { failed } = outcome;
      const effort = { write: kind === "write", turnedAway, failures, spentMs, reachedBefore };
      const next = nextStep(failed, effort, random);
      if (next.step === "queue") {
        turnedAway += 1;
        continue;
      }
      if (next.step !== "again") throw explain(attempt, failed, next.step === "resolve");
      log.warn(`Could not ${doing(attempt)}, trying again in ${Math.ceil(next.afterMs / 1000)} s`, {
        operation: id,
        reason: ended(failed),
      });
      await pause(clock, next.afterMs, options.signal, `waiting to try again to ${doing(attempt)}`);
      failures += 1;
      spentMs += tookMs + next.afterMs;
    }
  };
}

function outgoingOf<Id extends OperationId>(
  { baseUrl, dialect, proxy }: CallContext,
  operation: Id,
  { path: given, query, body, subject }: Input<Id>,
): Outgoing {
  const pathParameters = given ?? {};
  const path = buildPath(operation, pathParameters);
  return {
    attempt: { operation, pathParameters, path, baseUrl, proxy: proxy ? inWords(proxy) : undefined, subject },
    url: `${baseUrl}${path}${buildQuery({ ...query })}`,
    body() {
      const chosen: unknown = typeof body === "function" ? body() : body;
      return chosen === undefined ? null : JSON.stringify(toDialect(dialect, chosen));
    },
  };
}

/** Sends a request once and reads what comes back. Throws Interrupted when the signal ended a read. */
async function attemptOnce(
  { baseUrl, proxy, apiKey, dialect, userAgent, transport, clock, serverClock, redact }: CallContext,
  { attempt, url, body: chooseBody }: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const operation = OPERATIONS[attempt.operation];
  const { method } = operation;
  const write = operation.kind === "write";
  const limitMs = write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS;
  const body = chooseBody();
  const headers = {
    accept: "application/json",
    "user-agent": userAgent,
    [DIALECTS[dialect].managementKeyHeader]: apiKey,
    ...(body !== null && { "content-type": "application/json" }),
  };
  const sent = await send(transport, clock, { method, url, headers, body }, { limitMs, write, signal });
  if ("error" in sent)
    return { failed: networkFailure(sent.error, { baseUrl, proxy, redact }), reached: false };
  if ("cut" in sent) {
    const stopped = sent.cut === "stopped";
    if (stopped && !write) throw new Interrupted(`trying to ${doing(attempt)}`);
    const observed = stopped ? "the run was stopped" : `after ${limitMs / 1000} s`;
    return { failed: failure("timeout", { observed }), reached: false };
  }
  serverClock.observe(sent.answer.headers.date);
  return { ...readAnswer({ operation, dialect, url, now: clock.now(), redact }, sent.answer), reached: true };
}
