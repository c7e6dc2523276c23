import { Diagnostics } from "../../../src/framework/diagnostics";
import { validate } from "../../../src/framework/validate";
import type { ValueRecord } from "../../../src/framework/value";
import { changeSchedule } from "../../../src/provider/cluster/changeSchedule";

const fields = { change_schedule: changeSchedule };

function problems(schedule: ValueRecord) {
  const diagnostics = new Diagnostics();
  const whole = { perform_change_at: null, wait: null, window: null, ...schedule };
  validate(fields, [], { change_schedule: whole }, diagnostics);
  return diagnostics.items;
}

const window = (changes: ValueRecord) => ({
  window: { days: ["sunday"], start: "02:00", duration: null, timezone: null, ...changes },
});

test.each<[ValueRecord]>([
  [{}],
  [{ perform_change_at: "2026-11-22T02:00:00Z" }],
  [{ perform_change_at: "2026-11-22T02:00:00.5+01:00" }],
  [window({})],
  [window({ days: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"] })],
  [window({ start: "00:00" })],
  [window({ start: "23:59" })],
  [window({ duration: "1m" })],
  [window({ duration: "1h30m" })],
  [window({ timezone: "UTC" })],
  [window({ timezone: "America/Argentina/Buenos_Aires" })],
])("%j is a schedule", (schedule) => {
  expect(problems(schedule)).toEqual([]);
});

test.each<[ValueRecord, string, string]>([
  [{ perform_change_at: "tomorrow" }, "perform_change_at", 'a time such as "2026-11-22T02:00:00Z"'],
  [{ perform_change_at: "2026-11-22" }, "perform_change_at", "RFC 3339"],
  [{ perform_change_at: "2026-11-22T02:00:00" }, "perform_change_at", "RFC 3339"],
  [{ perform_change_at: "2026-13-22T02:00:00Z" }, "perform_change_at", "RFC 3339"],
  [window({ days: [] }), "window.days", "must not be empty"],
  [window({ days: ["Sunday"] }), "window.days", '"monday", "tuesday"'],
  [window({ start: "24:00" }), "window.start", 'a time of day such as "02:00"'],
  [window({ start: "2:00" }), "window.start", "time of day"],
  [window({ start: "02:60" }), "window.start", "time of day"],
  [window({ duration: "1 hour" }), "window.duration", "must be a duration"],
  [window({ duration: "59s" }), "window.duration", "must be at least 1m"],
  [window({ timezone: "Europe/Nowhere" }), "window.timezone", '"Europe/Zurich" or "UTC"'],
  [window({ timezone: "" }), "window.timezone", "IANA timezone"],
])("%j is refused with what is allowed", (schedule, where, words) => {
  const found = problems(schedule);
  expect(found).toMatchObject([
    {
      severity: "error",
      summary: `Invalid value for change_schedule.${where}`,
      path: ["change_schedule", ...where.split(".")],
    },
  ]);
  expect(found[0]?.detail).toContain(words);
});
