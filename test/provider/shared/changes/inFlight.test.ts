import type { CloningOperationRecord, ConfigurationChangeRecord } from "../../../../src/client/index";
import { CHANGE, CLONE, readInFlight } from "../../../../src/provider/shared/changes/inFlight";
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

test("the history changes with everything that comes, goes or moves on", async () => {
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
