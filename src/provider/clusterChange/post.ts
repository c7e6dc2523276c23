import type { CloningOperationRecord, ConfigurationChangeRecord } from "../../client";
import type { NewSettings } from "../api/sizing";
import type { Decision } from "./decide";
import type { ActContext, DesiredState, Progress } from "./desiredState";
import { isInFlight } from "./inFlight";
import type { Seen } from "./observe";
import { historyOf, lacksSizes, type Refused, requestChange } from "./request";

/** What came of it: the change; a clone that comes first; or that the refusal has to be looked into. */
export type Posted =
  | { readonly made: ConfigurationChangeRecord }
  /** A clone that may be what a refusal meant (docs/design/api-assumptions.md#changes). */
  | { readonly clone?: CloningOperationRecord };

/** Asks for the change that was decided on. @throws a refusal that has been looked into and meant what it said */
export async function post(
  { settings, at }: Extract<Decision, { act: "post" }>,
  desired: DesiredState,
  context: ActContext,
  progress: Progress,
  { cluster, changes }: Seen,
): Promise<Posted> {
  if (progress.refused && !hasMoved(progress, progress.refused, historyOf(changes))) {
    const clone = await cloneOf(desired.clusterId, context);
    if (clone) {
      progress.refused = undefined;
      return { clone };
    }
    sendSizes(progress, progress.refused, settings, desired);
  }
  const { clusterId, schedule, notificationEmailAddresses: readers } = desired;
  const sizes = progress.withSizes ? cluster : undefined;
  const answer = await requestChange({ clusterId, schedule, at, settings, sizes, readers, changes }, context);
  if ("refused" in answer) {
    progress.refused = { ...answer.refused, error: progress.refused?.error ?? answer.refused.error };
    return {};
  }
  progress.ownChange = answer.made.id;
  progress.cancelled = [];
  return answer;
}

/** Whether a refusal can have come of what is over by now: the moment has passed on the way, or a change has come and gone. */
function hasMoved(progress: Progress, refused: Refused, history: string): boolean {
  const chooseAgain = refused.late && !progress.chosenAgain;
  const moved = chooseAgain || history !== refused.history;
  progress.chosenAgain ||= chooseAgain;
  if (moved) progress.refused = undefined;
  return moved;
}

/** What else a refusal can have meant, now that nothing is on its way. @throws the refusal when it meant what it said */
function sendSizes(progress: Progress, refused: Refused, settings: NewSettings, desired: DesiredState): void {
  if (!lacksSizes(refused, settings) || desired.autoUpgrade || progress.withSizes) throw refused.error;
  progress.withSizes = true;
}

async function cloneOf(
  clusterId: string,
  { client, signal }: ActContext,
): Promise<CloningOperationRecord | undefined> {
  return (await client.cloningOperations(clusterId, { signal })).find(isInFlight);
}
