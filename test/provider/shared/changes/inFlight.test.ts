import type { CloningOperationRecord, ConfigurationChangeRecord } from "../../../../src/client/index";
import { CHANGE, CLONE, readInFlight } from "../../../../src/provider/shared/changes/inFlight";
import { currentRestart, needsRestart, type Restart } from "../../../../src/provider/shared/changes/restart";
import { clientOf } from "../../../../src/provider/shared/service";
import { serviceOf } from "../../kit";
import { cloneRecord } from "../../resources/cloningOperation/kit";
import { changeOf, NOW, SECONDS } from "./kit";

const { signal } = new AbortController();

function read(changes: readonly ConfigurationChangeRecord[], clones: readonly CloningOperationRecord[] = []) {
  const client = clientOf(
    serviceOf({ serverNow: () => NOW, changes: async () => changes, cloningOperations: async () => clones }),
  );
  return readInFlight(client, "c-1", signal);
}

test.each<[what: string, change: Partial<ConfigurationChangeRecord>, as: "active" | "scheduled" | undefined]>(
  [
    ["runs", { status: "in_progress", perform_change_at: SECONDS - 5 }, "active"],
    ["is in a status that nobody knows", { status: "paused" as never }, "active"],
    ["has no moment", { perform_change_at: null }, "active"],
    ["is due within a poll interval and the lead", { perform_change_at: SECONDS + 90 }, "active"],
    ["is due later", { perform_change_at: SECONDS + 91 }, "scheduled"],
    ["has succeeded", { status: "succeeded" }, undefined],
  ],
)("a change that %s", async (_, change, as) => {
  const record = changeOf({ id: "it", ...change });
  const { active, scheduled } = await read([changeOf({ id: "old", status: "succeeded" }), record]);
  const found = { workflow: CHANGE, record };
  expect({ active, scheduled }).toEqual({
    active: undefined,
    scheduled: undefined,
    ...(as && { [as]: found }),
  });
});

test.each([
  ["in_progress", CLONE.noun],
  ["succeeded", undefined],
] as const)("a clone that is %s, beside a change that is due later: %s", async (status, noun) => {
  const { active, scheduled } = await read([changeOf()], [cloneRecord({ status })]);
  expect([active?.workflow.noun, scheduled?.workflow]).toEqual([noun, CHANGE]);
});

test("the history changes with every new, removed or advanced change", async () => {
  const [change, clone] = [changeOf(), cloneRecord()];
  const all = await Promise.all([
    read([]),
    read([change]),
    read([], [clone]),
    read([change], [clone]),
    read([{ ...change, status: "canceled" }], [clone]),
    read([change], [{ ...clone, status: "failed" }]),
  ]);
  expect(new Set(all.map(({ history }) => history)).size).toBe(all.length);
  expect((await read([change], [clone])).history).toBe(all[3]?.history);
});

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
