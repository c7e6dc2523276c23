import { endCloning } from "../../shared/cloning/end";
import { cloningOf, INSTEAD } from "./cloning";
import type { RehearsalCall, RehearsalValues } from "./schema";

/** Ends the clone of a rehearsal that is not finished, or that was kept. What has ended leaves nothing behind. */
export async function deleteRehearsal(call: RehearsalCall, state: RehearsalValues): Promise<void> {
  if (call.privateState?.ended || hasEndedItsClone(state)) return;
  await endCloning(call, cloningOf(state), INSTEAD);
}

/** A status says how it ended only when the clone is gone, or kept. Terraform destroys what is tainted without its private state. */
function hasEndedItsClone({ status, keep_clone: keep }: RehearsalValues): boolean {
  return status === "passed" || (status === "failed" && keep !== "on_failure");
}
