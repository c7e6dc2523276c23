import { answersChange } from "../../api/comparison";
import type { ConfigurationChangeRecord } from "../../api/records";
import type { CreateConfigurationChangeBody } from "../../api/requests";
import type { WriteContext } from "../resolve/resolve";
import { readChanges } from "./changeListing";
import type { WorkflowKind } from "./kind";
import { createWorkflows } from "./workflows";

const KIND: WorkflowKind<ConfigurationChangeRecord, CreateConfigurationChangeBody> = {
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
    const input = { path, body: { status: "canceled" } } as const;
    return (await call("cancelConfigurationChange", input, options)).configuration_change;
  },
  fits: answersChange,
  beginsAt: ({ perform_change_at }) => perform_change_at,
};

export type Changes = ReturnType<typeof createChanges>;

/** The configuration changes of clusters (management API, ConfigurationChange; docs/design/api-assumptions.md#changes). */
export function createChanges(context: WriteContext) {
  const { list, read, create, cancel, wait } = createWorkflows(KIND, context);
  return {
    /**
     * The configuration changes of a cluster, newest first: at least every one that is pending or in progress, and
     * every one that is newer; older ones only as far as reading them could not be avoided.
     */
    changes: list,
    readChange: read,
    createChange: create,
    cancelChange: cancel,
    waitForChange: wait,
  };
}
