import type { ConfigurationChangeRecord } from "../../../src/client/index";
import type { Sizing } from "../../../src/provider/api/sizing";
import { type Decision, decide, type Situation } from "../../../src/provider/clusterChange/decide";
import type { Schedule } from "../../../src/provider/schedule/moment";
import { changeOf, NOW, SECONDS, SINGLE } from "./kit";

const LEAD = 30_000;
const HOUR = 3_600_000;
const BIG: Sizing = { ...SINGLE, memory: "16_gb", vcpu: "4_vcpus" };
const NEWER: Sizing = { ...SINGLE, search_server_version: "31.0" };

const atOnce: Schedule = { kind: "at once" };
const at = (ms: number): Schedule => ({ kind: "at", at: ms });
/** NOW is a Thursday, 00:00 UTC. */
const daily = (start: string, days = ["thursday", "friday", "saturday"]): Schedule => ({
  kind: "window",
  window: { days, start, duration: HOUR, timezone: "UTC" },
});

type Given = Parameters<typeof changeOf>[0];
const toBig: Given = { new_memory: "16_gb", new_vcpu: "4_vcpus" };
const toNewer: Given = { new_search_server_version: "31.0" };
const soon = SECONDS + 30;
const pending = (given: Given, due: number | null = SECONDS + 3600) =>
  changeOf({ ...given, perform_change_at: due });
const begun = (given: Given) =>
  changeOf({ ...given, status: "in_progress", perform_change_at: SECONDS - 60 });

/** What a person reads: `keep`, `cancel: superseded`, `post new_memory at +30 s`. */
function inWords(decision: Decision): string {
  switch (decision.act) {
    case "cancel":
      return `cancel: ${decision.why}`;
    case "post": {
      const settings = Object.entries(decision.settings).map(([name, value]) =>
        typeof value === "object" ? name.slice(4) : `${name.slice(4)} ${value}`,
      );
      return `post ${settings.join(", ")} at +${decision.at - SECONDS} s`;
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

const big = "memory 16_gb, vcpu 4_vcpus";

test.each<[situation: string, given: Row, decision: string]>([
  // Nothing in flight.
  ["all runs as wanted", {}, "nothing"],
  ["an edit", { target: BIG }, `post ${big} at +30 s`],
  ["an edit and a window", { target: BIG, schedule: daily("02:00") }, `post ${big} at +7200 s`],
  ["an edit and a moment that is over", { target: BIG, schedule: at(NOW - 5000) }, "refuse: over for 5 s"],
  ["a moment that is over, and nothing to schedule", { schedule: at(NOW - 5000) }, "nothing"],
  ["only the schedule is edited", { schedule: at(NOW + HOUR), rescheduled: true }, "nothing"],

  // A change waits that brings what is wanted, whoever requested it.
  ["it waits for its moment", { target: BIG, active: pending(toBig), schedule: at(NOW + HOUR) }, "keep"],
  ["it is due later than ours would be", { target: BIG, active: pending(toBig) }, "cancel: rescheduled"],
  ["it does not say when it is due", { target: BIG, active: pending(toBig, null) }, "keep"],
  ["its moment is over but it has not begun", { target: BIG, active: pending(toBig, SECONDS - 60) }, "keep"],
  [
    "the moment given is over: nothing could take its place",
    { target: BIG, active: pending(toBig), schedule: at(NOW - 5000) },
    "keep",
  ],

  // The schedule itself is edited while a change waits: it keeps to it exactly.
  ...(
    [
      ["to a later moment", at(NOW + 2 * HOUR), "cancel: rescheduled"],
      ["to a window that it falls into", daily("01:00"), "keep"],
      ["to a window that it is too early for", daily("02:00"), "cancel: rescheduled"],
      ["to as soon as possible", atOnce, "cancel: rescheduled"],
    ] as const
  ).map(([what, schedule, decision]): [string, Row, string] => [
    what,
    { target: BIG, active: pending(toBig), schedule, rescheduled: true },
    decision,
  ]),
  [
    "to as soon as possible, and it is as good as due",
    { target: BIG, active: pending(toBig, soon), rescheduled: true },
    "keep",
  ],
  [
    "of a restart that somebody has scheduled: it could not be requested again",
    { active: pending({}), schedule: at(NOW + 2 * HOUR), rescheduled: true },
    "keep",
  ],

  // A change waits that brings something else.
  ["edited while it waits", { target: { ...BIG, gpu: true }, active: pending(toBig) }, "cancel: superseded"],
  ["edited back to what runs", { active: pending(toBig) }, "cancel: undone"],
  ["a restart from outside, and an edit", { target: BIG, active: pending({}) }, "cancel: superseded"],
  ["a restart from outside, and nothing to do", { active: pending({}) }, "keep"],
  [
    "edited while it waits, at a moment that is over: what is scheduled stays",
    { target: { ...BIG, gpu: true }, active: pending(toBig), schedule: at(NOW - 5000) },
    "refuse: over for 5 s",
  ],

  // A change has begun, by itself or because a cancel lost the race.
  ["it brings what is wanted", { target: BIG, active: begun(toBig) }, "keep"],
  ["it brings a part of it", { target: { ...BIG, gpu: true }, active: begun(toBig) }, "await"],
  [
    "a status that nobody knows",
    { target: NEWER, active: changeOf({ ...toBig, status: "paused" }) },
    "await",
  ],

  // The service may raise memory and vcpu by itself.
  [
    "it has, and something else is wanted: the size stays out of it",
    { target: NEWER, live: BIG, autoUpgrade: true },
    "post search_server_version 31.0 at +30 s",
  ],
  [
    "it has, further than the change that waits",
    {
      target: BIG,
      live: { ...BIG, memory: "32_gb", vcpu: "8_vcpus" },
      autoUpgrade: true,
      active: pending({ ...toBig, ...toNewer }, soon),
    },
    "cancel: undone",
  ],

  // A restart besides.
  ["a restart alone", { restart: true }, "post  at +30 s"],
  ["a restart, and one waits in time", { restart: true, active: pending({}, soon) }, "keep"],
  ["a restart, and one waits for too long", { restart: true, active: pending({}) }, "cancel: rescheduled"],
  ["a restart, and a change runs", { restart: true, target: BIG, active: begun(toBig) }, "await"],
  ["a restart, and an edit back", { restart: true, active: pending(toBig) }, "cancel: superseded"],
  [
    "a restart, and one waits that cannot be requested again",
    { restart: true, schedule: at(NOW - HOUR), active: pending({}) },
    "keep",
  ],
])("%s", (_, given, expected) => {
  const situation: Situation = {
    target: SINGLE,
    live: SINGLE,
    autoUpgrade: false,
    restart: false,
    schedule: atOnce,
    rescheduled: false,
    now: NOW,
    lead: LEAD,
    ...given,
    active: given.active ?? null,
  };
  const decision = decide(situation);
  expect(inWords(decision)).toBe(expected);
  if ("change" in decision) expect(decision.change).toBe(given.active);
});
