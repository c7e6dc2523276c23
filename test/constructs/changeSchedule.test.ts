import { changeScheduleOf } from "../../constructs/changeSchedule";
import { MaintenanceWindow } from "../../constructs/maintenanceWindow";

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

test.each(["2026-11-22T02:00", "2026-02-30T02:00:00Z"])("%j is no moment", (performChangeAt) => {
  expect(() => changeScheduleOf('Cluster "products"', { performChangeAt })).toThrow(
    `Cluster "products" has performChangeAt "${performChangeAt}", which is not a valid RFC 3339 time: pass one ` +
      'such as "2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00".',
  );
});
