import type { ApiError, Client, ClusterRecord, ConfigurationChangeRecord } from "../../client";
import { isRefusal } from "../api/errors";
import type { NewSettings } from "../api/sizing";
import { chooseMoment, leadOf, type Schedule } from "../schedule/moment";

/** One request for a configuration change. */
export interface Ask {
  readonly clusterId: string;
  readonly schedule: Schedule;
  /** The moment as it was chosen last, in epoch seconds. */
  readonly at: number;
  readonly settings: NewSettings;
  /** The cluster whose size is sent along as it is (docs/design/api-assumptions.md#changes); undefined: none. */
  readonly sizes: ClusterRecord | undefined;
  readonly readers: readonly string[] | null;
  /** The changes of the cluster as they were just seen. */
  readonly changes: readonly ConfigurationChangeRecord[];
}

/** An answer that may mean "not now" as well as "never"; only another look at the cluster tells. */
export interface Refused {
  readonly error: ApiError;
  /** Whether the moment that was asked for was over by then. */
  readonly late: boolean;
  /** The changes of the cluster before it. */
  readonly history: string;
}

const SIZE_FIELDS = ["new_memory", "new_vcpu", "new_gpu", "new_high_performance_disk"] as const;

/** Asks for a change. Every failure but a refusal is thrown. */
export async function requestChange(
  { clusterId, schedule, at, settings, sizes, readers, changes }: Ask,
  { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
): Promise<{ readonly made: ConfigurationChangeRecord } | { readonly refused: Refused }> {
  const known = new Set(changes.map(({ id }) => id));
  let asked = at;
  // The moment is chosen again when the request leaves: it may have waited long for the request budget.
  const body = (now: number) => {
    const moment = chooseMoment(schedule, now, leadOf(client.pollInterval));
    asked = "at" in moment ? moment.at : at;
    return {
      perform_change_at: asked,
      ...(sizes && { new_memory: sizes.memory, new_vcpu: sizes.vcpu }),
      ...settings,
      ...(readers && readers.length > 0 && { notification_email_addresses: [...readers] }),
    };
  };
  try {
    return { made: await client.createChange(clusterId, body, { signal, isKnown: (id) => known.has(id) }) };
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return { refused: { error, late: asked * 1000 <= client.serverNow(), history: historyOf(changes) } };
  }
}

/** What tells whether changes have come or gone between two looks. */
export function historyOf(changes: readonly ConfigurationChangeRecord[]): string {
  return changes.map(({ id, status }) => `${id} ${status}`).join();
}

/** Whether a refusal can have meant that a change has to name a size, which this one does not. */
export function lacksSizes({ error }: Refused, settings: NewSettings): boolean {
  return error.status === 400 && !SIZE_FIELDS.some((field) => field in settings);
}
