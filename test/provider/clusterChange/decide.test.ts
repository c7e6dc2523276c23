import type { ConfigurationChangeRecord } from "../../../src/client/index";
import type { Sizing } from "../../../src/provider/api/sizing";
import { type Decision, decide, type Situation } from "../../../src/provider/clusterChange/decide";
import type { Schedule } from "../../../src/provider/schedule/moment";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";

const HOUR = 3_600_000;
const BIG: Sizing = { ...SINGLE, memory: "16_gb", vcpu: "4_vcpus" };
const NEWER: Sizing = { ...SINGLE, search_server_version: "31.0" };

const atOnce: Schedule = { kind: "at once" };
const at = (ms: number): Schedule => ({ kind: "at", at: ms });
const past = at(NOW - 5000);
/** NOW is a Thursday, 00:00 UTC. */
const daily = (start: string): Schedule => ({
  kind: "window",
  window: { days: ["thursday", "friday", "saturday"], start, duration: HOUR, timezone: "UTC" },
});

const big: Parameters<typeof changeOf>[0] = { new_memory: "16_gb", new_vcpu: "4_vcpus" };
const begun = changeOf({ ...big, status: "in_progress", perform_change_at: SECONDS - 60 });
const soon = { perform_change_at: SECONDS + 30 };
/** They are due in an hour. */
const [waits, restarts] = [changeOf(big), changeOf()];

/** What a person reads: `keep`, `cancel: superseded`, `post memory 16_gb at +30 s`. */
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

interface Row extends Partial<Omit<Situation, "active">> {
  readonly active?: ConfigurationChangeRecord;
}

// That whatever is wanted comes to run, by no needless step, is proved by decide.property.test.ts.
test.each<[situation: string, given: Row, decision: string]>([
  // Nothing in flight.
  ["all runs as wanted", { rescheduled: true, schedule: past }, "nothing"],
  ["an edit", { target: BIG }, "post memory 16_gb vcpu 4_vcpus at +30 s"],
  [
    "an edit, and a window",
    { target: NEWER, schedule: daily("02:00") },
    "post search_server_version 31.0 at +7200 s",
  ],
  ["an edit, and a moment in the past", { target: BIG, schedule: past }, "refuse: over for 5 s"],
  ["a restart alone", { restart: true }, "post at +30 s"],

  // A change waits that brings what is wanted, whoever requested it.
  ["one waits in time", { target: BIG, active: waits, schedule: at(NOW + HOUR) }, "keep"],
  ["one is due later than ours would be", { target: BIG, active: waits }, "cancel: rescheduled"],
  [
    "one waits without a moment",
    {
      target: BIG,
      active: { ...waits, perform_change_at: null },
      schedule: at(NOW + HOUR),
      rescheduled: true,
    },
    "keep",
  ],
  ["one waits, and nothing could take its place", { target: BIG, active: waits, schedule: past }, "keep"],
  [
    "a restart is due, and one waits for too long",
    { restart: true, active: restarts },
    "cancel: rescheduled",
  ],
  ["a restart is due, and one waits in time", { restart: true, active: { ...restarts, ...soon } }, "keep"],

  // The schedule itself is edited while it waits: it keeps to it exactly.
  ...(
    [
      ["rescheduled to a later moment", at(NOW + 2 * HOUR), "cancel: rescheduled"],
      ["rescheduled to a window that it falls into", daily("01:00"), "keep"],
      ["rescheduled to a window that it is too early for", daily("02:00"), "cancel: rescheduled"],
      ["rescheduled to as soon as possible", atOnce, "cancel: rescheduled"],
    ] as const
  ).map(([what, schedule, decision]): [string, Row, string] => [
    what,
    { target: BIG, active: waits, schedule, rescheduled: true },
    decision,
  ]),
  [
    "rescheduled, and it is as good as due",
    { target: BIG, active: { ...waits, ...soon }, rescheduled: true },
    "keep",
  ],
  // It could not be requested again.
  [
    "rescheduled, beside somebody's restart",
    { active: restarts, schedule: at(NOW + 2 * HOUR), rescheduled: true },
    "keep",
  ],

  // A change waits that brings something else.
  ["edited while it waits", { target: { ...BIG, gpu: true }, active: waits }, "cancel: superseded"],
  ["edited back to what runs", { active: waits }, "cancel: undone"],
  ["edited back, and a restart is due", { restart: true, active: waits }, "cancel: superseded"],
  [
    "edited, and the moment is in the past: it stays",
    { target: NEWER, active: waits, schedule: past },
    "refuse: over for 5 s",
  ],

  // A change has begun, by itself or because a cancel lost the race.
  ["one has begun that brings what is wanted", { target: BIG, active: begun }, "keep"],
  ["one has begun that brings a part of it", { target: { ...BIG, gpu: true }, active: begun }, "await"],
  ["one has begun that may not restart all", { restart: true, target: BIG, active: begun }, "await"],
  ["a status that nobody knows", { target: NEWER, active: changeOf({ ...big, status: "paused" }) }, "await"],

  // The service may raise memory and vcpu by itself: the size stays out of it.
  [
    "the service has raised the size",
    { target: NEWER, live: BIG, autoUpgrade: true },
    "post search_server_version 31.0 at +30 s",
  ],
])("%s", (_, given, expected) => {
  const decision = decide({
    target: SINGLE,
    live: SINGLE,
    autoUpgrade: false,
    restart: false,
    schedule: atOnce,
    rescheduled: false,
    now: NOW,
    lead: 30_000,
    ...given,
    active: given.active ?? null,
  });
  expect(inWords(decision)).toBe(expected);
  if ("change" in decision) expect(decision.change).toBe(given.active);
});
