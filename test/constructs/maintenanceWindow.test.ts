import { changeScheduleOf } from "../../constructs/changeSchedule";
import {
  DayOfWeek,
  MaintenanceWindow,
  type MaintenanceWindowAttributes,
} from "../../constructs/maintenanceWindow";
import { DAYS_OF_WEEK } from "../../src/api/schedule";

test.each<[window: MaintenanceWindow, expected: MaintenanceWindowAttributes]>([
  [MaintenanceWindow.weekly(DayOfWeek.MONDAY, "00:00"), { days: ["monday"], start: "00:00" }],
  [
    MaintenanceWindow.weekly(["saturday", "sunday", "saturday"], "23:59", "UTC", { duration: "1h30m" }),
    { days: ["saturday", "sunday"], start: "23:59", timezone: "UTC", duration: "1h30m" },
  ],
  ...["1m", "167.5h30m"].map((duration): [MaintenanceWindow, MaintenanceWindowAttributes] => [
    MaintenanceWindow.daily("03:30", "Asia/Kolkata", { duration }),
    { days: [...DAYS_OF_WEEK], start: "03:30", timezone: "Asia/Kolkata", duration },
  ]),
])("%j", (window, expected) => {
  expect(window.attributes).toEqual(expected);
});

test.each<[message: string, make: () => MaintenanceWindow]>([
  [
    'weekly: got "Sunday" for a day, but the days are monday, tuesday, wednesday, thursday, friday, saturday, sunday.',
    // @ts-expect-error no such day
    () => MaintenanceWindow.weekly(["monday", "Sunday"], "02:00"),
  ],
  ["weekly: got no days, but a window without days never opens", () => MaintenanceWindow.weekly([], "02:00")],
  [
    'daily: got "2:00" for start, but it must be a time of day such as "02:00", between "00:00" and "23:59".',
    () => MaintenanceWindow.daily("2:00"),
  ],
  [
    'daily: got "+01:00" for timezone, but it must be an IANA timezone such as "Europe/Zurich" or "UTC".',
    () => MaintenanceWindow.daily("02:00", "+01:00"),
  ],
  ...["59s", "168h1m", "1d"].map((duration): [string, () => MaintenanceWindow] => [
    `daily: got "${duration}" for duration, but it must be "1m" to "168h" (a week), such as "90m" or "1h30m".`,
    () => MaintenanceWindow.daily("02:00", "UTC", { duration }),
  ]),
])("%s", (message, make) => {
  expect(make).toThrow(`MaintenanceWindow.${message}`);
});

const maintenanceWindow = MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich", { duration: "2h" });
const window = maintenanceWindow.attributes;
const past = "1999-12-31T23:59:59Z";

test.each<[props: Parameters<typeof changeScheduleOf>[1], expected: object | undefined]>([
  [{}, undefined],
  [{ performChangeAt: past }, { performChangeAt: past }],
  [
    { maintenanceWindow, waitForChanges: false },
    { window, wait: false },
  ],
])("of %j", (props, expected) => {
  expect(changeScheduleOf('Cluster "products"', props)).toEqual(expected);
});

test.each(["2026-11-22T02:00", "2026-02-30T02:00:00Z"])("rejects the time %j", (performChangeAt) => {
  expect(() => changeScheduleOf('Cluster "products"', { performChangeAt })).toThrow(
    `Cluster "products" has performChangeAt "${performChangeAt}", which is not a valid RFC 3339 time: pass one ` +
      'such as "2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00".',
  );
});
