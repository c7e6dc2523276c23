import fc from "fast-check";
import {
  chooseMoment,
  describeSchedule,
  type Schedule,
  satisfies,
  scheduleOf,
  timingOf,
  waits,
} from "../../../../src/provider/shared/schedule/moment";
import { isOpen, type Window } from "../../../../src/provider/shared/schedule/window";
import { anyMoment, anyWindow, DAY, HOUR, MINUTE, utc, windowIn } from "./windows";

const LEAD = 30_000;
const seconds = (text: string): number => utc(text) / 1000;
const atOnce: Schedule = { kind: "at once" };
const at = (text: string): Schedule => ({ kind: "at", at: utc(text) });
const zurich: Schedule = { kind: "window", window: windowIn("Europe/Zurich", "02:00") };

const NOTHING = { perform_change_at: null, wait: null, window: null };
const MOMENT = { ...NOTHING, perform_change_at: "2026-11-22T03:00:00+01:00" };
const SUNDAY = { days: ["sunday"], start: "02:00", duration: null, timezone: null };
const WINDOW = { ...NOTHING, window: SUNDAY };
const sundays: Window = { days: ["sunday"], start: "02:00", duration: HOUR, timezone: "UTC" };

test.each<[what: string, values: Parameters<typeof waits>[0], expected: Schedule, waits: boolean]>([
  ["no block", null, atOnce, true],
  ["an empty block", NOTHING, atOnce, true],
  ["wait = false", { ...NOTHING, wait: false }, atOnce, false],
  ["a moment", MOMENT, at("2026-11-22T02:00:00Z"), false],
  ["a window with defaults", WINDOW, { kind: "window", window: sundays }, false],
  [
    "a window with all that it can have",
    { ...WINDOW, wait: true, window: { ...SUNDAY, duration: "1h30m", timezone: "Asia/Kolkata" } },
    { kind: "window", window: { ...sundays, duration: 90 * MINUTE, timezone: "Asia/Kolkata" } },
    true,
  ],
  [
    "both, as only ignore_changes can have it",
    { ...MOMENT, window: SUNDAY },
    at("2026-11-22T02:00:00Z"),
    false,
  ],
])("%s is a schedule, and apply waits or not", (_, values, expected, isWaiting) => {
  expect(scheduleOf(values)).toEqual(expected);
  expect(waits(values)).toBe(isWaiting);
});

test.each([
  [3_000, 2_000],
  [10_000, 5_000],
  [60_000, 30_000],
])("polling every %p ms, the lead is %p ms", (pollInterval, lead) => {
  expect(timingOf({ pollInterval, serverNow: () => 1 })).toEqual({ now: 1, lead });
});

describe("chooseMoment", () => {
  test.each<[what: string, schedule: Schedule, now: string, expected: string]>([
    ["at once, a lead ahead", atOnce, "2026-11-20T12:00:00Z", "2026-11-20T12:00:30Z"],
    ["at once, up to the next second", atOnce, "2026-11-20T12:00:00.001Z", "2026-11-20T12:00:31Z"],
    ["within a second", at("2026-11-22T02:00:00.5Z"), "2026-11-22T02:00:00.2Z", "2026-11-22T02:00:01Z"],
    ["before the window", zurich, "2026-11-20T12:00:00Z", "2026-11-22T01:00:00Z"],
    ["the last moment inside", zurich, "2026-11-22T01:59:29Z", "2026-11-22T01:59:59Z"],
    ["no longer inside once rounded", zurich, "2026-11-22T01:59:29.5Z", "2026-11-29T01:00:00Z"],
  ])("%s", (_, schedule, now, expected) => {
    expect(chooseMoment(schedule, { now: utc(now), lead: LEAD })).toEqual({ at: seconds(expected) });
  });

  test("a moment in the past is returned as such, not moved", () => {
    const over = utc("2026-11-22T02:00:00Z");
    expect(chooseMoment({ kind: "at", at: over }, { now: over + 1, lead: LEAD })).toEqual({ past: over });
    expect(chooseMoment({ kind: "at", at: over }, { now: over, lead: LEAD })).toEqual({ at: over / 1000 });
  });

  test("a window that never opens is an error with words", () => {
    const never: Schedule = { kind: "window", window: windowIn("UTC", "02:00", { days: [] }) };
    expect(() => chooseMoment(never, { now: utc("2026-11-22T02:00:00Z"), lead: LEAD })).toThrow(
      "The window never opens: None of its days falls within the next 60 days.",
    );
  });
});

const anySchedule: fc.Arbitrary<Schedule> = fc.oneof(
  { arbitrary: anyWindow.map((window): Schedule => ({ kind: "window", window })), weight: 4 },
  { arbitrary: anyMoment.map((moment): Schedule => ({ kind: "at", at: moment })), weight: 1 },
  { arbitrary: fc.constant(atOnce), weight: 1 },
);
const anyLead = fc.integer({ min: 2_000, max: 30_000 });

test("any schedule has a time that has not passed, satisfies it, and is the first second that its window allows", () => {
  const within = fc.integer({ min: 0, max: 8 * DAY });
  fc.assert(
    fc.property(anySchedule, anyMoment, anyLead, within, (schedule, now, lead, later) => {
      const moment = chooseMoment(schedule, { now, lead });
      if ("past" in moment) {
        expect(schedule).toEqual({ kind: "at", at: moment.past });
        expect(moment.past).toBeLessThan(now);
        return;
      }
      expect(Number.isInteger(moment.at)).toBe(true);
      expect(moment.at * 1000).toBeGreaterThanOrEqual(schedule.kind === "at" ? now : now + lead);
      expect(satisfies(schedule, moment.at, { now, lead })).toBe(true);
      if (schedule.kind !== "window") return;
      expect(isOpen(schedule.window, moment.at * 1000)).toBe(true);
      const second = Math.ceil((now + lead + later) / 1000);
      if (second < moment.at) expect(isOpen(schedule.window, second * 1000)).toBe(false);
    }),
    { numRuns: 200 },
  );
});

test.each<[what: string, expected: boolean, schedule: Schedule, dueAt: string]>([
  ["at once, and due as ours would be", true, atOnce, "2026-11-20T12:00:30Z"],
  ["at once, and due later", false, atOnce, "2026-11-20T12:00:31Z"],
  ["a moment, and due after", false, at("2026-11-22T02:00:00Z"), "2026-11-22T02:00:01Z"],
  ["a moment that is over", false, at("2026-11-20T11:00:00Z"), "2026-11-20T12:30:00Z"],
  ["a window, and due before it opens", true, zurich, "2026-11-21T12:00:00Z"],
  ["a window, and due in a later opening", true, zurich, "2026-12-06T01:59:59Z"],
  ["a window, and due between openings", false, zurich, "2026-11-25T12:00:00Z"],
])("%s: as good as ours: %p", (_, expected, schedule, dueAt) => {
  expect(satisfies(schedule, seconds(dueAt), { now: utc("2026-11-20T12:00:00Z"), lead: LEAD })).toBe(
    expected,
  );
});

test.each<[schedule: Schedule, moment: string, words: string]>([
  [zurich, "2026-06-30T22:15:30Z", "Wednesday 2026-07-01 00:15 Europe/Zurich (2026-06-30T22:15:30Z)"],
  [at("2026-11-22T02:00:00Z"), "2026-11-22T02:00:00Z", "Sunday 2026-11-22 02:00 UTC (2026-11-22T02:00:00Z)"],
])("%j at %s reads %s", (schedule, moment, words) => {
  expect(describeSchedule(schedule, seconds(moment))).toBe(words);
});
