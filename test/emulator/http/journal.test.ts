import { createJournal, MAX_ENTRIES } from "../../../src/emulator/http/journal";

const ENTRY = {
  at: "2027-01-01T00:00:00.000Z",
  method: "GET",
  path: "/account",
  query: {},
  operation: "getAccount",
  key: "admin",
  body: null,
  done: true,
  status: 200,
  faults: [],
};

test("the journal drops the oldest requests, and the others keep their numbers", () => {
  const journal = createJournal();
  for (let number = 1; number <= MAX_ENTRIES + 2; number++) journal.begin(ENTRY);
  const entries = journal.entries();
  expect([entries.length, entries[0]?.number, entries.at(-1)?.number]).toEqual([10_000, 3, 10_002]);
});
