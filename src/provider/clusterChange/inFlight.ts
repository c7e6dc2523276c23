import { hasEnded } from "../../api/enumerations";
import type { Client, CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import { describeChange, describeClone } from "../api/describe";
import { timingOf } from "../schedule/moment";

/** A configuration change or a clone of a cluster that is pending or in progress (docs/design/laws.md#l11). */
export type InFlight =
  | { readonly kind: "change"; readonly record: ConfigurationChangeRecord }
  | { readonly kind: "clone"; readonly record: CloningOperationRecord };

/** The changes and clones of a cluster. */
export interface Workflows {
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
  return status !== null && !hasEnded({ status });
}

export function describeInFlight({ kind, record }: InFlight): string {
  return kind === "change" ? describeChange(record) : describeClone(record);
}

/** Reads the changes and clones of a cluster: two requests, more where there are many. */
export async function readInFlight(
  client: Client,
  clusterId: string,
  signal: AbortSignal,
): Promise<Workflows> {
  const changes = await client.changes(clusterId, { signal });
  const clones = await client.cloningOperations(clusterId, { signal });
  const [record, clone] = [changes.find(isInFlight), clones.find(isInFlight)];
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
  const { now, lead } = timingOf(client);
  return due === null || due * 1000 <= now + client.pollInterval + lead;
}
