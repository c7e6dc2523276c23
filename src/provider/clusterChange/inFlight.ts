import { ENDED_STATUSES } from "../../api/enumerations";
import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange, describeClone } from "../api/describe";
import { leadOf } from "../schedule/moment";
import { historyOf } from "./request";

/** What occupies a cluster (docs/design/laws.md#l11). */
export type InFlight =
  | { readonly kind: "change"; readonly record: ConfigurationChangeRecord }
  | { readonly kind: "clone"; readonly record: CloningOperationRecord };

export interface Busyness {
  readonly clones: readonly CloningOperationRecord[];
  /** What has begun, or is about to. */
  readonly active: InFlight | undefined;
  /** A change that waits for its moment. */
  readonly scheduled: InFlight | undefined;
  /** What tells whether anything has come or gone between two looks. */
  readonly history: string;
}

/** Looks at what is on its way at a cluster: two requests, more where there are many. */
export async function readInFlight(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<Busyness> {
  const changes = await client.changes(clusterId, { signal });
  const clones = await client.cloningOperations(clusterId, { signal });
  const change = changeInFlight(changes);
  const clone = cloneOnItsWay(clones);
  const isNear = change && (change.status !== "pending" || isAboutToBegin(change, client));
  return {
    clones,
    active: isNear ? { kind: "change", record: change } : clone,
    scheduled: change && !isNear ? { kind: "change", record: change } : undefined,
    history: `${historyOf(changes)};${clones.map(({ id, status }) => `${id} ${status}`).join()}`,
  };
}

/** The change that is pending or in progress. */
export function changeOnItsWay(changes: readonly ConfigurationChangeRecord[]): InFlight | undefined {
  const record = changeInFlight(changes);
  return record && { kind: "change", record };
}

/** The clone that is pending or in progress: it needs no moment, it begins by itself. */
export function cloneOnItsWay(clones: readonly CloningOperationRecord[]): InFlight | undefined {
  const record = clones.find(isInFlight);
  return record && { kind: "clone", record };
}

function isAboutToBegin({ perform_change_at: due }: ConfigurationChangeRecord, client: Client): boolean {
  return due === null || due * 1000 <= client.serverNow() + client.pollInterval + leadOf(client.pollInterval);
}

/** What a wait for a busy cluster needs of a call. */
export interface Waiting {
  readonly deadline: number;
  /** As configured, for messages. */
  readonly timeout: string;
  readonly signal: AbortSignal;
}

/** Waits for what is on its way if it can end in time. @throws TerraformError that names a change which begins too late. */
export async function awaitEnd(
  { signal, deadline, timeout }: Waiting,
  client: Client,
  clusterId: string,
  active: InFlight,
): Promise<void> {
  if (active.kind === "clone") {
    await client.waitForCloningOperation(clusterId, active.record.id, {
      describe: `${describeClone(active.record)} of cluster ${clusterId}, which comes first, to end`,
      deadline,
      signal,
    });
    return;
  }
  const { record: change } = active;
  const due = dueAt(change);
  const waiting = due === null ? 0 : due * 1000 - client.serverNow();
  if (waiting > deadline - client.clock.now()) {
    throw new TerraformError(
      `Cluster ${clusterId} has another change on its way`,
      `${describeChange(change)}. A cluster has one change at a time, and this one does not begin within ${timeout}. Cancel it, wait for ` +
        "it, or give a longer timeout.",
    );
  }
  await client.waitForChange(clusterId, change.id, {
    performChangeAt: due,
    describe: `${describeChange(change)} of cluster ${clusterId}, which comes first, to end`,
    deadline,
    signal,
  });
}

/** Whether a change or a clone is pending or in progress; a status that nobody knows means that it goes on. */
export function isInFlight({ status }: { readonly status: string | null }): boolean {
  return status !== null && !ENDED_STATUSES.includes(status);
}

/** The change of a cluster that is pending or in progress: there is at most one. */
export function changeInFlight(
  changes: readonly ConfigurationChangeRecord[],
): ConfigurationChangeRecord | undefined {
  return changes.find(isInFlight);
}

/** When a wait for a change first polls; one that has begun may have done so before its moment. */
export function dueAt({ status, perform_change_at: at }: ConfigurationChangeRecord): number | null {
  return status === "pending" ? at : null;
}
