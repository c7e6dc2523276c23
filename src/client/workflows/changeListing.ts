import { hasEnded } from "../../api/enumerations";
import type { ConfigurationChangeRecord } from "../../api/records";
import type { Call } from "../request/call";
import type { CallOptions } from "../request/input";
import { pages } from "../request/pages";
import { newestFirst } from "./kind";

/**
 * Whether the pages read so far are sure to hold every change that is pending or in progress. A change is accepted
 * only when none is in progress (docs/design/api-assumptions.md#changes), so those older than an accepted one have ended; but
 * that the list begins with the newest is not promised (docs/design/api-assumptions.md#limits), so the records themselves must show it: in
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

/** Reads as many pages as it takes to hold every change that is not over, and answers all that was read. */
export async function readChanges(
  call: Call,
  clusterId: string,
  options: CallOptions,
): Promise<readonly ConfigurationChangeRecord[]> {
  const read: ConfigurationChangeRecord[] = [];
  const input = { path: { cluster_id: clusterId } };
  for await (const { records: page } of pages(call, "listConfigurationChanges", input, options)) {
    read.push(...page);
    if (holdsEveryActive(read)) break;
  }
  return newestFirst(read);
}
