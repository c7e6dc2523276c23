import { type IResolvable, Token } from "cdktf";
import type { ClusterChangeSchedule } from "./generated/cluster";
import type { MaintenanceWindow } from "./maintenanceWindow";

/** When the changes of a cluster may begin, as its props say it. */
export interface ScheduleProps {
  readonly maintenanceWindow?: MaintenanceWindow;
  readonly performChangeAt?: string;
  readonly waitForChanges?: boolean | IResolvable;
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The block `change_schedule` that the props come down to; undefined when they say nothing. Whether a moment is over is
 * not judged: it matters only when something has to be changed.
 */
export function changeScheduleOf(owner: string, props: ScheduleProps): ClusterChangeSchedule | undefined {
  const { maintenanceWindow, performChangeAt, waitForChanges } = props;
  checkMoment(owner, props);
  const said = [maintenanceWindow, performChangeAt, waitForChanges].some((value) => value !== undefined);
  return said ? { performChangeAt, wait: waitForChanges, window: maintenanceWindow?.attributes } : undefined;
}

/** At most one of moment and window, and a moment that exists. */
export function checkMoment(
  owner: string,
  { maintenanceWindow, performChangeAt }: Pick<ScheduleProps, "maintenanceWindow" | "performChangeAt">,
): void {
  if (maintenanceWindow !== undefined && performChangeAt !== undefined) {
    throw new Error(
      `${owner} has performChangeAt and maintenanceWindow, but a change begins at one moment: pass one of them.`,
    );
  }
  if (performChangeAt === undefined || Token.isUnresolved(performChangeAt) || isInstant(performChangeAt))
    return;
  throw new Error(
    `${owner} has performChangeAt ${JSON.stringify(performChangeAt)}, but a moment is written in RFC 3339, such as ` +
      '"2026-11-22T02:00:00Z" or "2026-11-22T03:00:00+01:00", and its day exists.',
  );
}

/** Date.parse alone takes the 30th of February for the 2nd of March. */
function isInstant(text: string): boolean {
  const [, date] = RFC_3339.exec(text) ?? [];
  const midnight = Date.parse(`${date}T00:00:00Z`);
  return date !== undefined && Number.isFinite(midnight) && new Date(midnight).toISOString().startsWith(date);
}
