import { type Expected, readAnswer } from "./answers";
import type { Attempt } from "./attempt";
import { type Clock, Interrupted } from "./clock";
import { doing } from "./explain";
import { type Failure, failure } from "./failure";
import { networkFailure, type Route } from "./networkFailure";
import { send } from "./send";
import type { HttpAnswer, HttpRequest, Transport } from "./transport";

/** What an exchange needs of the world. */
export interface ExchangeContext {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** A request whose body is not fixed before it leaves. */
export interface Outgoing {
  readonly attempt: Attempt & { readonly method: HttpRequest["method"] };
  readonly route: Route;
  readonly url: string;
  /** The header that carries the key. */
  readonly key: Readonly<Record<string, string>>;
  readonly body: () => string | null;
  /** Milliseconds that it may take. */
  readonly limitMs: number;
  readonly expected: Expected;
}

/** The record, or why there is none; with the answer, if anything has answered. */
export type Outcome = { readonly answer: HttpAnswer | null } & (
  | { readonly value: unknown }
  | { readonly failed: Failure }
);

export const headersOf = (
  { userAgent }: Pick<ExchangeContext, "userAgent">,
  key: Readonly<Record<string, string>>,
) => ({ accept: "application/json", "user-agent": userAgent, ...key });

/** Sends a request once and reads what comes back. Throws Interrupted when the signal ended a read. */
export async function exchange(
  context: ExchangeContext,
  { attempt, route, url, key, body: chooseBody, limitMs, expected }: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const { transport, clock } = context;
  const { write } = expected;
  const body = chooseBody();
  const headers = {
    ...headersOf(context, key),
    ...(body !== null && { "content-type": "application/json" }),
  };
  const request = { method: attempt.method, url, headers, body };
  const sent = await send(transport, clock, request, { limitMs, write, signal });
  if ("error" in sent) return { failed: networkFailure(sent.error, route), answer: null };
  if ("cut" in sent) {
    const stopped = sent.cut === "stopped";
    if (stopped && !write) throw new Interrupted(`trying to ${doing(attempt)}`);
    const observed = stopped ? "the run was stopped" : `after ${limitMs / 1000} s`;
    return { failed: failure("timeout", { observed }), answer: null };
  }
  const { answer } = sent;
  return { ...readAnswer({ expected, url, now: clock.now() }, answer), answer };
}
