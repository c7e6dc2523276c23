import { currentRestart, needsRestart, type Restart } from "../../../../src/provider/shared/changes/restart";
import { changeOf, SECONDS } from "./kit";

type Change = ReturnType<typeof changeOf>;
const own = (status: string) => changeOf({ id: "own", status: status as never });
const other = (status: string, created_at: number | null = SECONDS + 1) =>
  changeOf({ id: "other", status: status as never, created_at });
const by: Restart = { due: false, by: "own" };
const due: Restart = { due: true, by: undefined };
const done: Restart = { due: false, by: undefined };
const both: Restart = { due: true, by: "own" };

test.each<[what: string, Restart, Change[], Restart]>([
  ["due, and requested by nobody", due, [other("pending")], due],
  ["its change runs", by, [own("in_progress")], by],
  ["its change has succeeded", by, [own("succeeded")], done],
  ["its change has succeeded, and more was written meanwhile", both, [own("succeeded")], due],
  ["its change has failed", by, [own("failed")], due],
  ["its change cannot be found", by, [], due],
  [
    "cancelled for a later one that waits",
    by,
    [other("pending"), own("canceled")],
    { due: false, by: "other" },
  ],
  ["cancelled, and a later one has succeeded", by, [other("succeeded"), own("canceled")], done],
  ["failed, and so has a later one", by, [other("failed"), own("failed")], due],
  [
    "cancelled, and an earlier one has succeeded",
    by,
    [own("canceled"), other("succeeded", SECONDS - 1)],
    due,
  ],
  ["cancelled, and the other is of an unknown time", by, [other("succeeded", null), own("canceled")], due],
])("a restart, now: %s", (_, restart, changes, expected) => {
  expect(currentRestart(restart, changes)).toEqual(expected);
});

test.each<[what: string, Restart, Change | null, boolean]>([
  ["nothing covers what was written", due, null, true],
  ["one runs that does not cover what was written", due, own("in_progress"), true],
  ["the one that covers it waits", by, own("pending"), true],
  ["the one that covers it has begun", by, own("in_progress"), false],
  ["the one that covers it has begun, and more was written", both, own("in_progress"), true],
])("a change is needed, or has to stay, where %s", (_, restart, active, expected) => {
  expect(needsRestart(restart, active)).toBe(expected);
});
