import { type IResolvable, Token } from "cdktf";
import { dateOfInstant, isDate } from "../src/api/schedule";
import { check } from "./checks";
import type { ClusterChangeSchedule } from "./generated/cluster";
import type { MaintenanceWindow } from "./maintenanceWindow";

/** When changes of a cluster may begin. */
export interface ChangeScheduleOptions {
  /**
   * When a change may begin: `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "Europe/Zurich")`. A deploy while the
   * window is open begins the change at once; any other deploy schedules it for the next opening.
   * @default - as soon as possible, or at performChangeAt
   */
  readonly maintenanceWindow?: MaintenanceWindow;

  /**
   * When a change begins, in RFC 3339: `"2026-11-22T02:00:00+01:00"`. Cannot be combined with maintenanceWindow. A moment
   * in the past is an error at deploy, and only when there is something to change.
   * @default - as soon as possible, or in the maintenanceWindow
   */
  readonly performChangeAt?: string;
}

/** The block `change_schedule` of a cluster; undefined when no prop says anything about it. */
export function changeScheduleOf(
  owner: string,
  props: ChangeScheduleOptions & { readonly waitForChanges?: boolean | IResolvable },
): ClusterChangeSchedule | undefined {
  const { maintenanceWindow, performChangeAt, waitForChanges } = props;
  checkMoment(owner, props);
  const isGiven = [maintenanceWindow, performChangeAt, waitForChanges].some((value) => value !== undefined);
  return isGiven
    ? { performChangeAt, wait: waitForChanges, window: maintenanceWindow?.attributes }
    : undefined;
}

/** @throws for a moment beside a window, and for one that does not exist; one in the past matters only at deploy. */
export function checkMoment(
  owner: string,
  { maintenanceWindow, performChangeAt }: ChangeScheduleOptions,
): void {
  check(
    maintenanceWindow === undefined || performChangeAt === undefined,
    `${owner} has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.`,
  );
  if (performChangeAt === undefined || Token.isUnresolved(performChangeAt)) return;
  const date = dateOfInstant(performChangeAt);
  check(
    date !== undefined && isDate(date),
    `${owner} has performChangeAt ${JSON.stringify(performChangeAt)}, but a moment is written in RFC 3339, such as ` +
      '"2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00", and its day exists.',
  );
}
