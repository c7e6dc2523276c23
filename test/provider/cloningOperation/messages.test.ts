import { wordsOfEnd } from "../../../src/provider/cloningOperation/messages";
import type { Ending } from "../../../src/provider/cloningOperation/types";

const ending = (given: Partial<Ending>): Ending => ({
  cluster: "c-1",
  id: "cl-1",
  status: "succeeded",
  target: "c-2",
  terminate: false,
  ...given,
});

test.each<[what: string, ending: Partial<Ending>, summary: RegExp, detail: RegExp]>([
  [
    "a clone that stays",
    {},
    /^Cluster c-2, the clone of c-1, stays and is billed$/,
    /terminate_clone_on_destroy = true/,
  ],
  [
    "a clone that goes",
    { terminate: true },
    /^Cluster c-2, the clone of c-1, will be terminated$/,
    /cannot be undone/,
  ],
  [
    "one that waits",
    { status: "pending", target: null },
    /^Cloning operation cl-1 of cluster c-1 will be cancelled$/,
    /leaves a cluster that is billed/,
  ],
  [
    "one that waits, whose clone is to go",
    { status: "pending", target: null, terminate: true },
    /will be cancelled$/,
    /is waited for, and its clone is terminated/,
  ],
  [
    "one that runs",
    { status: "in_progress", target: null },
    /goes on, and leaves a cluster that is billed$/,
    /cannot be cancelled/,
  ],
  [
    "one that runs, whose clone is to go",
    { status: "in_progress", target: null, terminate: true },
    /is waited for, and its clone terminated$/,
    /cannot be undone/,
  ],
  ["one in a status that nobody knows", { status: "paused", target: null }, /goes on/, /cannot be cancelled/],
])("the end of %s is said", (_, given, summary, detail) => {
  const [said = "", more = ""] = wordsOfEnd(ending(given)) ?? [];
  expect(said).toMatch(summary);
  expect(more).toMatch(detail);
});

test.each<Partial<Ending>>([
  { status: "failed", target: null, terminate: true },
  { status: "canceled", target: null },
  { status: "succeeded", target: null },
  { status: null, target: null },
])("nothing is said where nothing is left: %j", (given) => {
  expect(wordsOfEnd(ending(given))).toBeUndefined();
});
