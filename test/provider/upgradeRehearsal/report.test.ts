import type { Check } from "../../../src/provider/upgradeRehearsal/checks/check";
import { tableOf } from "../../../src/provider/upgradeRehearsal/report";

test("a table has a line for each check that differs, source beside clone, and what differs below it", () => {
  const check = (name: string, source: string, clone: string, detail: string | null): Check => ({
    name,
    source,
    clone,
    detail,
    passed: detail === null,
  });
  const table = tableOf([
    check("nodes", "30.2", "3 of 3 healthy, 31.0", null),
    check('documents of "catalog"', "6 documents", "5 documents", "the clone lacks 1 document"),
    check('query "lamps"', `5 found: ${"d0, ".repeat(20)}`, "5 found: d1", "another order from place 1 on"),
  ]);
  expect(table.split("\n")).toEqual([
    "                          the cluster                                   the clone",
    '  documents of "catalog"  6 documents                                   5 documents',
    "    the clone lacks 1 document",
    '  query "lamps"           5 found: d0, d0, d0, d0, d0, d0, d0, d0, d0…  5 found: d1',
    "    another order from place 1 on",
  ]);
});
