import { settingProblems } from "../../../src/emulator/parameters/rules";

test.each([
  ["analytics-flush-interval", 60, 43_200, "26.0", "0.25.2"],
  ["analytics-minute-rate-limit", 5, 9_999_999, "28.0", "27.1"],
  ["cache-num-entries", 1_000, 9_999_999, "26.0", "0.25.2"],
  ["db-compaction-interval", 3_600, 604_800, "26.0", "0.25.2"],
  ["filter-by-max-ops", 1, 9_999_999, "27.0", "26.0"],
  ["max-per-page", 1, 10_000, "27.0", "26.0"],
  ["max-group-limit", 1, 9_999_999, "29.0", "28.0"],
])("%s: a whole number from %i to %i, from server %s on", (name, minimum, maximum, since, before) => {
  for (const value of [minimum, maximum]) expect(settingProblems(name, String(value), since)).toEqual([]);
  const text = `of ${name} must be a whole number from ${minimum} to ${maximum}, as text`;
  for (const value of [minimum - 1, maximum + 1, `${minimum}.5`, `-${minimum}`, ` ${minimum}`, "1e3", "x"]) {
    expect(settingProblems(name, String(value), since)).toEqual([{ field: "parameter_value", text }]);
  }
  expect(settingProblems(name, String(minimum), before)).toEqual([
    { field: "parameter_name", text: `${name} needs server version ${Number.parseInt(since, 10)} or later` },
  ]);
});

test.each([
  ["https://shop.example", true],
  ["https://shop.example,https://www.shop.example:8443", true],
  ["http://shop.example", false],
  ["https://shop.example/", false],
  ["https://*.shop.example", false],
  ["*", false],
  ["https://shop.example, https://www.shop.example", false],
  ["https://shop.example,", false],
  ["shop.example", false],
])("cors-domains %s: %p, on any server", (value, fine) => {
  const problems = settingProblems("cors-domains", value, "0.24.1");
  expect(problems.map(({ field }) => field)).toEqual(fine ? [] : ["parameter_value"]);
});
