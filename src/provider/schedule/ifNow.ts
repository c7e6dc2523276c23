import type { Client } from "../../client";
import { chooseMoment, leadOf, type Schedule } from "./moment";

/**
 * What a plan can say of an apply that follows at once: the service's time (milliseconds since the epoch), and the moment
 * that the schedule chooses then. Without a client, by this machine's clock and the default poll interval.
 */
export function ifAppliedNow(client: Client | undefined, schedule: Schedule) {
  const now = client?.serverNow() ?? Date.now();
  return { now, moment: chooseMoment(schedule, now, leadOf(client?.pollInterval ?? 60_000)) };
}
