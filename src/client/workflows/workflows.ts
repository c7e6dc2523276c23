import type { OperationId } from "../../api/operations";
import { type ApiError, failure, isApiError } from "../messages/error";
import { explain } from "../messages/explain";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import { buildPath } from "../request/urls";
import { type Knowledge, nameOf } from "../resolve/knowledge";
import { type GuardedWrite, type ResolveContext, resolve } from "../resolve/resolve";
import { wait } from "../waits/wait";
import { type Cancellation, judgeCancel } from "./cancel";
import type { WorkflowKind, WorkflowPath, WorkflowRecord } from "./kind";
import { judgeLostWorkflow } from "./lost";
import { type WorkflowWaitSpec, workflowWait } from "./wait";

export interface CreateWorkflowOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this request has created. */
  readonly isKnown?: (id: string) => boolean;
}

export interface WorkflowContext extends ResolveContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly pollInterval: number;
  readonly serverClock: ServerClock;
  readonly knowledge: Knowledge;
}

/** What can be done with one kind of workflow. */
export interface Workflows<T extends WorkflowRecord, Body> {
  /** Newest first. */
  list(clusterId: string, options: CallOptions): Promise<readonly T[]>;
  /** Null for 404, which means gone *or* not visible to this key, or not visible yet. */
  read(clusterId: string, id: string, options: CallOptions): Promise<T | null>;
  /**
   * Requests it and answers with its record. A lost answer is resolved by reading; when that is not possible, throws an
   * ApiError of the kind `lost_write` with the `ids` in question. A refusal (400, 402, 409, 422) is thrown as it is.
   * @param body called with the service's time (milliseconds since the epoch) when the request has passed the budget, so
   *   that a moment that it chooses is not in the past by then (docs/design/laws.md#l4), and again for each repetition
   */
  create(clusterId: string, body: (serverNow: number) => Body, options: CreateWorkflowOptions): Promise<T>;
  /** Cancels it, or says why that is too late. A refusal of one that waits as before is thrown. */
  cancel(clusterId: string, id: string, options: CallOptions): Promise<Cancellation<T>>;
  /**
   * Waits until it has ended, well or not, and answers with its record; the caller judges. Polls for the first time when
   * it may begin, at the deadline at the latest. Throws WaitTimeout or Interrupted.
   */
  wait(clusterId: string, id: string, spec: WorkflowWaitSpec<T>): Promise<T>;
}

export function createWorkflows<T extends WorkflowRecord, Body>(
  kind: WorkflowKind<T, Body>,
  context: WorkflowContext,
): Workflows<T, Body> {
  const { call, serverClock, knowledge, pollInterval } = context;
  const { noun } = kind;

  const read = async (path: WorkflowPath, options: CallOptions): Promise<T | null> => {
    try {
      return await kind.get(call, path, options);
    } catch (error) {
      if (isApiError(error, "not_found")) return null;
      throw error;
    }
  };

  return {
    list: (clusterId, options) => kind.list(call, clusterId, options),

    read: (clusterId, id, options) => read({ cluster_id: clusterId, id }, options),

    async create(clusterId, body, { signal, isKnown }) {
      const list = () => kind.list(call, clusterId, { signal });
      // Without a Date seen before, a lost answer could never be resolved: one read costs less than that.
      if (serverClock.lastSeen() === null) await list();
      const wasKnown = knowledge.before();
      const serverTimeBefore = serverClock.lastSeen();
      const bodies: Body[] = [];
      const choose = () => {
        const chosen = body(serverClock.now());
        bodies.push(chosen);
        return chosen;
      };
      const write: GuardedWrite<T, readonly T[]> = {
        what: noun,
        reading: `the list of ${noun}s`,
        fields: { cluster_id: clusterId },
        twice: kind.twice,
        send: () => kind.post(call, clusterId, choose, { signal }),
        read: list,
        judge: (records) =>
          judgeLostWorkflow({
            records,
            fits: (record) => bodies.some((sent) => kind.fits(sent, record)),
            isKnown: (id) => wasKnown(nameOf(noun, clusterId, id)) || isKnown?.(id) === true,
            serverTimeBefore,
          }),
      };
      const created = await resolve(write, context, signal);
      knowledge.claim(nameOf(noun, clusterId, created.id));
      return created;
    },

    cancel(clusterId, id, options) {
      const path = { cluster_id: clusterId, id };
      const judge = (record: T | null, after: ApiError | null) =>
        judgeCancel({
          record,
          after,
          beginsAt: record === null ? null : kind.beginsAt(record),
          serverNow: serverClock.now(),
          margin: pollInterval,
        });
      const write: GuardedWrite<Cancellation<T>, T | null> = {
        what: "cancellation",
        reading: `the ${noun}`,
        fields: path,
        twice: "harmless",
        judgesRefusals: true,
        async send() {
          const record = await kind.cancel(call, path, options);
          const seen = judge(record, null);
          if (seen === null) throw notCanceled(context.baseUrl, kind, path, record);
          return seen;
        },
        read: () => read(path, options),
        judge(record, after) {
          const seen = judge(record, after);
          return seen === null ? { repeat: true } : { done: seen };
        },
      };
      return resolve(write, context, options.signal);
    },

    async wait(clusterId, id, spec) {
      const poll = (signal: AbortSignal) =>
        kind.get(call, { cluster_id: clusterId, id }, { signal, purpose: "wait" });
      const ended = await wait(workflowWait(spec, { ...context, poll, beginsAt: kind.beginsAt }), context);
      if (ended === null) throw new Error(`A wait for a ${noun} ended without one`);
      return ended;
    },
  };
}

/** Accepted, and yet not canceled: as good as an answer that says nothing. */
function notCanceled(
  baseUrl: string,
  { cancelOperation: operation }: { readonly cancelOperation: OperationId },
  path: WorkflowPath,
  { status }: WorkflowRecord,
): ApiError {
  const pathParameters = { ...path };
  const attempt = { operation, pathParameters, path: buildPath(operation, pathParameters), baseUrl };
  const observed = `a record that still reads ${status}`;
  return explain(attempt, failure("contract", { status: 200, observed }), true);
}
