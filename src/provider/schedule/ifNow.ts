import type { Client } from "../../client";
import { chooseMoment, describeSchedule, leadOf, type Schedule } from "./moment";

/** What a plan can say of the moment at which a change begins. */
export interface IfAppliedNow {
  /** The only moment that the schedule allows is in the past; both in milliseconds since the epoch. */
  readonly past?: { readonly at: number; readonly now: number };
  /** The moment in the words of {@link describeSchedule}, where it is known. */
  readonly when?: string;
  /** The same as a sentence. */
  readonly begins: string;
}

/**
 * What holds if apply follows at once. Nothing is known before an answer has told the service's time: by this machine's clock,
 * a wrong moment would be promised, or a right one refused.
 */
export function ifAppliedNow(client: Client | undefined, schedule: Schedule): IfAppliedNow {
  if (!client?.knowsServerTime()) return { begins: "When it begins is known after apply." };
  const now = client.serverNow();
  const moment = chooseMoment(schedule, now, leadOf(client.pollInterval));
  if ("past" in moment)
    return { past: { at: moment.past, now }, begins: "Its perform_change_at is in the past." };
  const when = describeSchedule(schedule, moment.at);
  return { when, begins: `If applied now, it begins ${when}.` };
}
