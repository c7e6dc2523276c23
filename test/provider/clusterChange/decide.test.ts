import type { ConfigurationChangeRecord } from "../../../src/client/index";
import type { Sizing } from "../../../src/provider/api/sizing";
import { type Decision, decide, type Situation } from "../../../src/provider/clusterChange/decide";
import type { Schedule } from "../../../src/provider/schedule/moment";
import { changeOf, NOW, SECONDS, SINGLE, THREE } from "./kit";

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
  // Nothing on its way.
  ["all runs as wanted", {}, "nothing"],
  ["an edit", { target: BIG }, `post ${big} at +30 s`],
  [
    "several edits are one change",
    { target: { ...BIG, gpu: true, search_server_version: "31.0" } },
    `post ${big}, gpu yes, search_server_version 31.0 at +30 s`,
  ],
  [
    "an edit of the topology",
    { target: THREE },
    "post high_availability yes, high_availability_node_count 3 at +30 s",
  ],
  ["a shorter lead, for a client that looks more often", { target: BIG, lead: 2_000 }, `post ${big} at +2 s`],
  ["a moment in the middle of a second is rounded up", { target: BIG, now: NOW + 1 }, `post ${big} at +31 s`],
  ["an edit and a moment", { target: BIG, schedule: at(NOW + HOUR) }, `post ${big} at +3600 s`],
  [
    "an edit and a window that opens later",
    { target: BIG, schedule: daily("02:00") },
    `post ${big} at +7200 s`,
  ],
  ["an edit and a window that is open", { target: BIG, schedule: daily("00:00") }, `post ${big} at +30 s`],
  [
    "an edit and a window that closes before a request could arrive",
    { target: BIG, schedule: daily("23:00", ["wednesday"]) },
    "post memory 16_gb, vcpu 4_vcpus at +601200 s",
  ],
  ["an edit and a moment that is over", { target: BIG, schedule: at(NOW - 5000) }, "refuse: over for 5 s"],
  ["a moment that is over, and nothing to schedule", { schedule: at(NOW - 5000) }, "nothing"],
  [
    "a schedule that is edited, and nothing to schedule",
    { schedule: at(NOW + HOUR), rescheduled: true },
    "nothing",
  ],
  [
    "what has failed or was cancelled is asked for again",
    { target: NEWER },
    "post search_server_version 31.0 at +30 s",
  ],

  // A change waits that brings what is wanted, whoever made it.
  ["it waits for its moment", { target: BIG, active: pending(toBig), schedule: at(NOW + HOUR) }, "keep"],
  [
    "it is due before ours would be",
    { target: BIG, active: pending(toBig, soon), schedule: daily("02:00") },
    "keep",
  ],
  [
    "it is due inside an opening of the window, a later one too",
    { target: BIG, active: pending(toBig, SECONDS + 26.5 * 3600), schedule: daily("02:00") },
    "keep",
  ],
  [
    "it is due later than ours would be",
    { target: BIG, active: pending(toBig), schedule: atOnce },
    "cancel: rescheduled",
  ],
  [
    "it is due later than the moment given",
    { target: BIG, active: pending(toBig, SECONDS + 7200), schedule: at(NOW + HOUR) },
    "cancel: rescheduled",
  ],
  [
    "it is due between two openings",
    { target: BIG, active: pending(toBig, SECONDS + 12 * 3600), schedule: daily("02:00") },
    "cancel: rescheduled",
  ],
  ["it does not say when it is due", { target: BIG, active: pending(toBig, null) }, "keep"],
  ["its moment is over but it has not begun", { target: BIG, active: pending(toBig, SECONDS - 60) }, "keep"],
  [
    "the moment given is over: nothing could take its place",
    { target: BIG, active: pending(toBig), schedule: at(NOW - 5000) },
    "keep",
  ],
  [
    "it brings a version that was asked for in short",
    { target: { ...SINGLE, search_server_version: "31" }, active: pending(toNewer, soon) },
    "keep",
  ],

  // The schedule itself is edited while a change waits.
  [
    "to a later moment",
    { target: BIG, active: pending(toBig), schedule: at(NOW + 2 * HOUR), rescheduled: true },
    "cancel: rescheduled",
  ],
  [
    "to the moment that it has",
    { target: BIG, active: pending(toBig), schedule: at(NOW + HOUR), rescheduled: true },
    "keep",
  ],
  [
    "to a window that it falls into",
    { target: BIG, active: pending(toBig), schedule: daily("01:00"), rescheduled: true },
    "keep",
  ],
  [
    "to a window that it is too early for",
    { target: BIG, active: pending(toBig), schedule: daily("02:00"), rescheduled: true },
    "cancel: rescheduled",
  ],
  [
    "to as soon as possible",
    { target: BIG, active: pending(toBig), schedule: atOnce, rescheduled: true },
    "cancel: rescheduled",
  ],
  [
    "to as soon as possible, and it is as good as due",
    { target: BIG, active: pending(toBig, soon), schedule: atOnce, rescheduled: true },
    "keep",
  ],
  [
    "of a restart that somebody has scheduled: it could not be asked for again",
    { active: pending({}), schedule: at(NOW + 2 * HOUR), rescheduled: true },
    "keep",
  ],

  // A change waits that brings something else.
  ["edited while it waits", { target: { ...BIG, gpu: true }, active: pending(toBig) }, "cancel: superseded"],
  ["edited back to what runs", { active: pending(toBig) }, "cancel: undone"],
  [
    "edited back, at a moment that is over",
    { active: pending(toBig), schedule: at(NOW - 5000) },
    "cancel: undone",
  ],
  [
    "made outside, and the cluster is edited",
    { target: NEWER, active: pending(toBig) },
    "cancel: superseded",
  ],
  [
    "made outside, and carried over",
    { target: { ...BIG, search_server_version: "31.0" }, active: pending(toBig) },
    "cancel: superseded",
  ],
  [
    "a restart made outside, and the cluster is edited",
    { target: BIG, active: pending({}) },
    "cancel: superseded",
  ],
  ["a restart made outside, and nothing to do", { active: pending({}) }, "keep"],
  [
    "edited while it waits, at a moment that is over: what is scheduled stays",
    { target: { ...BIG, gpu: true }, active: pending(toBig), schedule: at(NOW - 5000) },
    "refuse: over for 5 s",
  ],

  // A change has begun, by itself or because a cancel lost the race.
  ["it brings what is wanted", { target: BIG, active: begun(toBig) }, "keep"],
  [
    "it brings what is wanted, and the schedule is edited",
    { target: BIG, active: begun(toBig), schedule: at(NOW + HOUR), rescheduled: true },
    "keep",
  ],
  [
    "it brings a part of it: the rest comes after it",
    { target: { ...BIG, gpu: true }, active: begun(toBig) },
    "await",
  ],
  ["it brings something else", { target: NEWER, active: begun(toBig) }, "await"],
  ["edited back, too late", { active: begun(toBig) }, "await"],
  [
    "a status that nobody knows is taken for begun",
    { target: NEWER, active: changeOf({ ...toBig, status: "paused" }) },
    "await",
  ],

  // The service may raise memory and vcpu by itself.
  ["it has, beyond what is configured", { live: BIG, autoUpgrade: true }, "nothing"],
  ["it has, and that is turned off", { live: BIG }, "post memory 8_gb, vcpu 2_vcpus at +30 s"],
  [
    "it may, and a pair is wanted that is not comparable: the plan has decided for it",
    { target: { ...SINGLE, vcpu: "4_vcpus" }, live: { ...SINGLE, memory: "16_gb" }, autoUpgrade: true },
    "post memory 8_gb, vcpu 4_vcpus at +30 s",
  ],
  ["it may, and more is wanted", { target: BIG, autoUpgrade: true }, `post ${big} at +30 s`],
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
  ["a restart with an edit", { restart: true, target: BIG }, `post ${big} at +30 s`],
  [
    "a restart, and its moment is over",
    { restart: true, schedule: at(NOW - HOUR) },
    "refuse: over for 3600 s",
  ],
  ["a restart, and one waits in time", { restart: true, active: pending({}, soon) }, "keep"],
  ["a restart, and one waits for too long", { restart: true, active: pending({}) }, "cancel: rescheduled"],
  ["no restart, and one waits for too long", { active: pending({}) }, "keep"],
  [
    "a restart, and one waits that cannot be asked for again",
    { restart: true, schedule: at(NOW - HOUR), active: pending({}) },
    "keep",
  ],
  [
    "a restart, and a change runs that brings the rest",
    { restart: true, target: BIG, active: begun(toBig) },
    "await",
  ],
  [
    "a restart, and a change waits that is edited back",
    { restart: true, active: pending(toBig) },
    "cancel: superseded",
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
