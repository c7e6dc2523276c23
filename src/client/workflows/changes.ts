import { alteredSettings, canBeChange, isChangeShown, shownValues } from "../../api/comparison";
import { hasEnded } from "../../api/enumerations";
import type { Answer, ConfigurationChangeRecord } from "../../api/records";
import type { CreateConfigurationChangeBody } from "../../api/requests";
import { pages } from "../request/pages";
import { newestFirst, type WorkflowKind } from "./kind";
import { createWorkflows, type WorkflowContext } from "./workflows";

/**
 * True if the pages read so far certainly hold every change that is pending or in progress. A change is accepted only if none
 * is in progress (docs/design/api-assumptions.md#changes), so those older than an accepted one have ended. But the list is not
 * guaranteed to begin with the newest (docs/design/api-assumptions.md#limits), so the records themselves must show it: in
 * order, not all of one second, and none in progress behind a newer one.
 */
export function holdsEveryActive(changes: readonly ConfigurationChangeRecord[]): boolean {
  const times = changes.map(({ created_at }) => created_at);
  const [newest] = times;
  if (newest === undefined || newest === null) return false;
  const inOrder = times.every((time, at) => time !== null && time <= (times[at - 1] ?? newest));
  const oneSecond = times.every((time) => time === newest);
  return inOrder && !oneSecond && changes.every((one) => hasEnded(one) || one.created_at === newest);
}

const KIND: WorkflowKind<ConfigurationChangeRecord, CreateConfigurationChangeBody> = {
  noun: "configuration change",
  cancelOperation: "cancelConfigurationChange",
  twice: "refused",
  /** Reads as many pages as hold every change that has not ended, and returns all that was read. */
  async list(call, clusterId, options) {
    const read: ConfigurationChangeRecord[] = [];
    const input = { path: { cluster_id: clusterId } };
    for await (const { records: page } of pages(call, "listConfigurationChanges", input, options)) {
      read.push(...page);
      if (holdsEveryActive(read)) break;
    }
    return newestFirst(read);
  },
  get: (call, path, options) => call("getConfigurationChange", { path }, options),
  async post(call, clusterId, { body, mismatch }, options) {
    const input = {
      path: { cluster_id: clusterId },
      body,
      mismatch: (answer: Answer<"createConfigurationChange">) => mismatch(answer.configuration_change),
    };
    return (await call("createConfigurationChange", input, options)).configuration_change;
  },
  async cancel(call, path, options) {
    const input = { path, body: { status: "canceled" } } as const;
    return (await call("cancelConfigurationChange", input, options)).configuration_change;
  },
  fits: canBeChange,
  shown: {
    altersCluster: (record) => alteredSettings(record).length > 0,
    isShown: isChangeShown,
    shownOf: shownValues,
  },
  beginsAt: ({ perform_change_at }) => perform_change_at,
};

/** The configuration changes of clusters (management API, ConfigurationChange; docs/design/api-assumptions.md#changes). */
export function createChanges(context: WorkflowContext) {
  const { list, read, create, cancel, wait } = createWorkflows(KIND, context);
  return {
    /**
     * Reads the configuration changes of a cluster, newest first: every one that is pending or in progress, and every newer
     * one; older ones only if they were on the same pages.
     */
    changes: list,
    readChange: read,
    createChange: create,
    cancelChange: cancel,
    waitForChange: wait,
  };
}
