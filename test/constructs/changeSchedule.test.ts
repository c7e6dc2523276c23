import { TerraformVariable } from "cdktf";
import { changeScheduleOf } from "../../constructs/changeSchedule";
import { MaintenanceWindow } from "../../constructs/maintenanceWindow";
import { stackWith } from "./fixtures/stack";

const maintenanceWindow = MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich", { duration: "2h" });
const window = maintenanceWindow.attributes;
const past = "1999-12-31T23:59:59Z";

test.each<[props: Parameters<typeof changeScheduleOf>[1], expected: object | undefined]>([
  [{}, undefined],
  [{ performChangeAt: past }, { performChangeAt: past }],
  [{ waitForChanges: false }, { wait: false }],
  [
    { maintenanceWindow, waitForChanges: true },
    { window, wait: true },
  ],
])("of %j", (props, expected) => {
  expect(changeScheduleOf('Cluster "products"', props)).toEqual(expected);
});

test("a moment and a window are one too many", () => {
  const both = { maintenanceWindow, performChangeAt: "2026-11-22T02:00:00Z" };
  expect(() => changeScheduleOf('Cluster "products"', both)).toThrow(
    'Cluster "products" has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.',
  );
});

test.each(["2026-11-22T02:00", "2026-02-30T02:00:00Z"])("%j is no moment", (performChangeAt) => {
  expect(() => changeScheduleOf('Cluster "products"', { performChangeAt })).toThrow(
    `Cluster "products" has performChangeAt "${performChangeAt}", but a moment is written in RFC 3339, such as ` +
      '"2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00", and its day exists.',
  );
});

test("a moment known only at deploy passes", () => {
  stackWith((scope) => {
    const date = new TerraformVariable(scope, "date", { type: "string" }).stringValue;
    const performChangeAt = `${date}T02:00:00Z`;
    expect(changeScheduleOf('Cluster "products"', { performChangeAt })).toEqual({ performChangeAt });
  });
});
