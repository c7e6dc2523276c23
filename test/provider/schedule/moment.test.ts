import fc from "fast-check";
import {
  chooseMoment,
  describeSchedule,
  leadOf,
  type Schedule,
  satisfies,
  scheduleOf,
  waits,
} from "../../../src/provider/schedule/moment";
import { isOpen } from "../../../src/provider/schedule/window";
import { anyMoment, anyWindow, DAY, HOUR, MINUTE, utc, windowIn } from "./windows";

const LEAD = 30_000;
const seconds = (text: string): number => utc(text) / 1000;
const atOnce: Schedule = { kind: "at once" };
const at = (text: string): Schedule => ({ kind: "at", at: utc(text) });
const zurich: Schedule = { kind: "window", window: windowIn("Europe/Zurich", "02:00") };

const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };
const NOTHING = { perform_change_at: null, wait: null, window: null };

describe("scheduleOf", () => {
  test.each<[what: string, values: Parameters<typeof scheduleOf>[0], expected: Schedule]>([
    ["no block", null, atOnce],
    ["an empty block", NOTHING, atOnce],
    ["a moment", { ...NOTHING, perform_change_at: "2026-11-22T03:00:00+01:00" }, at("2026-11-22T02:00:00Z")],
    [
      "a window with defaults",
      { ...NOTHING, window: WINDOW },
      { kind: "window", window: { days: ["sunday"], start: "02:00", duration: HOUR, timezone: "UTC" } },
    ],
    [
      "a window with all that it can have",
      { ...NOTHING, window: { ...WINDOW, duration: "1h30m", timezone: "Asia/Kolkata" } },
      {
        kind: "window",
        window: { days: ["sunday"], start: "02:00", duration: 90 * MINUTE, timezone: "Asia/Kolkata" },
      },
    ],
    [
      "both, as only ignore_changes can make it",
      { perform_change_at: "2026-11-22T02:00:00Z", window: WINDOW },
      at("2026-11-22T02:00:00Z"),
    ],
  ])("%s", (_, values, expected) => {
    expect(scheduleOf(values)).toEqual(expected);
  });
});

test.each<[what: string, values: Parameters<typeof waits>[0], expected: boolean]>([
  ["no block", null, true],
  ["an empty block", NOTHING, true],
  ["a moment", { ...NOTHING, perform_change_at: "2026-11-22T02:00:00Z" }, false],
  ["a window", { ...NOTHING, window: WINDOW }, false],
  ["wait = true with a window", { ...NOTHING, window: WINDOW, wait: true }, true],
  ["wait = false with nothing", { ...NOTHING, wait: false }, false],
])("with %s, apply waits: %p", (_, values, expected) => {
  expect(waits(values)).toBe(expected);
});

test.each([
  [4_000, 2_000],
  [10_000, 5_000],
  [60_000, 30_000],
])("polling every %p ms, the lead is %p ms", (pollInterval, lead) => {
  expect(leadOf(pollInterval)).toBe(lead);
});

