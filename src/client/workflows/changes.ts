import { answersChange } from "../../api/comparison";
import type { ConfigurationChangeRecord } from "../../api/records";
import type { CreateConfigurationChangeBody } from "../../api/requests";
import type { CallOptions } from "../request/operations";
import type { Cancellation } from "./cancel";
import { readChanges } from "./changeListing";
import type { WorkflowKind } from "./kind";
import type { WorkflowWaitSpec } from "./wait";
import { type CreateWorkflowOptions, createWorkflows, type WorkflowContext } from "./workflows";

/**
 * The body of a change, or a function that chooses it from the service's time (milliseconds since the epoch). The
 * function is called when the request has passed the budget, so that the moment it chooses is not in the past by
 * then (docs/design/laws.md#l4), and again for each repetition.
 */
export type ChangeBody =
  | CreateConfigurationChangeBody
  | ((serverNow: number) => CreateConfigurationChangeBody);

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
   * Schedules a change and answers with its record. A lost answer is resolved by reading; when that is not possible,
   * throws an ApiError of the kind `lost_write` with the `ids` in question. A refusal (400, 402, 409, 422) is thrown
   * as it is.
   */
  createChange(
    clusterId: string,
    body: ChangeBody,
    options: CreateWorkflowOptions,
  ): Promise<ConfigurationChangeRecord>;
  /** Cancels a change, or says why that is too late. A refusal of a change that waits as before is thrown. */
  cancelChange(
    clusterId: string,
    changeId: string,
    options: CallOptions,
  ): Promise<Cancellation<ConfigurationChangeRecord>>;
  /**
   * Waits until the change has ended, well or not, and answers with its record; the caller judges. Polls for the
   * first time when the change may begin, at the deadline at the latest. Throws WaitTimeout or Interrupted.
   */
  waitForChange(
    clusterId: string,
    changeId: string,
    spec: WorkflowWaitSpec<ConfigurationChangeRecord>,
  ): Promise<ConfigurationChangeRecord>;
}

const CHANGE_KIND: WorkflowKind<ConfigurationChangeRecord, CreateConfigurationChangeBody> = {
  noun: "configuration change",
  cancelOperation: "cancelConfigurationChange",
  twice: "refused",
  list: readChanges,
  get: (call, path, options) => call("getConfigurationChange", { path }, options),
  async post(call, clusterId, body, options) {
    const input = { path: { cluster_id: clusterId }, body };
    return (await call("createConfigurationChange", input, options)).configuration_change;
  },
  async cancel(call, path, options) {
    const input = { path, body: { status: "canceled" } };
    return (await call("cancelConfigurationChange", input, options)).configuration_change;
  },
  fits: answersChange,
  beginsAt: ({ perform_change_at }) => perform_change_at,
};

export function createChanges(context: WorkflowContext): Changes {
  const workflows = createWorkflows(CHANGE_KIND, context);
  return {
    changes: workflows.list,
    readChange: workflows.read,
    createChange: (clusterId, given, options) =>
      workflows.create(clusterId, typeof given === "function" ? given : () => given, options),
    cancelChange: workflows.cancel,
    waitForChange: workflows.wait,
  };
}
