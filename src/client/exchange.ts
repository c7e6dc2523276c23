import { DIALECTS, type Dialect, fromDialect, toDialect } from "../api/dialects";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../api/limits";
import { OPERATIONS, type OperationId } from "../api/operations";
import { ANSWERS, type Answer } from "../api/records";
import { judgeAnswer } from "./answers";
import { type Clock, pause } from "./clock";
import { type Failure, failure } from "./errors";
import { type Attempt, cameBack, explain } from "./explain";
import type { Gatekeeper } from "./gatekeeper";
import { Interrupted } from "./interruption";
import type { Log } from "./log";
import { phrase } from "./phrases";
import { nextStep } from "./retry";
import { send } from "./send";
import type { ServerClock } from "./serverClock";
import { networkFailure } from "./systemErrors";
import type { Transport } from "./transport";
import { buildPath, buildQuery } from "./urls";

/** What a call needs of the world. */
export interface ExchangeContext {
  readonly baseUrl: string;
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

/** What goes into a call, without types per operation. */
export interface CallInput {
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  /** Tells the call from others of its kind in messages, as in `"products"`. */
  readonly subject?: string;
}

export type Call = <Id extends OperationId>(
  id: Id,
  input: CallInput,
  options: { readonly signal: AbortSignal },
) => Promise<Answer<Id>>;

/**
 * Makes the one function that every request goes through: gate, request, judgement, retry (DESIGN.md, L7 and L8).
 * It throws ApiError, or Interrupted when the signal ended it. A write whose answer is lost is an ApiError of the
 * kind `lost_write`; it is never sent again from here.
 */
export function createCall(context: ExchangeContext): Call {
  const { clock, gate, log, redact } = context;
  let reachedBefore = false;

  async function once(
    id: OperationId,
    attempt: Attempt,
    url: string,
    body: string | null,
    signal: AbortSignal,
  ): Promise<{ readonly value: unknown } | { readonly failed: Failure }> {
    const { method, kind } = OPERATIONS[id];
    const write = kind === "write";
    const limitMs = write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS;
    const headers = headersOf(context, body !== null);
    const sent = await send(context.transport, clock, { method, url, headers, body }, limitMs, write, signal);
    if ("cut" in sent) {
      if (sent.cut === "stopped" && !write)
        throw new Interrupted(`trying to ${phrase(id, attempt.pathParameters)}`);
      return {
        failed: failure("timeout", {
          observed: sent.cut === "stopped" ? "the run was stopped" : `after ${limitMs / 1000} s`,
        }),
      };
    }
    if ("error" in sent) return { failed: networkFailure(sent.error, redact) };
    reachedBefore = true;
    context.serverClock.observe(sent.answer.headers.date);
    const judged = judgeAnswer(OPERATIONS[id], sent.answer, url, clock.now(), redact);
    if (!judged.ok) return { failed: judged.failure };
    const read = ANSWERS[id].safeParse(fromDialect(context.dialect, judged.json));
    if (read.success) return { value: read.data };
    const where = read.error.issues
      .slice(0, 3)
      .map((issue) => `${issue.path.join(".") || "the answer"}: ${issue.message}`)
      .join("; ");
    return {
      failed: failure("contract", {
        status: sent.answer.status,
        observed: redact(`a record that cannot be understood (${where})`),
      }),
    };
  }

  return async (id, input, { signal }) => {
    const operation = OPERATIONS[id];
    const pathParameters = input.path ?? {};
    const path = buildPath(id, pathParameters);
    const attempt: Attempt = {
      operation: id,
      pathParameters,
      path,
      baseUrl: context.baseUrl,
      ...(input.subject === undefined ? {} : { subject: input.subject }),
    };
    const url = `${context.baseUrl}${path}${buildQuery(input.query ?? {})}`;
    const body = input.body === undefined ? null : JSON.stringify(toDialect(context.dialect, input.body));
    const write = operation.kind === "write";
    let [turnedAway, failures, spentMs] = [0, 0, 0];

    for (;;) {
      const done = await gate.enter(signal, log);
      const startedAt = clock.now();
      let result: Awaited<ReturnType<typeof once>>;
      let next: ReturnType<typeof nextStep> | null = null;
      try {
        result = await once(id, attempt, url, body, signal);
        if ("failed" in result) {
          next = nextStep(
            result.failed,
            { write, turnedAway, failures, spentMs, reachedBefore },
            context.random,
          );
          // Before this request leaves the gate: or the next one in line would still slip through.
          if (result.failed.kind === "rate_limit" && next.step === "again") gate.closeFor(next.afterMs);
        }
      } finally {
        done();
      }
      const tookMs = clock.now() - startedAt;
      const status = "failed" in result ? (result.failed.status ?? result.failed.kind) : operation.success;
      log.debug("Management API request", {
        operation: id,
        method: operation.method,
        path,
        status,
        ms: Math.round(tookMs),
        attempt: turnedAway + failures + 1,
      });
      if ("value" in result) return result.value as Answer<typeof id>;

      const { failed } = result;
      if (next === null || next.step === "fail") throw explain(attempt, failed);
      if (next.step === "settle") throw lostWrite(attempt, failed);
      if (failed.kind === "rate_limit") {
        turnedAway += 1;
        continue;
      }
      log.warn(
        `Could not ${phrase(id, pathParameters)}, trying again in ${Math.ceil(next.afterMs / 1000)} s`,
        {
          operation: id,
          reason: cameBack(failed),
        },
      );
      await pause(clock, next.afterMs, signal, `waiting to try again to ${phrase(id, pathParameters)}`);
      failures += 1;
      spentMs += tookMs + next.afterMs;
    }
  };
}

/** The error of a write that was sent and whose answer is lost. Its `failure.cause` is the {@link LostAnswer}. */
function lostWrite(attempt: Attempt, failed: Failure) {
  return explain(attempt, { ...failed, kind: "lost_write", cause: new LostAnswer(failed) });
}

/** How the answer of a write was lost. */
export class LostAnswer extends Error {
  override readonly name = "LostAnswer";

  constructor(readonly failure: Failure) {
    super(`The answer is lost: the request ${cameBack(failure)}`, { cause: failure.cause });
  }

  /** Whether the request may still be on its way: nobody has said that it is over. */
  get mayStillArrive(): boolean {
    return this.failure.kind === "timeout" || this.failure.status === 504;
  }
}

function headersOf(context: ExchangeContext, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    "user-agent": context.userAgent,
    [DIALECTS[context.dialect].managementKeyHeader]: context.apiKey,
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}
