import type { Client } from "../../../client";
import { parseDuration, TerraformError } from "../../../framework";
import { toInstant } from "../../model/convert";
import { capitalized } from "../../model/words";
import { DEFAULT_DURATION, DEFAULT_TIMEZONE, type ScheduleValues, type WindowValues } from "./schema";
import { dayOfWeek, isOpen, nextOpening, type Window, wallClock } from "./window";

/** When a change may begin (docs/design/laws.md#l4). `at` in milliseconds since the epoch. */
export type Schedule =
  | { readonly kind: "at once" }
  | { readonly kind: "at"; readonly at: number }
  | { readonly kind: "window"; readonly window: Window };

/** The moment to request, in epoch seconds; or that the only moment allowed is over, in milliseconds. */
export type Moment = { readonly at: number } | { readonly past: number };

const MIN_LEAD = 2_000;
const MAX_LEAD = 30_000;

/** The schedule that a configuration gives. Of a moment and a window, which only `ignore_changes` can bring together, the moment counts. */
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

/** Whether apply stays until the change is done: as `wait` says, else when no schedule is given. */
export function waits(values: ScheduleValues | null): boolean {
  return values?.wait ?? scheduleOf(values).kind === "at once";
}

/** What a moment is chosen by; both in milliseconds. */
export interface Timing {
  /** The service's time, since the epoch. */
  readonly now: number;
  /** How far ahead of it a moment has to be, so that it is not over when the request arrives. */
  readonly lead: number;
}

export function timingOf(
  client: Pick<Client, "pollInterval" | "serverNow">,
  now = client.serverNow(),
): Timing {
  return { now, lead: Math.min(Math.max(client.pollInterval / 2, MIN_LEAD), MAX_LEAD) };
}

/**
 * The earliest moment that the schedule allows and that a request can still name.
 *
 * @throws TerraformError when the window never opens
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
 * Whether a change that is due at a moment (epoch seconds) is as good as one of ours (docs/design/laws.md#l3): due no later than ours
 * would be, or inside an opening of the window.
 */
export function satisfies(schedule: Schedule, dueAt: number, timing: Timing): boolean {
  if (schedule.kind === "window" && isOpen(schedule.window, dueAt * 1000)) return true;
  const ours = chooseMoment(schedule, timing);
  return "at" in ours && dueAt <= ours.at;
}

/** Whether a change that is due at a moment (epoch seconds) is due when this schedule says, and neither earlier nor later. */
export function keepsTo(schedule: Schedule, dueAt: number, { now, lead }: Timing): boolean {
  if (schedule.kind === "window") return isOpen(schedule.window, dueAt * 1000);
  if (schedule.kind === "at") return dueAt === Math.ceil(schedule.at / 1000);
  return dueAt * 1000 <= now + lead;
}

/**
 * A moment as people plan by it, in the timezone of the window: "Sunday 2026-11-22 02:00 Europe/Zurich
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

/** What a plan can say of the moment at which a change begins. */
export interface IfAppliedNow {
  /** The only moment that the schedule allows is over: the error for a cluster that needs a change. */
  readonly past?: (cluster: string) => TerraformError;
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
  const timing = timingOf(client);
  const moment = chooseMoment(schedule, timing);
  if ("past" in moment) {
    const past = (cluster: string) => pastMomentError(moment.past, timing.now, cluster);
    return { past, begins: "Its perform_change_at is in the past." };
  }
  const when = describeSchedule(schedule, moment.at);
  return { when, begins: `If applied now, it begins ${when}.` };
}

/**
 * The only moment that the schedule allows is over.
 *
 * @param at - that moment; `now` the server's time: both in milliseconds since the epoch
 * @param cluster - as people know it
 * @param attribute - where the configuration gives the moment
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
