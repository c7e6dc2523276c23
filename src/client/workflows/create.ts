import type { ApiError } from "../messages/error";
import { unsettledWorkflow, type WorkflowWords } from "../messages/unresolved";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import type { Knowledge } from "../resolve/knowledge";
import { type Making, makeOnce, type SettlingContext } from "../resolve/settling";
import { type LostWorkflowStop, settleWorkflow } from "./lost";
import type { WorkflowRecord } from "./record";

export interface CreateWorkflowOptions extends CallOptions {
  /** Whether an id was known before: it then cannot be what this request has made. */
  readonly isKnown?: (id: string) => boolean;
}

/** A change or a clone that is to be asked for once, as data. */
export interface WorkflowRequest<T extends WorkflowRecord, Body> {
  readonly clusterId: string;
  /**
   * Called with the service's time (milliseconds since the epoch) when the request has passed the budget, and again for
   * each repetition.
   */
  readonly body: (serverNow: number) => Body;
  readonly post: (body: () => Body) => Promise<T>;
  /** The records of the cluster, every new one among them. */
  readonly list: () => Promise<readonly T[]>;
  readonly fits: (body: Body, record: T) => boolean;
  readonly words: WorkflowWords;
  /** Whether the service takes a second one beside the first, see {@link Making}. */
  readonly mayDouble: boolean;
}

export interface WorkflowCreatesContext extends SettlingContext {
  readonly serverClock: ServerClock;
}

/** Asks for a change or a clone so that none is lost and none is made twice (docs/design/laws.md#l1). */
export async function createWorkflow<T extends WorkflowRecord, Body>(
  context: WorkflowCreatesContext,
  knowledge: Knowledge<T>,
  { clusterId, body, post, list, fits, words, mayDouble }: WorkflowRequest<T, Body>,
  { signal, isKnown }: CreateWorkflowOptions,
): Promise<T> {
  const { serverClock } = context;
  // Without a Date seen before, a lost answer could never be settled: one look costs less than that.
  if (serverClock.lastSeen() === null) await list();
  const wasKnown = knowledge.before();
  const serverTimeBefore = serverClock.lastSeen();
  const bodies: Body[] = [];
  const choose = () => {
    const chosen = body(serverClock.now());
    bodies.push(chosen);
    return chosen;
  };
  const making: Making<T, LostWorkflowStop> = {
    what: words.noun,
    reading: `the list of ${words.noun}s`,
    mayDouble,
    fields: { cluster_id: clusterId },
    send: () => post(choose),
    look: async () =>
      settleWorkflow({
        records: await list(),
        fits: (record) => bodies.some((sent) => fits(sent, record)),
        isKnown: (id) => wasKnown(id) || isKnown?.(id) === true,
        serverTimeBefore,
      }),
    recall: knowledge.record,
    unsettled: (lost: ApiError, why, ids, also) => unsettledWorkflow(lost, words, why, ids, also),
  };
  const made = await makeOnce(making, context, signal);
  knowledge.claim(made.id);
  return made;
}
