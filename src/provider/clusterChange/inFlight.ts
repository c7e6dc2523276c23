import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange } from "../api/describe";
import { dueAt, onItsWay } from "../api/sizing";
import { leadOf } from "../schedule/moment";
import { describeClone, isOnItsWay } from "./cloneInFlight";
import { historyOf } from "./request";

/** What occupies a cluster (docs/design/laws.md#l11). */
export type OnItsWay =
  | { readonly kind: "change"; readonly record: ConfigurationChangeRecord }
  | { readonly kind: "clone"; readonly record: CloningOperationRecord };

export interface Busyness {
  readonly clones: readonly CloningOperationRecord[];
  /** What has begun, or is about to. */
  readonly active: OnItsWay | undefined;
  /** A change that waits for its moment. */
  readonly scheduled: OnItsWay | undefined;
  /** What tells whether anything has come or gone between two looks. */
  readonly history: string;
}

/** Looks at what is on its way at a cluster: two requests, more where there are many. */
export async function whatIsOnItsWay(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<Busyness> {
  const changes = await client.changes(clusterId, { signal });
  const clones = await client.cloningOperations(clusterId, { signal });
  const change = onItsWay(changes);
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
export function changeOnItsWay(changes: readonly ConfigurationChangeRecord[]): OnItsWay | undefined {
  const record = onItsWay(changes);
  return record && { kind: "change", record };
}

/** The clone that is pending or in progress: it needs no moment, it begins by itself. */
export function cloneOnItsWay(clones: readonly CloningOperationRecord[]): OnItsWay | undefined {
  const record = clones.find(isOnItsWay);
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
export async function untilOver(
  { signal, deadline, timeout }: Waiting,
  client: Client,
  clusterId: string,
  active: OnItsWay,
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
