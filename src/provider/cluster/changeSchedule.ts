import { block, type Check, checks, STATE_ONLY, t } from "../../framework";
import { sameInstant } from "./sameness";

const DAYS = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const RFC_3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;
const TIME_OF_DAY = /^([01]\d|2[0-3]):[0-5]\d$/;

const instant: Check<string> = (value) =>
  RFC_3339.test(value) && Number.isFinite(Date.parse(value))
    ? undefined
    : `must be a time such as "2026-11-22T02:00:00Z" (RFC 3339), not "${value}"`;

const timeOfDay: Check<string> = (value) =>
  TIME_OF_DAY.test(value) ? undefined : `must be a time of day such as "02:00", not "${value}"`;

const timezone: Check<string> = (value) => {
  try {
    new Intl.DateTimeFormat("en", { timeZone: value });
    return undefined;
  } catch {
    return `must be an IANA timezone such as "Europe/Zurich" or "UTC", not "${value}"`;
  }
};

/** When a change of the sizing may begin (DESIGN.md, L4). Kept by Terraform. */
export const changeSchedule = block(
  {
    perform_change_at: {
      type: t.string,
      mode: "optional",
      description: "The moment at which a change begins (RFC 3339).",
      checks: [instant],
      same: sameInstant,
    },
    wait: {
      type: t.bool,
      mode: "optional",
      description:
        "Whether apply waits until the change is done. By default it does when no schedule is given.",
    },
    window: block(
      {
        days: {
          type: t.set(t.string),
          mode: "required",
          description: "Days of the week, `monday` to `sunday`.",
          checks: [checks.notEmpty(), checks.each(checks.oneOf(...DAYS))],
        },
        start: {
          type: t.string,
          mode: "required",
          description: "When the window opens, a time of day such as `02:00`.",
          checks: [timeOfDay],
        },
        duration: {
          type: t.string,
          mode: "optional",
          description: "How long it stays open, a duration. The default is `1h`.",
          checks: [checks.duration("1m")],
        },
        timezone: {
          type: t.string,
          mode: "optional",
          description: "IANA timezone of `start`. The default is `UTC`.",
          checks: [timezone],
        },
      },
      { description: "A weekly window in which changes may begin." },
    ),
  },
  { via: STATE_ONLY, description: "When a change of the sizing may begin; without it, as soon as possible." },
);
