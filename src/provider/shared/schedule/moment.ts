import type { Client } from "../../../client";
import { isUnknown, type Plannable, parseDuration, TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { capitalized } from "../../model/words";
import { DEFAULT_DURATION, DEFAULT_TIMEZONE, type ScheduleValues, type WindowValues } from "./schema";
import { dayOfWeek, isOpen, nextOpening, type Window, wallClock } from "./window";

/** The schedule of a change (docs/design/laws.md#l4). `at` in milliseconds since the epoch. */
export type Schedule =
  | { readonly kind: "at once" }
  | { readonly kind: "at"; readonly at: number }
  | { readonly kind: "window"; readonly window: Window };

/** The moment to request, in epoch seconds; or the only allowed moment, in milliseconds, if it has passed. */
type Moment = { readonly at: number } | { readonly past: number };

const MIN_LEAD = 2_000;
const MAX_LEAD = 30_000;

/** Returns the configured schedule. If `ignore_changes` brings a moment and a window together, the moment wins. */
export function scheduleOf(values: Omit<ScheduleValues, "wait"> | null): Schedule {
  const { perform_change_at: at = null, window = null } = values ?? {};
  if (at !== null) return { kind: "at", at: Date.parse(at) };
  return window === null ? { kind: "at once" } : { kind: "window", window: windowOf(window) };
}

function windowOf({ days, start, duration, timezone }: WindowValues): Window {
  return {
    days,
    start,
    duration: parseDuration(duration ?? DEFAULT_DURATION) ?? Number.NaN,
    timezone: timezone ?? DEFAULT_TIMEZONE,
  };
}

/** True if apply waits until the change is done: as `wait` says; by default, if no schedule is given. */
export function waits(values: ScheduleValues | null): boolean {
  return values?.wait ?? scheduleOf(values).kind === "at once";
}

/** The times by which a moment is chosen, in milliseconds. */
export interface Timing {
  /** The service's time, since the epoch. */
  readonly now: number;
  /** Minimum distance of a moment from now, so that it has not passed when the request arrives. */
  readonly lead: number;
}

export function timingOf(
  client: Pick<Client, "pollInterval" | "serverNow">,
  now = client.serverNow(),
): Timing {
  return { now, lead: Math.min(Math.max(client.pollInterval / 2, MIN_LEAD), MAX_LEAD) };
}

/**
 * Returns the earliest moment that the schedule allows and that a request can still name.
 *
 * @throws TerraformError if the window never opens
 */
export function chooseMoment(schedule: Schedule, { now, lead }: Timing): Moment {
  const earliest = Math.ceil((now + lead) / 1000);
  if (schedule.kind === "at once") return { at: earliest };
  if (schedule.kind === "at") {
    return schedule.at < now ? { past: schedule.at } : { at: Math.ceil(schedule.at / 1000) };
  }
  const opening = nextOpening(schedule.window, earliest * 1000);
  if (!opening) {
    throw new TerraformError(
      "The window never opens",
      "None of its days falls within the next 60 days. Correct the window, or leave it out to begin as soon as possible.",
    );
  }
  return { at: Math.max(earliest, Math.ceil(opening.opens / 1000)) };
}

/**
 * True if a change that is due at a moment (epoch seconds) is in time (docs/design/laws.md#l3): no later than one requested now would
 * be, or while the window is open.
 */
export function satisfies(schedule: Schedule, dueAt: number, timing: Timing): boolean {
  if (schedule.kind === "window" && isOpen(schedule.window, dueAt * 1000)) return true;
  const ours = chooseMoment(schedule, timing);
  return "at" in ours && dueAt <= ours.at;
}

/** True if a moment (epoch seconds) is exactly what the schedule says, neither earlier nor later. */
export function keepsTo(schedule: Schedule, dueAt: number, { now, lead }: Timing): boolean {
  if (schedule.kind === "window") return isOpen(schedule.window, dueAt * 1000);
  if (schedule.kind === "at") return dueAt === Math.ceil(schedule.at / 1000);
  return dueAt * 1000 <= now + lead;
}

/**
 * Formats a moment in the timezone of the window: "Sunday 2026-11-22 02:00 Europe/Zurich
 * (2026-11-22T01:00:00Z)".
 *
 * @param at - epoch seconds
 */
export function describeSchedule(schedule: Schedule, at: number): string {
  const timezone = schedule.kind === "window" ? schedule.window.timezone : DEFAULT_TIMEZONE;
  const wall = wallClock(timezone)(at * 1000);
  const day = dayOfWeek(wall);
  const local = new Date(wall).toISOString().slice(0, 16).replace("T", " ");
  return `${capitalized(day)} ${local} ${timezone} (${toInstant(at)})`;
}

/** The moment at which a change begins if apply follows at once, for messages at plan. */
interface IfAppliedNow {
  /** Set if the only allowed moment has passed: builds the error for a cluster that needs a change. */
  readonly past?: (cluster: string) => TerraformError;
  /** The moment as {@link describeSchedule} formats it, if it is known. */
  readonly when?: string;
  /** The same as a sentence. */
  readonly begins: string;
}

/**
 * Returns what is known if apply follows at once. Nothing is known before a response has shown the service's time: the clock of this
 * machine could promise a wrong moment, or reject a right one.
 */
export function ifAppliedNow(client: Client | undefined, schedule: Schedule): IfAppliedNow {
  if (!client?.knowsServerTime()) return { begins: "When it begins is known after apply." };
  const timing = timingOf(client);
  const moment = chooseMoment(schedule, timing);
  if ("past" in moment) {
    const past = (cluster: string) => pastMomentError(moment.past, timing.now, cluster);
    return { past, begins: "Its perform_change_at is in the past." };
  }
  const when = describeSchedule(schedule, moment.at);
  return { when, begins: `If applied now, it begins ${when}.` };
}

/** Describes at plan when an explicit change begins, as a sentence. */
export function plannedBegin(
  { perform_change_at: at, window }: Plannable<Omit<ScheduleValues, "wait">>,
  client: Client | undefined,
): string {
  if (isUnknown(at) || isUnknown(window)) return "When it begins is known after apply.";
  const { past, begins } = ifAppliedNow(client, scheduleOf({ perform_change_at: at, window }));
  return past
    ? "Its perform_change_at is in the past, so apply will refuse it. Set a later time or a window, or neither."
    : begins;
}

/** The effect of any change on searches, as a sentence. */
export const INTERRUPTION =
  "A cluster with a single node is unavailable for 5 to 60 minutes; several nodes are changed one after the other.";

/**
 * Builds the error for a schedule whose only moment has passed.
 *
 * @param at - that moment, and `now` the service's time, in milliseconds since the epoch
 * @param cluster - its name in messages
 * @param attribute - the attribute that configures the moment
 */
export function pastMomentError(
  at: number,
  now: number,
  cluster: string,
  attribute = "change_schedule",
): TerraformError {
  const text = (milliseconds: number) => toInstant(Math.floor(milliseconds / 1000));
  return new TerraformError(
    "perform_change_at is in the past",
    `${attribute} says ${text(at)}, and the service's time is ${text(now)}: too late for the change of ${cluster}. ` +
      "Set a later time or a window, or neither to begin as soon as possible.",
    [attribute],
  );
}
