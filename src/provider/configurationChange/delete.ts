import { describeChange } from "../api/describe";
import { isInFlight } from "../clusterChange/inFlight";
import { CHANGE, called, cancelled } from "../workflow";
import type { ChangeCall, ChangeValues } from "./schema";

/** A change that has not begun is cancelled. One that has begun runs to its end: nothing undoes it. */
export async function deleteChange(call: ChangeCall, state: ChangeValues): Promise<void> {
  if (state.status !== null && !isInFlight(state)) return;
  const change = await cancelled(CHANGE, call, state);
  if (!change || !isInFlight(change)) return;
  call.warn(
    `${called(CHANGE, state)} has begun and continues`,
    `${describeChange(change)}. Only a pending change can be cancelled. It has been removed from the state; the service completes it.`,
  );
}
