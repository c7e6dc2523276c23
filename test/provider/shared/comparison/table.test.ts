import { type Check, tableOf } from "../../../../src/provider/shared/comparison/table";

const SIDES = { reference: "the cluster", candidate: "the clone" };

const check = (name: string, reference: string, candidate: string, detail: string | null): Check => ({
  name,
  reference,
  candidate,
  detail,
  passed: detail === null,
});
const NODES = check("nodes", "30.2", "3 of 3 healthy, 31.0", null);
const DOCUMENTS = check('documents of "catalog"', "6 documents", "5 documents", "the clone lacks 1 document");

test("a table has a line for each failed check, both sides on it, and the difference below", () => {
  const lamps = check(
    'query "lamps"',
    "5 found: 1, 2, 3",
    "5 found: 1, 3, 2",
    "another order from place 2 on",
  );
  expect(tableOf([NODES, DOCUMENTS, lamps], SIDES).split("\n")).toEqual([
    "                          the cluster       the clone",
    '  documents of "catalog"  6 documents       5 documents',
    "    the clone lacks 1 document",
    '  query "lamps"           5 found: 1, 2, 3  5 found: 1, 3, 2',
    "    another order from place 2 on",
  ]);
});

test("of very many checks, the first ones are shown", () => {
  const many = Array.from({ length: 200 }, (_, at) => check(`query "${at}"`, "1 found", "0 found", "less"));
  const lines = tableOf(many, SIDES).split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([42, "  and 180 more: see the attribute checks"]);
});

test("characters that move the cursor are made visible", () => {
  const odd = check("query\n\u001b[2J", "1 found: a\tb", "1 found: a\u0007b", "another\r\norder");
  expect(tableOf([odd], SIDES).split("\n")).toEqual([
    "                   the cluster   the clone",
    "  query \\u001b[2J  1 found: a b  1 found: a\\u0007b",
    "    another order",
  ]);
});

test("sides that are too wide for a terminal are placed one above the other, with nothing left out", () => {
  const ids = ["lamp-2041", "lamp-0077", "lamp-1180", "lamp-0412", "lamp-0009", "lamp-3310"];
  const found = (order: readonly string[]) => `6 found: ${order.join(", ")}`;
  const swapped = [...ids.slice(0, 4), ids[5] ?? "", ids[4] ?? ""];
  const lamps = check(
    'query of "catalog" (q=lamp, query_by=title,description,brand,categories)',
    found(ids),
    found(swapped),
    "another order from place 5 on",
  );
  const table = tableOf([NODES, DOCUMENTS, lamps], SIDES).split("\n");
  expect(table).toEqual([
    '  documents of "catalog"',
    "    the cluster  6 documents",
    "    the clone    5 documents",
    "    the clone lacks 1 document",
    '  query of "catalog" (q=lamp,',
    "  query_by=title,description,brand,categories)",
    "    the cluster  6 found: lamp-2041, lamp-0077, lamp-1180, lamp-0412,",
    "                 lamp-0009, lamp-3310",
    "    the clone    6 found: lamp-2041, lamp-0077, lamp-1180, lamp-0412,",
    "                 lamp-3310, lamp-0009",
    "    another order from place 5 on",
  ]);
  expect(Math.max(...table.map((line) => line.length))).toBeLessThanOrEqual(70);
});
