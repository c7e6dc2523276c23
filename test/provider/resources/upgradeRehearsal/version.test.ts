import { hasOvertaken, runsAlreadyError } from "../../../../src/provider/resources/upgradeRehearsal/version";

test.each([
  ["30.2", "30.2", true],
  ["30.2", "30", true],
  ["30.2", "30.20", false],
  [null, "30", false],
])("a cluster with %s runs %s already: %s", (runs, wanted, already) => {
  expect(runsAlreadyError("c-1", runs, wanted) !== undefined).toBe(already);
});

test.each([
  ["30.2", "30.2", "31.0", false],
  ["30.2", "30.3", "31.0", false],
  ["30.2", "31.0", "31", true],
  ["30.2", "32.0", "31.0", true],
  ["31.0", "31.0", "30.2", false],
  [undefined, "31.0", "31.0", false],
  ["30.2", null, "31.0", false],
])("a cluster that ran %s and runs %s has overtaken %s: %s", (from, runs, wanted, overtaken) => {
  expect(hasOvertaken(wanted, { from, runs })).toBe(overtaken);
});
