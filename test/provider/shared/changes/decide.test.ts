import type { Sizing } from "../../../../src/provider/model/sizing";
import { type Decision, decide, type Situation } from "../../../../src/provider/shared/changes/decide";
import type { Schedule } from "../../../../src/provider/shared/schedule/moment";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";

const HOUR = 3_600_000;
const BIG: Sizing = { ...SINGLE, memory: "16_gb", vcpu: "4_vcpus" };
const NEWER: Sizing = { ...SINGLE, search_server_version: "31.0" };

const at = (ms: number): Schedule => ({ kind: "at", at: NOW + ms });
const [past, in1h, in2h] = [at(-5000), at(HOUR), at(2 * HOUR)];
/** Returns a daily window. NOW is a Thursday, 00:00 UTC. */
const daily = (hour: number): Schedule => ({
  kind: "window",
  window: { days: ["thursday", "friday"], start: `0${hour}:00`, duration: HOUR, timezone: "UTC" },
});

type Change = ReturnType<typeof changeOf>;
/** Pending changes, due in an hour. */
const [waits, restarts] = [changeOf({ new_memory: "16_gb", new_vcpu: "4_vcpus" }), changeOf()];
const begun: Change = { ...waits, status: "in_progress", perform_change_at: SECONDS - 60 };
const soon: Change = { ...waits, perform_change_at: SECONDS + 30 };
const momentless: Change = { ...waits, perform_change_at: null };

/** Formats a decision: `keep`, `cancel: superseded`, `post memory 16_gb at +30 s`. */
function inWords(decision: Decision): string {
  switch (decision.act) {
    case "cancel":
      return `cancel: ${decision.why}`;
    case "post": {
      const settings = Object.entries(decision.settings).map(([name, value]) => `${name.slice(4)} ${value}`);
      return ["post", ...settings, `at +${decision.at - SECONDS} s`].join(" ");
    }
    case "refuse":
      return `refuse: over for ${(NOW - decision.past) / 1000} s`;
    default:
      return decision.act;
  }
}

type Given = Partial<Situation>;

// decide.property.test.ts tests that any target is reached without needless steps.
test.each<[situation: string, target: Sizing, active: Change | null, given: Given, decision: string]>([
  ["all runs as wanted", SINGLE, null, { rescheduled: true, schedule: past }, "nothing"],
  ["an edit", BIG, null, {}, "post memory 16_gb vcpu 4_vcpus at +30 s"],
  ["an edit and a window", NEWER, null, { schedule: daily(2) }, "post search_server_version 31.0 at +7200 s"],
  ["an edit and a moment in the past", BIG, null, { schedule: past }, "refuse: over for 5 s"],
  ["a restart alone", SINGLE, null, { restart: true }, "post at +30 s"],

  // A pending change brings the target, whoever requested it.
  ["one waits in time", BIG, waits, { schedule: in1h }, "keep"],
  ["one is due later than ours would be", BIG, waits, {}, "cancel: rescheduled"],
  ["one waits without a moment", BIG, momentless, { schedule: in1h, rescheduled: true }, "keep"],
  ["one waits that could not be requested again", BIG, waits, { schedule: past }, "keep"],
  [
    "a restart is due, and one waits for too long",
    SINGLE,
    restarts,
    { restart: true },
    "cancel: rescheduled",
  ],
  ["a restart is due, and one waits in time", SINGLE, restarts, { restart: true, schedule: in1h }, "keep"],

  // The schedule is edited while the change is pending: the change must match it exactly.
  ["a later moment", BIG, waits, { schedule: in2h, rescheduled: true }, "cancel: rescheduled"],
  ["a window that it falls into", BIG, waits, { schedule: daily(1), rescheduled: true }, "keep"],
  ["a window to come", BIG, waits, { schedule: daily(2), rescheduled: true }, "cancel: rescheduled"],
  ["as soon as possible", BIG, waits, { rescheduled: true }, "cancel: rescheduled"],
  ["and it is as good as due", BIG, soon, { rescheduled: true }, "keep"],
  // It could not be requested again.
  ["beside somebody's restart", SINGLE, restarts, { schedule: in2h, rescheduled: true }, "keep"],

  // A pending change brings something else.
  ["edited while it waits", NEWER, waits, {}, "cancel: superseded"],
  ["edited back to what runs", SINGLE, waits, {}, "cancel: undone"],
  ["edited back, and a restart is due", SINGLE, waits, { restart: true }, "cancel: superseded"],
  [
    "edited, and the moment is in the past: it stays",
    NEWER,
    waits,
    { schedule: past },
    "refuse: over for 5 s",
  ],

  // A change has begun, by itself or because a cancel lost the race.
  ["it brings what is wanted", BIG, begun, {}, "keep"],
  ["it brings a part of it", { ...BIG, gpu: true }, begun, {}, "await"],
  ["it may restart too early", BIG, begun, { restart: true }, "await"],
  ["its status is one that nobody knows", NEWER, { ...begun, status: "paused" }, {}, "await"],

  // The service may raise memory and vcpu by itself: the size stays out of it.
  ["it has", NEWER, null, { live: BIG, autoUpgrade: true }, "post search_server_version 31.0 at +30 s"],
])("%s", (_, target, active, given, expected) => {
  const decision = decide({
    target,
    active,
    live: SINGLE,
    autoUpgrade: false,
    restart: false,
    schedule: { kind: "at once" },
    rescheduled: false,
    now: NOW,
    lead: 30_000,
    ...given,
  });
  expect(inWords(decision)).toBe(expected);
  if ("change" in decision) expect(decision.change).toBe(active);
});
