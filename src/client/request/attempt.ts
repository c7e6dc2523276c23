import { DIALECTS, type Dialect } from "../../api/dialects";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../api/limits";
import { OPERATIONS } from "../../api/operations";
import type { Clock } from "../clock";
import { Interrupted } from "../clock";
import { type Attempt, type Failure, failure } from "../messages/error";
import { doing } from "../messages/explain";
import { readAnswer } from "./answers";
import { networkFailure } from "./networkFailure";
import { send } from "./send";
import type { ServerClock } from "./serverClock";
import type { Transport } from "./transport";

/** What one attempt needs of the world. */
export interface AttemptContext {
  readonly apiKey: string;
  readonly dialect: Dialect;
  readonly userAgent: string;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly serverClock: ServerClock;
  readonly redact: (text: string) => string;
}

/** A request that is about to leave. */
export interface Outgoing {
  readonly attempt: Attempt;
  readonly url: string;
  readonly body: string | null;
}

/** The record, or why there is none. `reached`: the service has answered something. */
export type Outcome =
  | { readonly value: unknown; readonly reached: true }
  | { readonly failed: Failure; readonly reached: boolean };

/** Sends a request once and reads what comes back. Throws only Interrupted, when the signal ended a read. */
export async function attemptOnce(
  context: AttemptContext,
  { attempt, url, body }: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const { clock, dialect, redact } = context;
  const operation = OPERATIONS[attempt.operation];
  const write = operation.kind === "write";
  const limitMs = write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS;
  const request = { method: operation.method, url, headers: headersOf(context, body !== null), body };
  const sent = await send(context.transport, clock, request, limitMs, write, signal);
  if ("error" in sent) return { failed: networkFailure(sent.error, redact), reached: false };
  if ("cut" in sent) {
    const stopped = sent.cut === "stopped";
    if (stopped && !write) throw new Interrupted(`trying to ${doing(attempt)}`);
    const observed = stopped ? "the run was stopped" : `after ${limitMs / 1000} s`;
    return { failed: failure("timeout", { observed }), reached: false };
  }
  context.serverClock.observe(sent.answer.headers.date);
  return { ...readAnswer({ operation, dialect, url, now: clock.now(), redact }, sent.answer), reached: true };
}

function headersOf({ userAgent, dialect, apiKey }: AttemptContext, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    "user-agent": userAgent,
    [DIALECTS[dialect].managementKeyHeader]: apiKey,
    ...(hasBody ? { "content-type": "application/json" } : {}),
  };
}