describe("chooseMoment", () => {
  test.each<[what: string, schedule: Schedule, now: string, expected: string]>([
    ["at once, a lead ahead", atOnce, "2026-11-20T12:00:00Z", "2026-11-20T12:00:30Z"],
    ["at once, up to the next second", atOnce, "2026-11-20T12:00:00.001Z", "2026-11-20T12:00:31Z"],
    ["a moment to come", at("2026-11-22T02:00:00Z"), "2026-11-20T12:00:00Z", "2026-11-22T02:00:00Z"],
    [
      "a moment within a second",
      at("2026-11-22T02:00:00.5Z"),
      "2026-11-22T02:00:00.2Z",
      "2026-11-22T02:00:01Z",
    ],
    ["before the window", zurich, "2026-11-20T12:00:00Z", "2026-11-22T01:00:00Z"],
    ["just before it opens, a lead ahead", zurich, "2026-11-22T00:59:59Z", "2026-11-22T01:00:29Z"],
    ["the last moment inside", zurich, "2026-11-22T01:59:29Z", "2026-11-22T01:59:59Z"],
    ["inside, but no longer after the lead", zurich, "2026-11-22T01:59:30Z", "2026-11-29T01:00:00Z"],
    [
      "inside, but no longer once rounded to a second",
      zurich,
      "2026-11-22T01:59:29.5Z",
      "2026-11-29T01:00:00Z",
    ],
  ])("%s", (_, schedule, now, expected) => {
    expect(chooseMoment(schedule, utc(now), LEAD)).toEqual({ at: seconds(expected) });
  });

  test("a moment that is over is told, not moved", () => {
    const over = utc("2026-11-22T02:00:00Z");
    expect(chooseMoment({ kind: "at", at: over }, over + 1, LEAD)).toEqual({ past: over });
    expect(chooseMoment({ kind: "at", at: over }, over, LEAD)).toEqual({ at: over / 1000 });
  });

  test("a window that never opens is an error with words", () => {
    const never: Schedule = { kind: "window", window: windowIn("UTC", "02:00", { days: [] }) };
    expect(() => chooseMoment(never, utc("2026-11-22T02:00:00Z"), LEAD)).toThrow(
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

describe("any schedule", () => {
  test("has a moment that is not over, satisfies it, and is inside its window", () => {
    fc.assert(
      fc.property(anySchedule, anyMoment, anyLead, (schedule, now, lead) => {
        const moment = chooseMoment(schedule, now, lead);
        if ("past" in moment) {
          expect(schedule).toEqual({ kind: "at", at: moment.past });
          expect(moment.past).toBeLessThan(now);
          return;
        }
        expect(Number.isInteger(moment.at)).toBe(true);
        expect(moment.at * 1000).toBeGreaterThanOrEqual(schedule.kind === "at" ? now : now + lead);
        expect(satisfies(schedule, moment.at, now, lead)).toBe(true);
        if (schedule.kind === "window") expect(isOpen(schedule.window, moment.at * 1000)).toBe(true);
      }),
    );
  });

  test("has no earlier second that its window allows", () => {
    const within = fc.integer({ min: 0, max: 8 * DAY });
    fc.assert(
      fc.property(anyWindow, anyMoment, anyLead, within, (window, now, lead, later) => {
        const moment = chooseMoment({ kind: "window", window }, now, lead);
        const second = Math.ceil((now + lead + later) / 1000);
        if ("past" in moment || second >= moment.at) return;
        expect(isOpen(window, second * 1000)).toBe(false);
      }),
    );
  });
});

test.each<[what: string, expected: boolean, schedule: Schedule, dueAt: string]>([
  ["at once, and due as ours would be", true, atOnce, "2026-11-20T12:00:30Z"],
  ["at once, and due later", false, atOnce, "2026-11-20T12:00:31Z"],
  ["a moment, and due then", true, at("2026-11-22T02:00:00Z"), "2026-11-22T02:00:00Z"],
  ["a moment, and due after", false, at("2026-11-22T02:00:00Z"), "2026-11-22T02:00:01Z"],
  ["a moment that is over", false, at("2026-11-20T11:00:00Z"), "2026-11-20T12:30:00Z"],
  ["a window, and due before it opens", true, zurich, "2026-11-21T12:00:00Z"],
  ["a window, and due when it has closed", false, zurich, "2026-11-22T02:00:00Z"],
  ["a window, and due in a later opening", true, zurich, "2026-12-06T01:59:59Z"],
  ["a window, and due between openings", false, zurich, "2026-11-25T12:00:00Z"],
])("%s: as good as ours: %p", (_, expected, schedule, dueAt) => {
  expect(satisfies(schedule, seconds(dueAt), utc("2026-11-20T12:00:00Z"), LEAD)).toBe(expected);
});

test.each<[schedule: Schedule, moment: string, words: string]>([
  [zurich, "2026-11-22T01:00:00Z", "Sunday 2026-11-22 02:00 Europe/Zurich (2026-11-22T01:00:00Z)"],
  [zurich, "2026-06-30T22:15:30Z", "Wednesday 2026-07-01 00:15 Europe/Zurich (2026-06-30T22:15:30Z)"],
  [atOnce, "2026-11-20T12:00:30Z", "Friday 2026-11-20 12:00 UTC (2026-11-20T12:00:30Z)"],
  [at("2026-11-22T02:00:00Z"), "2026-11-22T02:00:00Z", "Sunday 2026-11-22 02:00 UTC (2026-11-22T02:00:00Z)"],
])("%j at %s reads %s", (schedule, moment, words) => {
  expect(describeSchedule(schedule, seconds(moment))).toBe(words);
});
