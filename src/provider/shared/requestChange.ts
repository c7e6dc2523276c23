import type { NewSettings } from "../../api/requests";
import type { Client, ConfigurationChangeRecord } from "../../client";
import { CHANGE, isInFlight } from "./changes/inFlight";
import type { Changes } from "./changes/observe";
import { type ChangeRequest, changeRequester } from "./changes/request";
import { untilEnd, type Waiting } from "./changes/waits";
import { type Attempt, whenFree } from "./changes/whenFree";
import { readPresentCluster } from "./child";
import { chooseMoment, pastMomentError, timingOf } from "./schedule/moment";

/** An explicit change of a cluster. */
export interface WantedChange extends ChangeRequest {
  /** None: a restart. */
  readonly settings: NewSettings;
  /** The purpose, as in "to change" (… the cluster). */
  readonly purpose: string;
  /** Returns a change that counts as this one, so that nothing is requested; it may throw instead. @param changes newest first */
  readonly existing: (changes: Changes) => ConfigurationChangeRecord | undefined;
}

/**
 * Requests an explicit change after any operation in flight, because a cluster has one change at a time (docs/design/laws.md#l4, #l11).
 *
 * @returns the change, and true if it existed already.
 */
export function requestChange(
  waiting: Waiting,
  client: Client,
  { settings, purpose, existing, ...wanted }: WantedChange,
): Promise<{ readonly change: ConfigurationChangeRecord; readonly isFound: boolean }> {
  const { clusterId, schedule } = wanted;
  const { signal } = waiting;
  const post = changeRequester(wanted, { client, signal });
  type Requested = Awaited<ReturnType<typeof requestChange>>;

  const attempt = async (): Promise<Attempt<Requested>> => {
    const cluster = await readPresentCluster(client, clusterId, purpose, signal);
    const changes = await client.changes(clusterId, { signal });
    const found = existing(changes);
    if (found) return { done: { change: found, isFound: true } };
    const record = changes.find(isInFlight);
    if (record) return untilEnd(waiting, client, clusterId, { workflow: CHANGE, record });
    const moment = chooseMoment(schedule, timingOf(client));
    if ("past" in moment)
      throw pastMomentError(moment.past, client.serverNow(), `cluster ${clusterId}`, "perform_change_at");
    const answer = await post(settings, moment.at, { cluster, changes });
    return "done" in answer ? { done: { change: answer.done, isFound: false } } : answer;
  };
  return whenFree(waiting, client, clusterId, { purpose, attempt });
}
