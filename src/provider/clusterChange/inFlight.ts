import { ENDED_STATUSES } from "../../api/enumerations";
import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { TerraformError } from "../../framework";
import { describeChange, describeClone } from "../api/describe";
import { leadOf } from "../schedule/moment";

/** A configuration change or a clone of a cluster that is pending or in progress (docs/design/laws.md#l11). */
export type InFlight =
  | { readonly kind: "change"; readonly record: ConfigurationChangeRecord }
  | { readonly kind: "clone"; readonly record: CloningOperationRecord };

/** The changes and clones of a cluster. */
export interface Situation {
  readonly changes: readonly ConfigurationChangeRecord[];
  readonly clones: readonly CloningOperationRecord[];
  /** What has begun, or is about to. */
  readonly active: InFlight | undefined;
  /** A change that waits for its moment. */
  readonly scheduled: InFlight | undefined;
  /** Differs when a change or a clone has come, gone or moved on in between. */
  readonly history: string;
}

/** Whether a change or a clone is pending or in progress; a status that nobody knows means that it goes on. */
export function isInFlight({ status }: { readonly status: string | null }): boolean {
  return status !== null && !ENDED_STATUSES.includes(status);
}

/** The change of a cluster that is in flight: there is at most one. */
export function changeInFlight(
  changes: readonly ConfigurationChangeRecord[],
): ConfigurationChangeRecord | undefined {
  return changes.find(isInFlight);
}

export function describeInFlight({ kind, record }: InFlight): string {
  return kind === "change" ? describeChange(record) : describeClone(record);
}

/** Reads the changes and clones of a cluster: two requests, more where there are many. */
export async function readInFlight(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<Situation> {
  const changes = await client.changes(clusterId, { signal });
  const clones = await client.cloningOperations(clusterId, { signal });
  const [record, clone] = [changeInFlight(changes), clones.find(isInFlight)];
  const change = record && ({ kind: "change", record } as const);
  const isNear = record !== undefined && (record.status !== "pending" || isAboutToBegin(record, client));
  return {
    changes,
    clones,
    active: isNear ? change : clone && { kind: "clone", record: clone },
    scheduled: isNear ? undefined : change,
    history: `${historyOf(changes)};${historyOf(clones)}`,
  };
}

/** Differs when a record has come, gone or moved on in between. */
export function historyOf(records: readonly { readonly id: string; readonly status: string }[]): string {
  return records.map(({ id, status }) => `${id} ${status}`).join();
}

function isAboutToBegin({ perform_change_at: due }: ConfigurationChangeRecord, client: Client): boolean {
  return due === null || due * 1000 <= client.serverNow() + client.pollInterval + leadOf(client.pollInterval);
}

/** What a wait needs of a call. */
export interface Waiting {
  readonly deadline: number;
  /** As configured, for messages. */
  readonly timeout: string;
  readonly signal: AbortSignal;
}

/**
 * Waits for the end of a change or a clone, if it can end in time, and returns its last record.
 *
 * @throws TerraformError that names a change which begins too late.
 */
export async function awaitEnd(
  { signal, deadline, timeout }: Waiting,
  client: Client,
  clusterId: string,
  inFlight: InFlight,
): Promise<ConfigurationChangeRecord | CloningOperationRecord> {
  const { kind, record } = inFlight;
  const words = describeInFlight(inFlight);
  const waiting = {
    describe: `${words} of cluster ${clusterId} to end`,
    deadline,
    signal,
  };
  if (kind === "clone") return client.waitForCloningOperation(clusterId, record.id, waiting);
  const due = dueAt(record);
  if (due !== null && due * 1000 - client.serverNow() > deadline - client.clock.now()) {
    throw new TerraformError(
      `Cluster ${clusterId} has another change in flight: ${record.id}`,
      `${words}. A cluster has one change at a time, and this one does not begin within ${timeout}. Cancel it, wait for ` +
        "it, or set a longer timeout.",
    );
  }
  return client.waitForChange(clusterId, record.id, { ...waiting, performChangeAt: due });
}

/** When a wait for a change first polls, in epoch seconds; one that has begun may have done so before its moment. */
export function dueAt({ status, perform_change_at: at }: ConfigurationChangeRecord): number | null {
  return status === "pending" ? at : null;
}
