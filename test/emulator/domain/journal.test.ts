import { createJournal, MAX_ENTRIES } from "../../../src/emulator/domain/journal";

test("the journal drops the oldest requests, the others keep their numbers, and what it shows is a copy", () => {
  const journal = createJournal();
  const entry = { at: "", method: "GET", path: "/account", query: {}, operation: "getAccount", key: "admin" };
  for (let number = 1; number <= MAX_ENTRIES + 2; number++) {
    journal.begin({ ...entry, body: null, done: true, status: 200, faults: [] });
  }
  (journal.entries() as unknown[]).length = 0;
  const entries = journal.entries();
  expect([entries.length, entries[0]?.number, entries.at(-1)?.number]).toEqual([10_000, 3, 10_002]);
});
