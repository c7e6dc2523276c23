import { valueProblem } from "../../../src/provider/api/parameterValue";

/** docs/design/api-assumptions.md#parameters. */
const RANGES: [name: string, least: number, most: number][] = [
  ["analytics-flush-interval", 60, 43_200],
  ["analytics-minute-rate-limit", 5, 9_999_999],
  ["cache-num-entries", 1_000, 9_999_999],
  ["db-compaction-interval", 3_600, 604_800],
  ["filter-by-max-ops", 1, 9_999_999],
  ["max-per-page", 1, 10_000],
  ["max-group-limit", 1, 9_999_999],
];

test.each(RANGES)("%s is a whole number from %d to %d", (name, least, most) => {
  for (const fine of [least, most]) expect(valueProblem(name, String(fine))).toBeUndefined();
  for (const wrong of [String(least - 1), String(most + 1), `${least}.5`, `+${least}`, "many", " ", "1e3"])
    expect(valueProblem(name, wrong)).toBe(
      `"${name}" is a whole number from ${least} to ${most}, not "${wrong}".`,
    );
});

test.each(["https://shop.example", "https://shop.example:8443,https://www.example", "https://東京.example"])(
  "%s are origins",
  (value) => {
    expect(valueProblem("cors-domains", value)).toBeUndefined();
  },
);

test.each([
  ["https://*.example", '"https://*.example"'],
  ["https://shop.example/", '"https://shop.example/"'],
  ["https://shop.example,http://www.example", 'is not "http://www.example"'],
  ["https://a.example, https://b.example", '" https://b.example"'],
  ["https://a.example,", 'is not ""'],
  ["*", '"*"'],
  ["https://user@host.example", '"https://user@host.example"'],
])("%s are none", (value, words) => {
  const problem = valueProblem("cors-domains", value);
  expect(problem).toContain("without a wildcard and without a slash at the end");
  expect(problem).toContain(words);
});

test.each(["max_per_page", "MAX-PER-PAGE", "__proto__", "something-new"])("nobody knows %s", (name) => {
  expect(valueProblem(name, "1")).toContain(`"${name}" is not a known server parameter`);
});
