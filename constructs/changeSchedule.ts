import { type IResolvable, Token } from "cdktf";
import { dateOfInstant, isDate } from "../src/api/schedule";
import { check } from "./checks";
import type { ClusterChangeSchedule } from "./generated/cluster";
import type { MaintenanceWindow } from "./maintenanceWindow";

/** The schedule for changes of a cluster. */
export interface ChangeScheduleOptions {
  /**
   * Window in which a change may begin: `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich")`. A deploy in an
   * open window starts the change immediately; any other deploy schedules it for the next opening.
   * @default - as soon as possible, or at performChangeAt
   */
  readonly maintenanceWindow?: MaintenanceWindow;

  /**
   * Time at which a change begins, in RFC 3339: `"2026-11-22T02:00:00+01:00"`. Cannot be combined with maintenanceWindow. A time
   * in the past is an error at deploy, but only if there is something to change.
   * @default - as soon as possible, or in the maintenanceWindow
   */
  readonly performChangeAt?: string;
}

/** Returns the block `change_schedule` of a cluster; undefined without any of the props. */
export function changeScheduleOf(
  owner: string,
  props: ChangeScheduleOptions & { readonly waitForChanges?: boolean | IResolvable },
): ClusterChangeSchedule | undefined {
  const { maintenanceWindow, performChangeAt, waitForChanges } = props;
  checkSchedule(owner, props);
  const isGiven = [maintenanceWindow, performChangeAt, waitForChanges].some((value) => value !== undefined);
  return isGiven
    ? { performChangeAt, wait: waitForChanges, window: maintenanceWindow?.attributes }
    : undefined;
}

/** @throws for a time beside a window, and for an invalid time; a time in the past matters only at deploy */
export function checkSchedule(
  owner: string,
  { maintenanceWindow, performChangeAt }: ChangeScheduleOptions,
): void {
  check(
    maintenanceWindow === undefined || performChangeAt === undefined,
    `${owner} has performChangeAt and maintenanceWindow, but a change can have only one schedule: pass one of them.`,
  );
  if (performChangeAt === undefined || Token.isUnresolved(performChangeAt)) return;
  const date = dateOfInstant(performChangeAt);
  check(
    date !== undefined && isDate(date),
    `${owner} has performChangeAt ${JSON.stringify(performChangeAt)}, which is not a valid RFC 3339 time: pass one such as ` +
      '"2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00".',
  );
}
