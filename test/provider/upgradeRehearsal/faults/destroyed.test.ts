import { NOT_PASSING } from "./cases";
import { Account, NOTHING } from "./kit";

/**
 * The destroy of a rehearsal that is not finished, under faults: its clone is not billed in the end, and until then it is in the
 * state or named (docs/design/laws.md#l1).
 */
/** With which request the apply was stopped, and what the refresh and the destroy then send. */
const UNFINISHED = [
  ["before the clone has begun", 7, ["getCloningOperation", "getCloningOperation", "cancelCloningOperation"]],
  [
    "while the clone is made",
    9,
    [...Array(4).fill("getCloningOperation"), "terminateCluster", "getCluster", "getCluster"],
  ],
  ["when the clone is there", 14, ["getCluster", "terminateCluster", "getCluster", "getCluster"]],
] as const;

const begun = async (after: number) => {
  const on = new Account();
  const kept = await on.apply(NOTHING, undefined, { after, how: "stop" });
  on.emulator.clearJournal();
  return [on, kept] as const;
};

test.each(UNFINISHED)("%s: these requests are sent", async (_, after, requests) => {
  const [on, kept] = await begun(after);
  const { failed } = await on.destroy(kept);
  const sent = on.emulator.journal().map(({ operation }) => operation);
  expect([failed, on.billed, sent]).toEqual([false, [], requests]);
});

const CASES = UNFINISHED.flatMap(([where, after, requests]) =>
  requests.flatMap((_, at) => NOT_PASSING.map((fault) => [where, at + 1, fault.name, after, fault] as const)),
);

test.each(CASES)("%s, request %i: %s", async (_, nth, __, after, { effect }) => {
  const [on, kept] = await begun(after);
  on.emulator.addFault({ match: { path: "**", nth }, effect });
  const ran = await on.destroy(kept);
  const first = { said: ran.said, forgotten: on.forgotten(ran) };
  expect(first).toEqual({ ...first, forgotten: [] });
  on.emulator.clearFaults();
  if (ran.state !== null) await on.destroy(ran);
  expect({ first, billed: on.billed }).toEqual({ first, billed: [] });
});

test.each(UNFINISHED)("%s: killed at any request, it is repeated", async (_, at, requests) => {
  for (const after of requests.keys()) {
    const [on, kept] = await begun(at);
    const killed = await on.destroy(kept, undefined, { after: after + 1, how: "kill" });
    expect(on.forgotten(killed)).toEqual([]);
    const ran = await on.destroy(killed);
    expect([ran.failed, on.billed, on.clones.length]).toEqual([false, [], 1]);
  }
});
