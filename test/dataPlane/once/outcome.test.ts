import type { Snapshots } from "../../../src/dataPlane";
import { judgeLostWrite, type RecordComparison } from "../../../src/dataPlane/once/outcome";
import { isMinority } from "../../../src/dataPlane/snapshots";

/** The answers of three nodes: a letter, null for 404, undefined for no answer; with `'` it was created at another time. */
type Shown = readonly (string | null | undefined)[];
const snapshots = (shown: Shown): Snapshots<string> => ({
  seen: shown.flatMap((value, node) => (value === undefined ? [] : [{ url: `n${node}`, value }])),
  unseen: shown.flatMap((value) => (value === undefined ? [{} as never] : [])),
});
const REMOVING: RecordComparison<string> = {
  isSame: (before, now) => before[0] === now[0],
  mayBeAnother: (before, now) => before !== now,
};
const WRITING: RecordComparison<string> = { ...REMOVING, isWanted: (record) => record === "w" };
const outcome = (before: Shown, now: Shown, telling: RecordComparison<string>) =>
  judgeLostWrite(snapshots(before), snapshots(now), telling);

const NOTHING = { kind: "nothing" };
const UNKNOWN = { kind: "unknown" };
const unproved = (record: string) => ({ kind: "unproved", record });
const done = (record: string | null) => ({ kind: "done", record });
const changed = (record: string | null) => ({ kind: "changed", record });

test.each<[string, Shown, Shown, object]>([
  ["all show what was there", ["a", "a", "a"], ["a", "a", "a"], NOTHING],
  ["it is gone", ["a", "a", "a"], [null, null, null], done(null)],
  ["it is gone at one, and the others lag behind", ["a", "a", "a"], ["a", null, "a"], done(null)],
  ["the one that lacks it never had it", ["a", null, "a"], ["a", null, "a"], NOTHING],
  ["all lack it, of which one had it", ["a", null, undefined], [null, null, null], done(null)],
  ["somebody has made another one", ["a", "a", "a"], ["b", "b", "b"], changed("b")],
  ["one node shows another one", ["a", "a", "a"], ["a", null, "b"], changed("b")],
  [
    "a node has restarted, or somebody has created the same again",
    ["a", "a", "a"],
    ["a'", "a", "a"],
    unproved("a'"),
  ],
  ["all nodes have restarted", ["a", "a'", "a"], ["a'", "a", "a'"], unproved("a'")],
  ["it is gone at one, and another one has restarted", ["a", "a", "a"], ["a'", null, "a"], done(null)],
  [
    "somebody has created another one, and a node has restarted",
    ["a", "a", "a"],
    ["a'", "b", "a"],
    changed("b"),
  ],
  [
    "a node that did not answer before has a time of its own",
    [undefined, "a", "a"],
    ["a'", "a", "a"],
    unproved("a'"),
  ],
  ["most nodes do not say", ["a", "a", "a"], ["a", undefined, undefined], UNKNOWN],
  ["the one node that says no longer has it", ["a", "a", "a"], [null, undefined, undefined], done(null)],
  ["the one node that says never had it", [null, "a", "a"], [null, undefined, undefined], UNKNOWN],
])("DELETE: %s", (_, before, now, expected) => expect(outcome(before, now, REMOVING)).toEqual(expected));

test.each<[string, Shown, Shown, object]>([
  ["all show what was there", ["a", "a", "a"], ["a", "a", "a"], NOTHING],
  ["all show what is wanted", ["a", "a", "a"], ["w", "w", "w"], done("w")],
  ["one shows what is wanted, and the others lag behind", ["a", "a", "a"], ["a", "w", "a"], done("w")],
  ["somebody has written something else", ["a", "a", "a"], ["w", "a", "b"], changed("b")],
  ["somebody has deleted it", ["a", "a", "a"], ["a", null, "a"], changed(null)],
  ["nothing was there, and nothing is", [], [null, null, null], NOTHING],
  ["nothing was there, and what is wanted is", [], [null, "w", null], done("w")],
  ["nothing was there, and something else is", [], [null, "b", null], changed("b")],
  ["nothing was there, and most nodes do not say", [], [null, undefined, undefined], UNKNOWN],
  ["what was there has all that is wanted, and more", ["w", "w", "w"], ["w", "w", "w"], NOTHING],
])("PUT: %s", (_, before, now, expected) => expect(outcome(before, now, WRITING)).toEqual(expected));

test.each<[Shown, boolean]>([
  [["a", undefined, undefined], true],
  [["a", undefined], false],
  [["a", null, undefined], false],
])("%j: fewer than half: %s", (shown, few) => expect(isMinority(snapshots(shown))).toBe(few));
