import { currentRestart, needsRestart, type Restart } from "../../../src/provider/clusterChange/restart";
import { changeOf, SECONDS } from "./kit";

const own = (status: string) => changeOf({ id: "own", status: status as never });
const other = (status: string, createdAt: number | null) =>
  changeOf({ id: "other", status: status as never, created_at: createdAt });
const by: Restart = { due: false, by: "own" };
const lost: Restart = { due: true, by: undefined };
const made: Restart = { due: false, by: undefined };

describe("what has become of a restart", () => {
  test.each<[string, Restart, ReturnType<typeof changeOf>[], Restart]>([
    ["due, and asked for by nobody", lost, [other("pending", SECONDS)], lost],
    ["its change runs", by, [own("in_progress")], by],
    ["its change has succeeded", by, [own("succeeded")], made],
    [
      "its change has succeeded, and more was written meanwhile",
      { due: true, by: "own" },
      [own("succeeded")],
      lost,
    ],
    ["its change has failed", by, [own("failed")], lost],
    ["its change cannot be found", by, [], lost],
    [
      "it was cancelled for a later one that waits",
      by,
      [other("pending", SECONDS + 1), own("canceled")],
      { due: false, by: "other" },
    ],
    [
      "it was cancelled, and a later one has succeeded",
      by,
      [other("succeeded", SECONDS + 1), own("canceled")],
      made,
    ],
    ["it has failed, and so has a later one", by, [other("failed", SECONDS + 1), own("failed")], lost],
    [
      "it was cancelled, and an earlier one has succeeded",
      by,
      [own("canceled"), other("succeeded", SECONDS - 1)],
      lost,
    ],
    [
      "it was cancelled, and when the other one was made is not known",
      by,
      [other("succeeded", null), own("canceled")],
      lost,
    ],
  ])("%s", (_, restart, changes, expected) => {
    expect(currentRestart(restart, changes)).toEqual(expected);
  });
});

describe("a change has to be asked for, or to stay", () => {
  test.each<[string, Restart, ReturnType<typeof changeOf> | null, boolean]>([
    ["what was written is not covered", lost, null, true],
    ["what was written is not covered by the one that runs", lost, own("in_progress"), true],
    ["the one that waits covers it", by, own("pending"), true],
    ["the one that covers it has begun", by, own("in_progress"), false],
    [
      "the one that covers it has begun, and more was written",
      { due: true, by: "own" },
      own("in_progress"),
      true,
    ],
  ])("%s", (_, restart, active, expected) => {
    expect(needsRestart(restart, active)).toBe(expected);
  });
});
