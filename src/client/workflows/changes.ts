import { answersChange } from "../../api/comparison";
import type { ConfigurationChangeRecord } from "../../api/records";
import type { CreateConfigurationChangeBody } from "../../api/requests";
import { readChanges } from "./changeListing";
import type { WorkflowKind } from "./kind";
import {
  type CreateWorkflowOptions,
  createWorkflows,
  type WorkflowContext,
  type Workflows,
} from "./workflows";

type ChangeWorkflows = Workflows<ConfigurationChangeRecord, CreateConfigurationChangeBody>;

/** The body of a change, or a function that chooses it ({@link Workflows.create}). */
export type ChangeBody =
  | CreateConfigurationChangeBody
  | ((serverNow: number) => CreateConfigurationChangeBody);

/** The configuration changes of clusters (management API, ConfigurationChange; docs/design/api-assumptions.md#changes). */
export interface Changes {
  /**
   * The configuration changes of a cluster, newest first: at least every one that is pending or in progress, and
   * every one that is newer; older ones only as far as reading them could not be avoided.
   */
  changes: ChangeWorkflows["list"];
  /** See {@link Workflows.read}. */
  readChange: ChangeWorkflows["read"];
  /** Schedules a change. See {@link Workflows.create}. */
  createChange(
    clusterId: string,
    body: ChangeBody,
    options: CreateWorkflowOptions,
  ): Promise<ConfigurationChangeRecord>;
  /** See {@link Workflows.cancel}. */
  cancelChange: ChangeWorkflows["cancel"];
  /** See {@link Workflows.wait}. */
  waitForChange: ChangeWorkflows["wait"];
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
