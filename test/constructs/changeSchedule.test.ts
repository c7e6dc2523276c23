import { TerraformVariable } from "cdktf";
import { changeScheduleOf, type ScheduleProps } from "../../constructs/changeSchedule";
import { MaintenanceWindow } from "../../constructs/maintenanceWindow";
import { stackWith } from "./fixtures/stack";

const window = MaintenanceWindow.weekly("sunday", "02:00", "Europe/Zurich", { duration: "2h" });

test.each<[what: string, props: ScheduleProps, expected: object | undefined]>([
  ["nothing", {}, undefined],
  ["a window", { maintenanceWindow: window }, { window: window.attributes }],
  ["a moment", { performChangeAt: "2026-11-22T02:00:00Z" }, { performChangeAt: "2026-11-22T02:00:00Z" }],
  [
    "a moment long over",
    { performChangeAt: "1999-12-31T23:59:59Z" },
    { performChangeAt: "1999-12-31T23:59:59Z" },
  ],
  ["a wait", { waitForChanges: true }, { wait: true }],
  ["no wait", { waitForChanges: false }, { wait: false }],
  [
    "a window with a wait",
    { maintenanceWindow: window, waitForChanges: true },
    { window: window.attributes, wait: true },
  ],
])("%s", (_, props, expected) => {
  expect(changeScheduleOf('Cluster "products"', props)).toEqual(expected);
});

test("a moment and a window are one too many", () => {
  const both = { maintenanceWindow: window, performChangeAt: "2026-11-22T02:00:00Z" };
  expect(() => changeScheduleOf('Cluster "products"', both)).toThrow(
    'Cluster "products" has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.',
  );
});

test.each(["", "tomorrow", "2026-11-22", "2026-11-22T02:00", "2026-11-22T24:00:00Z", "2026-02-30T02:00:00Z"])(
  "%j is no moment",
  (performChangeAt) => {
    expect(() => changeScheduleOf('Cluster "products"', { performChangeAt })).toThrow(
      `Cluster "products" has performChangeAt "${performChangeAt}", but a moment is written in RFC 3339, such as ` +
        '"2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00", and its day exists.',
    );
  },
);

test("a moment known only at deploy passes", () => {
  stackWith((scope) => {
    const at = new TerraformVariable(scope, "at", { type: "string" }).stringValue;
    expect(changeScheduleOf('Cluster "products"', { performChangeAt: at })).toEqual({ performChangeAt: at });
    const date = `${at}T02:00:00Z`;
    expect(changeScheduleOf('Cluster "products"', { performChangeAt: date })).toEqual({
      performChangeAt: date,
    });
  });
});
