import type { NewSettings } from "../../../api/requests";
import type { ConfigurationChangeRecord } from "../../../client";
import { difference, isEmptyChange, type Sizing, withChange } from "../../model/sizing";
import { chooseMoment, keepsTo, type Schedule, satisfies, type Timing } from "../schedule/moment";

/** The input of a decision. */
export interface Situation extends Timing {
  /** The desired sizing. */
  readonly target: Sizing;
  /** The sizing that runs now. */
  readonly live: Sizing;
  /** The change that is pending or in progress: there is at most one. */
  readonly active: ConfigurationChangeRecord | null;
  /** True if the service may raise memory and vcpu by itself. */
  readonly autoUpgrade: boolean;
  /** True if a change that has not begun yet must also restart the cluster. */
  readonly restart: boolean;
  readonly schedule: Schedule;
  /** True if the schedule itself was edited: then the change must begin exactly when it says, not just in time. */
  readonly rescheduled: boolean;
}

export type Decision =
  /** The desired sizing runs, and nothing is in flight. */
  | { readonly act: "nothing" }
  /** The change in flight leads exactly to the target, in time. */
  | { readonly act: "keep"; readonly change: ConfigurationChangeRecord }
  /** A change to something else has begun: decide again after its end. */
  | { readonly act: "await"; readonly change: ConfigurationChangeRecord }
  | {
      readonly act: "cancel";
      readonly change: ConfigurationChangeRecord;
      readonly why: "superseded" | "undone" | "rescheduled";
    }
  /** `at` in epoch seconds. */
  | { readonly act: "post"; readonly settings: NewSettings; readonly at: number }
  /** A change is needed, and the configured moment has passed. */
  | { readonly act: "refuse"; readonly past: number };

/**
 * True if a change that would be cancelled begins as soon as one requested now: most likely another resource of the same apply requested
 * it, and waits for it (docs/design/laws.md#l11). Then it comes first.
 *
 * @param ownChange the change that an earlier apply of this resource requested
 */
export function comesFirst(
  { change: { id, perform_change_at: due }, why }: Extract<Decision, { act: "cancel" }>,
  ownChange: string | undefined,
  timing: Timing,
): boolean {
  if (why !== "superseded" || id === ownChange || due === null) return false;
  return satisfies({ kind: "at once" }, due, timing);
}

/** Decides the next step towards the target (docs/design/laws.md#l3, #l4). Every step is safe to repeat. */
export function decide(situation: Situation): Decision {
  const { target, live, active, autoUpgrade, restart, schedule, rescheduled } = situation;
  const settings = difference(target, live, autoUpgrade);
  const isWanting = restart || !isEmptyChange(settings);
  const moment = chooseMoment(schedule, situation);
  if (active === null) {
    if (!isWanting) return { act: "nothing" };
    return "past" in moment ? { act: "refuse", past: moment.past } : { act: "post", settings, at: moment.at };
  }
  const brings = isEmptyChange(difference(target, withChange(live, active), autoUpgrade));
  if (active.status !== "pending") return { act: brings && !restart ? "keep" : "await", change: active };
  if (!brings) {
    if (!isWanting) return { act: "cancel", change: active, why: "undone" };
    // A change must not be cancelled if its replacement could not be requested.
    if ("past" in moment) return { act: "refuse", past: moment.past };
    return { act: "cancel", change: active, why: "superseded" };
  }
  const due = active.perform_change_at;
  const fits = rescheduled ? keepsTo : satisfies;
  // A change that this resource does not need (such as another person's restart) would not be requested again.
  const inTime = due === null || "past" in moment || !isWanting || fits(schedule, due, situation);
  return inTime ? { act: "keep", change: active } : { act: "cancel", change: active, why: "rescheduled" };
}
