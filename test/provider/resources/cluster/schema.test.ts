import { Diagnostics } from "../../../../src/framework/diagnostics";
import { validate } from "../../../../src/framework/validate";
import { clusterSchema } from "../../../../src/provider/resources/cluster/schema";
import { UNKNOWN, type Value } from "../../../../src/wire/cty/value";
import { record } from "../../../support/values";

const { change_schedule } = clusterSchema;
const WINDOW = { days: ["sunday"], start: "02:00", duration: null, timezone: null };

/** Returns the problems of a block: path and detail. */
function problems(block: Record<string, Value>): [path: string, detail: string][] {
  const diagnostics = new Diagnostics();
  const value = record({ perform_change_at: null, wait: null, window: null, ...block });
  validate({ change_schedule }, [], record({ change_schedule: value }), diagnostics);
  return diagnostics.items.map(({ path, detail }) => [(path ?? []).join("."), detail]);
}

test.each<[name: string, value: Value, problem: string | null]>([
  ["days", [], "must not be empty"],
  [
    "days",
    ["sunday", "sunnday"],
    'contains an item that must be one of "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", not "sunnday"',
  ],
  ["start", "2:00", 'must be a time of day such as "02:00", between "00:00" and "23:59", not "2:00"'],
  ["start", "24:00", "must be a time of day"],
  ["start", "02:60", "must be a time of day"],
  ["start", "23:59", null],
  ["duration", "59s", "must be at least 1m, not 59s"],
  ["duration", "-1h", 'must be a duration such as "30s", "90m" or "1h30m", not "-1h"'],
  ["duration", "168h1m", "must be at most 168h, a week, not 168h1m: such a window never closes"],
  ["duration", "1m", null],
  ["duration", "168h", null],
  [
    "timezone",
    "Europe/Zürich",
    'must be an IANA timezone such as "Europe/Zurich" or "UTC", not "Europe/Zürich"',
  ],
  ["timezone", "Australia/Lord_Howe", null],
  ["timezone", UNKNOWN, null],
])("a window with %s %p: %s", (name, value, problem) => {
  const path = `change_schedule.window.${name}`;
  const expected =
    problem === null ? [] : [[path, expect.stringContaining(`The value of ${path} ${problem}`)]];
  expect(problems({ window: record({ ...WINDOW, [name]: value }) })).toEqual(expected);
});

test.each<[value: string, problem: string | null]>([
  ["2026-11-22", 'must be a time such as "2026-11-22T02:00:00Z" (RFC 3339), not "2026-11-22"'],
  ["2026-11-22T02:00:00", "must be a time such as"],
  ["2026-11-22T24:00:00Z", "must be a time such as"],
  ["2026-11-22T02:60:00Z", "must be a time such as"],
  ["2026-11-22T02:00:00+25:00", "must be a time such as"],
  ["2026-02-30T02:00:00Z", 'names a day that does not exist: "2026-02-30"'],
  ["2026-02-29T02:00:00+01:00", 'names a day that does not exist: "2026-02-29"'],
  ["2026-11-22T02:00:00.250+05:30", null],
  ["2028-02-29T23:59:59-03:00", null],
])("perform_change_at %j: %s", (value, problem) => {
  const path = "change_schedule.perform_change_at";
  const expected =
    problem === null ? [] : [[path, expect.stringContaining(`The value of ${path} ${problem}`)]];
  expect(problems({ perform_change_at: value })).toEqual(expected);
});

test.each<[Record<string, string>, string | undefined]>([
  [{ "max-per-page": "5", other_1: "" }, undefined],
  [{ a: "1", "": "1" }, "has a parameter without a name"],
  [{ " a": "1" }, 'has a name with a blank in it: " a"'],
  [{ "a\n": "1" }, 'has a name with a blank in it: "a\\n"'],
])("server_parameters %j", (parameters, problem) => {
  const [namesWithoutBlanks] = clusterSchema.server_parameters.validators;
  expect(namesWithoutBlanks(parameters)).toBe(problem);
});
