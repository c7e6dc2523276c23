import { hasEnded } from "../../api/enumerations";
import { missesInARow, WORKFLOW_MISSES } from "../../api/limits";
import { OPERATIONS } from "../../api/operations";
import { failure } from "../../http/attempt";
import { type ApiError, isApiError } from "../../http/error";
import { explain } from "../../http/explain";
import { resolve } from "../../http/resolve";
import { buildPath } from "../../http/urls";
import { managementAttempt } from "../messages/management";
import type { CallOptions } from "../request/call";
import { type CreateOptions, knownBefore, recordName, type WriteContext } from "../resolve/knownRecords";
import { type WaitSpec, wait } from "../waits/wait";
import { type Cancellation, judgeCancel, judgeLostWorkflow } from "./judge";
import type { WorkflowKind, WorkflowPath, WorkflowRecord } from "./kind";
import { createWorkflowPolls, type WorkflowPollContext } from "./poll";

export interface WorkflowContext extends WriteContext, WorkflowPollContext {}

/** Creates the functions for one kind of workflow. */
export function createWorkflows<T extends WorkflowRecord, Body extends object>(
  kind: WorkflowKind<T, Body>,
  context: WorkflowContext,
) {
  const { call, serverClock, knownRecords, pollInterval, baseUrl } = context;
  const { noun } = kind;
  const createPolls = kind.shown && createWorkflowPolls(kind.shown, context);
  /** The records that were created here, by id. */
  const created = new Map<string, T>();

  /** Newest first. */
  const list = (clusterId: string, options: CallOptions): Promise<readonly T[]> =>
    kind.list(call, clusterId, options);

  /** Reads one. The id is that of the request, so that an answer cannot redirect later requests. */
  const get = async (path: WorkflowPath, options: CallOptions): Promise<T> => ({
    ...(await kind.get(call, path, options)),
    id: path.id,
  });

  /** Reads one; null for 404, which means gone *or* not visible to this key, or not visible yet. */
  const read = (clusterId: string, id: string, options: CallOptions): Promise<T | null> =>
    get({ cluster_id: clusterId, id }, options).catch((error: unknown) => {
      if (isApiError(error, "not_found")) return null;
      throw error;
    });

  /**
   * Requests one and returns its record. A lost answer is resolved by reading; if that is not possible, throws an ApiError of
   * the kind `lost_write` with the possible `ids`. A rejection (400, 402, 409, 422) is thrown unchanged.
   * @param body a function is called with the service's time (milliseconds since the epoch) when the request has passed
   * the budget, so that a time that it chooses is not in the past by then (docs/design/laws.md#l4), and again for
   * each repetition
   */
  async function create(
    clusterId: string,
    body: Body | ((serverNow: number) => Body),
    { signal, isKnown }: CreateOptions,
  ): Promise<T> {
    // Without an earlier Date, a lost answer could never be resolved: one read costs less.
    if (serverClock.lastSeen() === null) await list(clusterId, { signal });
    const wasKnown = knownRecords.before();
    const serverTimeBefore = serverClock.lastSeen();
    const bodies: Body[] = [];
    const choose = () => {
      const chosen = typeof body === "function" ? body(serverClock.now()) : body;
      bodies.push(chosen);
      return chosen;
    };
    const wasThere = (id: string) => wasKnown(recordName(noun, clusterId, id)) || isKnown?.(id) === true;
    const request = { body: choose, mismatch: knownBefore(noun, wasThere) };
    const record = await resolve<T, readonly T[]>(context, signal, {
      what: noun,
      reading: `the list of ${noun}s`,
      fields: { cluster_id: clusterId },
      twice: kind.twice,
      send: () => kind.post(call, clusterId, request, { signal }),
      read: () => list(clusterId, { signal }),
      judge: (records) =>
        judgeLostWorkflow({
          records,
          fits: (record) => bodies.some((sent) => kind.fits(sent, record)),
          isKnown: wasThere,
          serverTimeBefore,
        }),
    });
    knownRecords.claim(recordName(noun, clusterId, record.id));
    created.set(record.id, record);
    return record;
  }

  /** Cancels one, or returns why it is too late. A rejection is thrown if the operation is still pending as before. */
  function cancel(clusterId: string, id: string, options: CallOptions): Promise<Cancellation<T>> {
    const path = { cluster_id: clusterId, id };
    const judge = (record: T | null, after: ApiError | null) => {
      const beginsAt = record === null ? null : kind.beginsAt(record);
      return judgeCancel({ record, after, beginsAt, serverNow: serverClock.now(), margin: pollInterval });
    };
    return resolve<Cancellation<T>, T | null>(context, options.signal, {
      what: "cancellation",
      reading: `the ${noun}`,
      fields: path,
      twice: "harmless",
      judgesRefusals: true,
      async send() {
        const record = { ...(await kind.cancel(call, path, options)), id };
        const seen = judge(record, null);
        if (seen !== null) return seen;
        // Accepted, but not canceled: this answer proves nothing.
        const observed = `a record that still reads ${record.status}`;
        const operation = kind.cancelOperation;
        const attempted = buildPath(OPERATIONS[operation].path, path);
        const attempt = managementAttempt({ operation, pathParameters: path, path: attempted, baseUrl });
        throw explain(attempt, failure("contract", { status: 200, observed }), true);
      },
      read: () => read(clusterId, id, options),
      judge(record, after) {
        const seen = judge(record, after);
        return seen === null ? { repeat: true } : { done: seen };
      },
    });
  }

  /**
   * Waits until it has ended in any way, and returns its record for the caller to judge. Polls for the first time when it may
   * begin, at the deadline at the latest. Throws WaitTimeoutError or InterruptedError.
   */
  async function waitFor(clusterId: string, id: string, spec: WorkflowWaitSpec<T>): Promise<T> {
    const readRecord = (signal: AbortSignal) =>
      get({ cluster_id: clusterId, id }, { signal, purpose: "wait" });
    const polls = createPolls?.(clusterId, created.get(id));
    const poll = polls ? (signal: AbortSignal) => polls.poll(signal, readRecord) : readRecord;
    const interval = polls?.next ?? (() => pollInterval);
    try {
      const ended = await wait(workflowWait(spec, context, poll, interval, kind.beginsAt), context);
      if (ended === null) throw new Error(`A wait for a ${noun} ended without one`);
      return ended;
    } finally {
      polls?.end();
    }
  }

  return { list, read, create, cancel, wait: waitFor };
}

