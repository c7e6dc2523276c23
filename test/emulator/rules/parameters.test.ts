import { nameProblems, settingProblems } from "../../../src/emulator/rules/parameters";

const NUMBERS: [name: string, minimum: number, maximum: number, since: string, before: string][] = [
  ["analytics-flush-interval", 60, 43_200, "26.0", "0.25.2"],
  ["analytics-minute-rate-limit", 5, 9_999_999, "28.0", "27.1"],
  ["cache-num-entries", 1_000, 9_999_999, "26.0", "0.25.2"],
  ["db-compaction-interval", 3_600, 604_800, "26.0", "0.25.2"],
  ["filter-by-max-ops", 1, 9_999_999, "27.0", "26.0"],
  ["max-per-page", 1, 10_000, "27.0", "26.0"],
  ["max-group-limit", 1, 9_999_999, "29.0", "28.0"],
];

describe("parameters that hold a number", () => {
  test.each(NUMBERS)("%s: from %i to %i, from server %s on", (name, minimum, maximum, since, before) => {
    for (const value of [minimum, maximum]) {
      expect(settingProblems(name, String(value), since)).toEqual([]);
    }
    const words = `of ${name} must be a whole number from ${minimum} to ${maximum}, as text`;
    const bad = [
      String(minimum - 1),
      String(maximum + 1),
      `${minimum}.5`,
      `-${minimum}`,
      ` ${minimum}`,
      "1e3",
      "x",
    ];
    for (const value of bad) {
      expect(settingProblems(name, value, since)).toEqual([{ field: "parameter_value", text: words }]);
    }
    expect(settingProblems(name, String(minimum), before)).toEqual([
      {
        field: "parameter_name",
        text: expect.stringMatching(`^${name} needs server version [0-9]+ or later$`),
      },
    ]);
    expect(nameProblems(name)).toEqual([]);
  });
});

describe("cors-domains", () => {
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
  ])("%s: %p", (value, fine) => {
    const problems = settingProblems("cors-domains", value, "0.24.1");
    expect(problems.map(({ field }) => field)).toEqual(fine ? [] : ["parameter_value"]);
  });
});

test.each(["max-pages", "__proto__", "toString", ""])("nobody knows %p", (name) => {
  expect(nameProblems(name)).toHaveLength(1);
  expect(settingProblems(name, "anything", "30.2")).toEqual([]);
});
