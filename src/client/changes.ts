import type { OperationId } from "../api/operations";
import type { Answer, ConfigurationChangeRecord } from "../api/records";
import { type Cancellation, cancelChange } from "./changeCancel";
import { type ChangeBody, type CreateChangeOptions, createChange } from "./changeCreates";
import { readChanges } from "./changeListing";
import { type ChangeWaitSpec, changeWait } from "./changeWait";
import { isApiError } from "./errors";
import type { Call } from "./exchange";
import { createKnowledge, type Knowledge } from "./knowledge";
import type { CallOptions } from "./operations";
import type { ServerClock } from "./serverClock";
import type { SettlingContext } from "./settling";
import { wait } from "./wait";

/** The configuration changes of clusters (management-api.md, ConfigurationChange; open-points.md, section 4). */
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
  readonly knowledge: ChangeKnowledge;
}

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
    createChange: (clusterId, body, options) =>
      createChange({ ...context, list: changes }, knowledge.of(clusterId), clusterId, body, options),
    cancelChange: (clusterId, changeId, options) =>
      cancelChange({ ...context, read: readChange }, clusterId, changeId, options),
    async waitForChange(clusterId, changeId, spec) {
      const look = (signal: AbortSignal) => get(clusterId, changeId, { signal });
      const ended = await wait(changeWait(spec, { ...context, look }), context);
      if (ended === null) throw new Error("A wait for a change ended without a change");
      return ended;
    },
  };
}

/** Which changes of which cluster this process has seen: the ids of two clusters may be the same. */
export interface ChangeKnowledge {
  of(clusterId: string): Knowledge<ConfigurationChangeRecord>;
  /** Takes note of the changes that an answer holds. */
  note<Id extends OperationId>(id: Id, clusterId: string | undefined, answer: Answer<Id>): void;
}

export function createChangeKnowledge(): ChangeKnowledge {
  const byCluster = new Map<string, Knowledge<ConfigurationChangeRecord>>();
  const of = (clusterId: string) => {
    const known = byCluster.get(clusterId) ?? createKnowledge<ConfigurationChangeRecord>();
    byCluster.set(clusterId, known);
    return known;
  };
  return {
    of,
    note(id, clusterId, answer) {
      if (clusterId === undefined) return;
      for (const change of changesIn(id, answer)) of(clusterId).note(change);
    },
  };
}

function changesIn<Id extends OperationId>(id: Id, answer: Answer<Id>): readonly ConfigurationChangeRecord[] {
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
