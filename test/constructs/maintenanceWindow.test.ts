import { TerraformVariable, Token } from "cdktf";
import { DAYS_OF_WEEK, DayOfWeek } from "../../constructs/dayOfWeek";
import { MaintenanceWindow, type MaintenanceWindowAttributes } from "../../constructs/maintenanceWindow";
import { DAYS_OF_WEEK as DAYS_OF_THE_PROVIDER } from "../../src/provider/schedule/window";
import { stackWith } from "./fixtures/stack";

test.each<[what: string, window: MaintenanceWindow, expected: MaintenanceWindowAttributes]>([
  [
    "one day",
    MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich"),
    { days: ["sunday"], start: "02:00", timezone: "Europe/Zurich" },
  ],
  [
    "a day as text, and defaults",
    MaintenanceWindow.weekly("monday", "00:00"),
    { days: ["monday"], start: "00:00" },
  ],
  [
    "several days, each once",
    MaintenanceWindow.weekly(["saturday", DayOfWeek.SUNDAY, "saturday"], "23:59", "UTC", {
      duration: "1h30m",
    }),
    { days: ["saturday", "sunday"], start: "23:59", timezone: "UTC", duration: "1h30m" },
  ],
  [
    "every day",
    MaintenanceWindow.daily("03:30", "Asia/Kolkata", { duration: "45m" }),
    {
      days: ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"],
      start: "03:30",
      timezone: "Asia/Kolkata",
      duration: "45m",
    },
  ],
  [
    "the shortest",
    MaintenanceWindow.weekly("friday", "12:00", undefined, { duration: "1m" }),
    { days: ["friday"], start: "12:00", duration: "1m" },
  ],
  [
    "the longest",
    MaintenanceWindow.weekly("friday", "12:00", undefined, { duration: "167.5h30m" }),
    { days: ["friday"], start: "12:00", duration: "167.5h30m" },
  ],
])("%s", (_, window, expected) => {
  expect(window.attributes).toEqual(expected);
});

const START = 'a time of day is written as "02:00", between "00:00" and "23:59"';
const DURATION = 'a window is open for "1m" to "168h" (a week), such as "90m" or "1h30m"';

test.each<[message: string, make: () => MaintenanceWindow]>([
  [
    'weekly: got "sunnday" for a day, but the days are monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
    // @ts-expect-error no such day
    () => MaintenanceWindow.weekly("sunnday", "02:00"),
  ],
  [
    'weekly: got "Sunday" for a day, but the days are monday',
    // @ts-expect-error no such day
    () => MaintenanceWindow.weekly(["monday", "Sunday"], "02:00"),
  ],
  ["weekly: got no day, but a window without days never opens", () => MaintenanceWindow.weekly([], "02:00")],
  [`weekly: got "2:00" for start, but ${START}.`, () => MaintenanceWindow.weekly("sunday", "2:00")],
  [`daily: got "24:00" for start, but ${START}.`, () => MaintenanceWindow.daily("24:00")],
  [`daily: got "02:00:00" for start, but ${START}.`, () => MaintenanceWindow.daily("02:00:00")],
  [
    'daily: got "Europe/Zürich" for timezone, but a timezone has an IANA name such as "Europe/Zurich" or "UTC".',
    () => MaintenanceWindow.daily("02:00", "Europe/Zürich"),
  ],
  ['daily: got "+01:00" for timezone', () => MaintenanceWindow.daily("02:00", "+01:00")],
  ['daily: got "" for timezone', () => MaintenanceWindow.daily("02:00", "")],
  ...["0s", "59s", "168h1m", "1d", "one hour", ""].map((duration): [string, () => MaintenanceWindow] => [
    `daily: got "${duration}" for duration, but ${DURATION}.`,
    () => MaintenanceWindow.daily("02:00", "UTC", { duration }),
  ]),
])("%s", (message, make) => {
  expect(make).toThrow(`MaintenanceWindow.${message}`);
});

test("values known only at deploy pass", () => {
  stackWith((scope) => {
    const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
    const list = new TerraformVariable(scope, "list", { type: "list(string)" }).listValue;
    const day = text as DayOfWeek;
    const options = { duration: text };
    expect(MaintenanceWindow.weekly(day, text, text, options).attributes).toEqual({
      days: [text],
      start: text,
      timezone: text,
      duration: text,
    });
    expect(MaintenanceWindow.weekly(["sunday", day], `${text}:00`).attributes.days).toEqual(["sunday", text]);
    const { days } = MaintenanceWindow.weekly(list as DayOfWeek[], "02:00").attributes;
    expect(Token.isUnresolved(days)).toBe(true);
  });
});

test("the days are those that the provider knows", () => {
  expect(DAYS_OF_WEEK).toEqual(DAYS_OF_THE_PROVIDER);
});
