import { answersChange } from "../../api/comparison";
import type { OperationId } from "../../api/operations";
import type { Answer, ConfigurationChangeRecord } from "../../api/records";
import type { CreateConfigurationChangeBody } from "../../api/requests";
import { isApiError } from "../messages/error";
import type { WorkflowWords } from "../messages/unresolved";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/operations";
import type { ServerClock } from "../request/serverClock";
import type { SettlingContext } from "../resolve/settling";
import { wait } from "../waits/wait";
import { cancelWorkflow } from "./cancel";
import { readChanges } from "./changeListing";
import { type CreateWorkflowOptions, createWorkflow } from "./create";
import type { WorkflowKnowledge } from "./record";
import { type WorkflowWaitSpec, workflowWait } from "./wait";

export type CreateChangeOptions = CreateWorkflowOptions;

/**
 * The body of a change, or a function that makes it from the service's time (milliseconds since the epoch). The
 * function is called when the request has passed the budget, so that the moment it chooses is not in the past by
 * then (docs/design/laws.md#l4), and again for each repetition.
 */
export type ChangeBody =
  | CreateConfigurationChangeBody
  | ((serverNow: number) => CreateConfigurationChangeBody);

/** A wait for the end of a configuration change. */
export interface ChangeWaitSpec extends WorkflowWaitSpec<ConfigurationChangeRecord> {
  /** Epoch seconds at which the change may begin; null when that is not known. */
  readonly performChangeAt: number | null;
}

/**
 * How a cancellation went: the change is cancelled, by this call or before it; it has begun, or is about to, so that
 * nothing stops it any more; it has ended otherwise; or it answers 404 (gone, *or* not visible to this key).
 */
export type Cancellation =
  | { readonly kind: "canceled" | "begun" | "ended"; readonly change: ConfigurationChangeRecord }
  | { readonly kind: "missing" };

/** The configuration changes of clusters (management API, ConfigurationChange; docs/design/api-assumptions.md#changes). */
export interface Changes {
  /**
   * The configuration changes of a cluster, newest first: at least every one that is pending or in progress, and
   * every one that is newer; older ones only as far as reading them could not be avoided.
   */
  changes(clusterId: string, options: CallOptions): Promise<readonly ConfigurationChangeRecord[]>;
  /** One change; null for 404, which means gone *or* not visible to this key, or not visible yet. */
  readChange(
    clusterId: string,
    changeId: string,
    options: CallOptions,
  ): Promise<ConfigurationChangeRecord | null>;
  /**
   * Schedules a change and answers with its record. A lost answer is settled by reading; when that is not possible,
   * throws an ApiError of the kind `lost_write` with the `ids` in question. A refusal (400, 402, 409, 422) is thrown
   * as it is.
   */
  createChange(
    clusterId: string,
    body: ChangeBody,
    options: CreateChangeOptions,
  ): Promise<ConfigurationChangeRecord>;
  /** Cancels a change, or says why that is too late. A refusal of a change that waits as before is thrown. */
  cancelChange(clusterId: string, changeId: string, options: CallOptions): Promise<Cancellation>;
  /**
   * Waits until the change has ended, well or not, and answers with its record; the caller judges. Looks for the
   * first time when the change may begin, at the deadline at the latest. Throws WaitTimeout or Interrupted.
   */
  waitForChange(
    clusterId: string,
    changeId: string,
    spec: ChangeWaitSpec,
  ): Promise<ConfigurationChangeRecord>;
}

export interface ChangesContext extends SettlingContext {
  readonly call: Call;
  readonly baseUrl: string;
  readonly serverClock: ServerClock;
  readonly knowledge: WorkflowKnowledge<ConfigurationChangeRecord>;
}

const NOUN = "configuration change";
const beginsAt = (change: ConfigurationChangeRecord) => change.perform_change_at;

export function createChanges(context: ChangesContext): Changes {
  const { call, knowledge } = context;

  const get = (clusterId: string, changeId: string, options: CallOptions) =>
    call("getConfigurationChange", { path: { cluster_id: clusterId, id: changeId } }, options);

  const changes: Changes["changes"] = (clusterId, options) => readChanges(call, clusterId, options);

  const readChange: Changes["readChange"] = async (clusterId, changeId, options) => {
    try {
      return await get(clusterId, changeId, options);
    } catch (error) {
      if (isApiError(error, "not_found")) return null;
      throw error;
    }
  };

  return {
    changes,
    readChange,
    createChange(clusterId, given, options) {
      const { signal } = options;
      const request = {
        clusterId,
        body: (serverNow: number) => (typeof given === "function" ? given(serverNow) : given),
        async post(body: () => CreateConfigurationChangeBody) {
          const input = { path: { cluster_id: clusterId }, body };
          return (await call("createConfigurationChange", input, { signal })).configuration_change;
        },
        list: () => changes(clusterId, { signal }),
        fits: answersChange,
        words: wordsFor(clusterId),
        mayDouble: false,
      };
      return createWorkflow(context, knowledge.of(clusterId), request, options);
    },
    async cancelChange(clusterId, changeId, options) {
      const path = { cluster_id: clusterId, id: changeId };
      const cancel = {
        operation: "cancelConfigurationChange" as const,
        noun: NOUN,
        path,
        async send() {
          const input = { path, body: { status: "canceled" } };
          return (await call("cancelConfigurationChange", input, options)).configuration_change;
        },
        read: () => readChange(clusterId, changeId, options),
        beginsAt,
      };
      const outcome = await cancelWorkflow(context, cancel, options);
      return outcome.kind === "missing" ? outcome : { kind: outcome.kind, change: outcome.record };
    },
    async waitForChange(clusterId, changeId, { performChangeAt, ...spec }) {
      const look = (signal: AbortSignal) => get(clusterId, changeId, { signal, purpose: "wait" });
      const ended = await wait(workflowWait(spec, performChangeAt, { ...context, look, beginsAt }), context);
      if (ended === null) throw new Error("A wait for a change ended without a change");
      return ended;
    },
  };
}

function wordsFor(clusterId: string): WorkflowWords {
  return {
    noun: NOUN,
    subject: `a configuration change of cluster ${clusterId}`,
    verb: "schedule",
    participle: "scheduled",
    nextMove: (ids) =>
      `${ids.length > 0 ? `It may be: ${ids.join(", ")}. ` : ""}Plan again before you apply again: the plan takes into account what is pending at the service, whoever made it.`,
  };
}

/** The changes that an answer holds. */
export function changesIn<Id extends OperationId>(
  id: Id,
  answer: Answer<Id>,
): readonly ConfigurationChangeRecord[] {
  switch (id) {
    case "listConfigurationChanges":
      return (answer as Answer<"listConfigurationChanges">).configuration_changes;
    case "getConfigurationChange":
      return [answer as Answer<"getConfigurationChange">];
    case "createConfigurationChange":
    case "cancelConfigurationChange":
      return [(answer as Answer<"createConfigurationChange">).configuration_change];
    default:
      return [];
  }
}
