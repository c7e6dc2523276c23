import type { NewSettings } from "../../../api/requests";
import type { ConfigurationChangeRecord } from "../../../client";
import { difference, isEmptyChange, type Sizing, withChange } from "../../model/sizing";
import { chooseMoment, keepsTo, type Schedule, satisfies, type Timing } from "../schedule/moment";

/** Everything that the decision depends on. */
export interface Situation extends Timing {
  /** What is to run in the end. */
  readonly target: Sizing;
  /** What runs now. */
  readonly live: Sizing;
  /** The change that is pending or in progress: there is at most one. */
  readonly active: ConfigurationChangeRecord | null;
  /** Whether the service may raise memory and vcpu by itself. */
  readonly autoUpgrade: boolean;
  /** Whether the cluster has to be restarted by a change that has not begun yet, besides all that the change brings. */
  readonly restart: boolean;
  readonly schedule: Schedule;
  /** Whether the schedule itself has been edited: then the change has to keep to it exactly, and not only be in time. */
  readonly rescheduled: boolean;
}

export type Decision =
  /** All runs as wanted and nothing is in flight. */
  | { readonly act: "nothing" }
  /** The change in flight brings exactly what is wanted, in time. */
  | { readonly act: "keep"; readonly change: ConfigurationChangeRecord }
  /** A change has begun that brings something else: when it has ended, decide again. */
  | { readonly act: "await"; readonly change: ConfigurationChangeRecord }
  | {
      readonly act: "cancel";
      readonly change: ConfigurationChangeRecord;
      readonly why: "superseded" | "undone" | "rescheduled";
    }
  /** `at` in epoch seconds. */
  | { readonly act: "post"; readonly settings: NewSettings; readonly at: number }
  /** Something has to be scheduled, and the moment that the configuration gives is over. */
  | { readonly act: "refuse"; readonly past: number };

/**
 * Whether a change that would be cancelled is as near as one requested at once: most likely another resource of this same apply, which
 * waits for it (docs/design/laws.md#l11). It comes first, and is not taken away.
 *
 * @param ownChange the change that an earlier apply of this resource has requested
 */
export function comesFirst(
  { change: { id, perform_change_at: due }, why }: Extract<Decision, { act: "cancel" }>,
  ownChange: string | undefined,
  timing: Timing,
): boolean {
  if (why !== "superseded" || id === ownChange || due === null) return false;
  return satisfies({ kind: "at once" }, due, timing);
}

/** What to do next so that the target comes to run (docs/design/laws.md#l3, #l4). Every step is safe to repeat. */
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
    // Nothing may be cancelled that could not be requested again.
    if ("past" in moment) return { act: "refuse", past: moment.past };
    return { act: "cancel", change: active, why: "superseded" };
  }
  const due = active.perform_change_at;
  const fits = rescheduled ? keepsTo : satisfies;
  // What brings nothing that is wanted here (a restart of somebody else's) would not be requested again either.
  const inTime = due === null || "past" in moment || !isWanting || fits(schedule, due, situation);
  return inTime ? { act: "keep", change: active } : { act: "cancel", change: active, why: "rescheduled" };
}
