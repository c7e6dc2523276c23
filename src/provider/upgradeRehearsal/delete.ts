import { endCloning } from "../clone/end";
import { cloningOf, INSTEAD } from "./rehearse";
import type { RehearsalCall, RehearsalValues } from "./schema";

/** Ends the clone of a rehearsal that is not finished, or that was kept. What has ended leaves nothing behind. */
export async function deleteRehearsal(call: RehearsalCall, state: RehearsalValues): Promise<void> {
  if (call.privateState?.ended) return;
  await endCloning(call, cloningOf(state), INSTEAD);
}