/** A wait for the end of a change or a cloning operation. */
interface WorkflowWaitSpec<T extends WorkflowRecord>
  extends Pick<WaitSpec<T>, "describe" | "deadline" | "signal"> {
  /** Epoch seconds at which it may begin; null if unknown. @default null: the first poll is at once */
  readonly performChangeAt?: number | null;
  /** Called with the record of every poll. */
  readonly onPoll?: (record: T) => void;
}

/**
 * Returns the wait for the end of a change or a cloning operation, as data; 404 (null) for a while means "not visible yet".
 * @param poll throws ApiError of the kind `not_found` for 404
 * @param interval milliseconds between two polls
 * @param beginsAt epoch seconds at which a pending record may begin; null if unknown, or at once
 */
function workflowWait<T extends WorkflowRecord>(
  { onPoll, performChangeAt: expected = null, ...rest }: WorkflowWaitSpec<T>,
  { serverClock, pollInterval }: Pick<WriteContext, "serverClock" | "pollInterval">,
  poll: (signal: AbortSignal) => Promise<T>,
  interval: () => number,
  beginsAt: (record: T) => number | null,
): WaitSpec<T | null> {
  const missed = missesInARow();
  // Not before it may begin, by the service's clock, and then every poll interval (management API, States and transitions). An
  // operation that is due within one poll interval is polled as usual.
  const until = (at: number) => Math.max(pollInterval, at * 1000 - serverClock.now());
  const next = (at: number | null) =>
    at === null || at * 1000 <= serverClock.now() ? interval() : until(at);
  return {
    ...rest,
    async poll(signal) {
      try {
        const record = await poll(signal);
        missed(false);
        onPoll?.(record);
        return record;
      } catch (error) {
        if (!isApiError(error, "not_found") || missed(true) >= WORKFLOW_MISSES) throw error;
        return null;
      }
    },
    judge: (record) => (record !== null && hasEnded(record) ? "done" : "pending"),
    firstPollAfter: expected === null ? 0 : until(expected),
    interval(record) {
      if (record === null || record === undefined) return next(expected);
      return next(record.status === "pending" ? beginsAt(record) : null);
    },
  };
}
