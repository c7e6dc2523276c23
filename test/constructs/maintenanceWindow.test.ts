import { TerraformVariable, Token } from "cdktf";
import { DAYS_OF_WEEK, DayOfWeek } from "../../constructs/dayOfWeek";
import { MaintenanceWindow, type MaintenanceWindowAttributes } from "../../constructs/maintenanceWindow";
import { DAYS_OF_WEEK as DAYS_OF_THE_PROVIDER } from "../../src/provider/schedule/window";
import { stackWith } from "./fixtures/stack";

test.each<[window: MaintenanceWindow, expected: MaintenanceWindowAttributes]>([
  [MaintenanceWindow.weekly(DayOfWeek.MONDAY, "00:00"), { days: ["monday"], start: "00:00" }],
  [
    MaintenanceWindow.weekly(["saturday", "sunday", "saturday"], "23:59", "UTC", { duration: "1h30m" }),
    { days: ["saturday", "sunday"], start: "23:59", timezone: "UTC", duration: "1h30m" },
  ],
  ...["1m", "167.5h30m"].map((duration): [MaintenanceWindow, MaintenanceWindowAttributes] => [
    MaintenanceWindow.daily("03:30", "Asia/Kolkata", { duration }),
    { days: [...DAYS_OF_THE_PROVIDER], start: "03:30", timezone: "Asia/Kolkata", duration },
  ]),
])("%j", (window, expected) => {
  expect(window.attributes).toEqual(expected);
  expect(DAYS_OF_WEEK).toEqual(DAYS_OF_THE_PROVIDER);
});

const START = 'a time of day is written as "02:00", between "00:00" and "23:59"';
const TIMEZONE = 'a timezone has an IANA name such as "Europe/Zurich" or "UTC"';
const DURATION = 'a window is open for "1m" to "168h" (a week), such as "90m" or "1h30m"';

test.each<[message: string, make: () => MaintenanceWindow]>([
  [
    'weekly: got "Sunday" for a day, but the days are monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
    // @ts-expect-error no such day
    () => MaintenanceWindow.weekly(["monday", "Sunday"], "02:00"),
  ],
  ["weekly: got no day, but a window without days never opens", () => MaintenanceWindow.weekly([], "02:00")],
  ...["2:00", "24:00", "02:00:00"].map((start): [string, () => MaintenanceWindow] => [
    `daily: got "${start}" for start, but ${START}.`,
    () => MaintenanceWindow.daily(start),
  ]),
  ...["Europe/Zürich", "+01:00", ""].map((timezone): [string, () => MaintenanceWindow] => [
    `daily: got "${timezone}" for timezone, but ${TIMEZONE}.`,
    () => MaintenanceWindow.daily("02:00", timezone),
  ]),
  ...["59s", "168h1m", "1d", ""].map((duration): [string, () => MaintenanceWindow] => [
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
    expect(MaintenanceWindow.weekly(["sunday", day], text, text, { duration: text }).attributes).toEqual({
      days: ["sunday", text],
      start: text,
      timezone: text,
      duration: text,
    });
    const { days } = MaintenanceWindow.weekly(list as DayOfWeek[], "02:00").attributes;
    expect(Token.isUnresolved(days)).toBe(true);
  });
});
