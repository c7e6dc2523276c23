import { DIALECTS, type Dialect, fromDialect, toDialect } from "../../api/dialects";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../api/limits";
import { OPERATIONS, type OperationId, type PathParameters } from "../../api/operations";
import { ANSWERS, type Answer } from "../../api/records";
import type { RequestBodies, RequestQueries } from "../../api/requests";
import { pause, type ServerClock } from "../../http/clock";
import { type ExchangeContext, exchange, type Log, type Outgoing } from "../../http/exchange";
import { describeAttempt, describeEnd, explain } from "../../http/explain";
import { describeProxy, type HttpProxy } from "../../http/proxy";
import { gateClosure, nextStep } from "../../http/retry";
import { buildPath, buildQuery } from "../../http/urls";
import type { Purpose } from "../budget/gate";
import type { Gatekeeper } from "../budget/gatekeeper";
import { managementAttempt } from "../messages/management";
import { otherCluster } from "./recordIds";

export interface CallOptions {
  /** Ends the call; a write in progress gets a few seconds more, so that its answer is not lost. */
  readonly signal: AbortSignal;
  /** `wait`: one of many polls of something that takes minutes; work goes first if the budget is short. */
  readonly purpose?: Purpose;
  /**
   * The most repetitions of a read after a failure that may pass, or after a rejection by the rate limit (429).
   * @default as many as the retry rule allows (docs/design/laws.md#l8)
   */
  readonly repeats?: number;
}

type PathInput<Id extends OperationId> = keyof PathParameters<Id> extends never
  ? { readonly path?: undefined }
  : { readonly path: PathParameters<Id> };
type QueryInput<Id extends OperationId> = Id extends "getClusterMetrics"
  ? { readonly query: RequestQueries[Id] }
  : { readonly query?: Id extends keyof RequestQueries ? RequestQueries[Id] : undefined };
/** A function is called for the body each time that the request has passed the budget. */
type Body<T> = T | (() => T);
type BodyInput<Id extends OperationId> = Id extends "createCloningOperation"
  ? { readonly body?: Body<RequestBodies[Id] | undefined> }
  : Id extends keyof RequestBodies
    ? { readonly body: Body<RequestBodies[Id]> }
    : { readonly body?: undefined };

/** The input of an operation: the path parameters, query and body that it has. */
export type Input<Id extends OperationId> = PathInput<Id> &
  QueryInput<Id> &
  BodyInput<Id> & {
    /** Distinguishes the call from others of its kind in messages, as in `"products"`. */
    readonly subject?: string | undefined;
    /**
     * Returns why a readable answer does not answer this request, as in "a record that existed before"; undefined if it does. A
     * write with such an answer is lost (docs/design/laws.md#l1).
     */
    readonly mismatch?: (answer: Answer<Id>) => string | undefined;
  };

/** The dependencies of a call. */
export interface CallContext extends ExchangeContext {
  readonly baseUrl: string;
  readonly proxy: HttpProxy | null;
  readonly apiKey: string;
  readonly dialect: Dialect;
  readonly serverClock: ServerClock;
  readonly random: () => number;
  readonly gate: Gatekeeper;
  readonly log: Log;
}

export type Call = <Id extends OperationId>(
  id: Id,
  input: Input<Id>,
  options: CallOptions,
) => Promise<Answer<Id>>;

/**
 * Creates the function that every request passes through: gate, request, judgement, retry (docs/design/laws.md#l7, #l8). It
 * throws ApiError, or InterruptedError if the signal ended it. A write whose answer is lost is an ApiError of the kind
 * `lost_write`; it is never sent again from here.
 */
export function createCall(context: CallContext): Call {
  const { clock, serverClock, gate, log, random } = context;
  let reachedBefore = false;

  async function throughGate(outgoing: Outgoing, { signal, purpose }: CallOptions) {
    const leave = await gate.enter(signal, log, purpose);
    const startedAt = clock.now();
    try {
      const outcome = await exchange(context, outgoing, signal);
      serverClock.observe(outcome.answer?.headers.date);
      // Before this request leaves the gate; otherwise the next one in line could still pass.
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
      reachedBefore ||= outcome.answer !== null;
      if ("value" in outcome) return outcome.value as Answer<typeof id>;

      const { failed } = outcome;
      const { repeats } = options;
      const effort = { write: kind === "write", turnedAway, failures, spentMs, reachedBefore, repeats };
      const next = nextStep(failed, effort, random);
      if (next.step === "queue") {
        turnedAway += 1;
        continue;
      }
      if (next.step !== "again") throw explain(attempt, failed, next.step === "resolve");
      log.warn(`Could not ${describeAttempt(attempt)}, trying again in ${Math.ceil(next.afterMs / 1000)} s`, {
        operation: id,
        reason: describeEnd(failed),
      });
      await pause(clock, next.afterMs, options.signal, `waiting to try again to ${describeAttempt(attempt)}`);
      failures += 1;
      spentMs += tookMs + next.afterMs;
    }
  };
}

function outgoingOf<Id extends OperationId>(
  { baseUrl, dialect, proxy, apiKey }: CallContext,
  operation: Id,
  { path: given, query, body, subject, mismatch }: Input<Id>,
): Outgoing {
  const { method, kind, path: template } = OPERATIONS[operation];
  const pathParameters: { readonly id?: string } = given ?? {};
  const path = buildPath(template, pathParameters);
  const through = proxy ? describeProxy(proxy) : undefined;
  const write = kind === "write";
  return {
    attempt: managementAttempt({
      operation,
      pathParameters,
      path,
      baseUrl,
      proxy: through,
      subject,
      dialect,
    }),
    route: { baseUrl, proxy, setting: "base_url (or SEARCHCLOUD_BASE_URL)" },
    url: `${baseUrl}${path}${buildQuery({ ...query })}`,
    key: { [DIALECTS[dialect].managementKeyHeader]: apiKey },
    body() {
      const chosen: unknown = typeof body === "function" ? body() : body;
      return chosen === undefined ? null : JSON.stringify(toDialect(dialect, chosen));
    },
    limitMs: write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS,
    expected: {
      method,
      write,
      secret: operation === "issueClusterApiKeys",
      trustsStatus: false,
      record: (json) => ANSWERS[operation].safeParse(fromDialect(dialect, json)),
      mismatch: (record) => {
        const answer = record as Answer<Id>;
        return otherCluster(operation, pathParameters.id, answer) ?? mismatch?.(answer);
      },
    },
  };
}
