import type { Secrets } from "../redaction";
import { type Expected, readAnswer } from "./answers";
import { type Attempt, type Failure, failure } from "./attempt";
import { type Clock, InterruptedError } from "./clock";
import { describeAttempt } from "./explain";
import { networkFailure, type Route } from "./networkFailure";
import type { Environment } from "./proxy";
import type { HttpAnswer, HttpRequest, Transport } from "./transport";

type LogLine = (message: string, fields?: Readonly<Record<string, unknown>>) => void;

/** Receives the log lines of the client; any logger of this shape will do. */
export interface Log {
  debug: LogLine;
  info: LogLine;
  warn: LogLine;
}

/** The options of every client that concern the network. */
export interface NetworkOptions {
  /** Path of a file of certificate authorities (PEM) that are trusted beside those of Node. */
  readonly caCertificateFile?: string | undefined;
  /** The source of the variables of proxies. @default none: no proxy */
  readonly env?: Environment;
  readonly log: Log;
  /** Receives the secrets that the client learns. @default its own */
  readonly secrets?: Secrets;
  readonly userAgent?: string;
  /** For tests: dependencies on the outside world. */
  readonly dependencies?: {
    readonly transport?: Transport;
    readonly clock?: Clock;
    readonly random?: () => number;
  };
}

/** The dependencies of an exchange. */
export interface ExchangeContext {
  readonly transport: Transport;
  readonly clock: Clock;
  readonly userAgent: string;
}

/** A request whose body is chosen when it is sent. */
export interface Outgoing {
  readonly attempt: Attempt & { readonly method: HttpRequest["method"] };
  readonly route: Route;
  readonly url: string;
  /** The header that carries the key. */
  readonly key: Readonly<Record<string, string>>;
  readonly body: () => string | null;
  /** Milliseconds until its timeout. */
  readonly limitMs: number;
  readonly expected: Expected;
}

/** The record or the failure; with the answer, if there was one. */
export type Outcome = { readonly answer: HttpAnswer | null } & (
  | { readonly value: unknown }
  | { readonly failed: Failure }
);

export const requestHeaders = (
  { userAgent }: Pick<ExchangeContext, "userAgent">,
  key: Readonly<Record<string, string>>,
) => ({ accept: "application/json", "user-agent": userAgent, ...key });

/** Sends a request once and reads the answer. Throws InterruptedError if the signal ended a read. */
export async function exchange(
  context: ExchangeContext,
  { attempt, route, url, key, body: chooseBody, limitMs, expected }: Outgoing,
  signal: AbortSignal,
): Promise<Outcome> {
  const { transport, clock } = context;
  const { write } = expected;
  const body = chooseBody();
  const headers = {
    ...requestHeaders(context, key),
    ...(body !== null && { "content-type": "application/json" }),
  };
  const request = { method: attempt.method, url, headers, body };
  const sent = await send(transport, clock, request, { limitMs, write, signal });
  if ("error" in sent) return { failed: networkFailure(sent.error, route), answer: null };
  if ("cut" in sent) {
    const stopped = sent.cut === "stopped";
    if (stopped && !write) throw new InterruptedError(`trying to ${describeAttempt(attempt)}`);
    const observed = stopped ? "the run was stopped" : `after ${limitMs / 1000} s`;
    return { failed: failure("timeout", { observed }), answer: null };
  }
  const { answer } = sent;
  return { ...readAnswer({ expected, url, now: clock.now() }, answer), answer };
}

/** Milliseconds that a write may continue after a stop: the answer to a POST holds the id of a cluster that costs money. */
export const WRITE_GRACE_MS = 10_000;

type Sent =
  | { readonly answer: HttpAnswer }
  | { readonly error: unknown }
  /** The client stopped waiting: at the timeout, or because the run was stopped. */
  | { readonly cut: "timeout" | "stopped" };

/** Sends one request and waits for its answer until the timeout. Never throws. */
function send(
  transport: Transport,
  clock: Clock,
  request: Omit<HttpRequest, "signal">,
  { limitMs, write, signal }: { limitMs: number; write: boolean; signal: AbortSignal },
): Promise<Sent> {
  return new Promise((resolve) => {
    const connection = new AbortController();
    const over = new AbortController();
    const end = (sent: Sent) => {
      if (over.signal.aborted) return;
      over.abort();
      signal.removeEventListener("abort", stop);
      // Not after an answer: aborting then would close the connection, which the next request can use.
      if ("cut" in sent) connection.abort();
      resolve(sent);
    };
    const cutAfter = (ms: number, cut: "timeout" | "stopped") =>
      clock.sleep(ms, over.signal).then(() => end({ cut }));
    const stop = () => (write ? cutAfter(WRITE_GRACE_MS, "stopped") : end({ cut: "stopped" }));

    transport.send({ ...request, signal: connection.signal }).then(
      (answer) => end({ answer }),
      (error: unknown) => end({ error }),
    );
    cutAfter(limitMs, "timeout");
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
  });
}
