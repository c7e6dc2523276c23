import { atLeastOneOf, brokenRules, type Validator } from "../../src/framework/validators";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";

const summaries = (rules: readonly Validator<ValueRecord>[], config: ValueRecord) =>
  brokenRules(rules, config).map(({ summary }) => summary);

test("at least one of two", () => {
  const rules = [atLeastOneOf<ValueRecord>("a", "b")];
  expect(summaries(rules, { a: null, b: null })).toEqual(["Missing a or b"]);
  expect(summaries(rules, { a: "", b: null })).toEqual([]);
  expect(summaries(rules, { a: null, b: false })).toEqual([]);
  expect(brokenRules(rules, { a: null, b: null })[0]?.detail).toBe('Set at least one of "a" and "b".');
});

test("a rule is not asked while anything that it reads is unknown, however deep", () => {
  const rules: Validator<ValueRecord>[] = [
    { reads: ["a", "b"], check: () => ({ path: ["a"], summary: "broken", detail: "" }) },
  ];
  expect(summaries(rules, { a: "x", b: UNKNOWN, c: null })).toEqual([]);
  expect(summaries(rules, { a: "x", b: [{ deep: UNKNOWN }], c: null })).toEqual([]);
  expect(summaries(rules, { a: "x", b: null, c: UNKNOWN })).toEqual(["broken"]);
});

test("every broken rule is told, a rule with several problems too", () => {
  const problem = (summary: string) => ({ path: ["a"], summary, detail: "" });
  const rules: Validator<ValueRecord>[] = [
    { reads: [], check: () => [problem("one"), problem("two")] },
    { reads: [], check: () => undefined },
    { reads: [], check: () => problem("three") },
  ];
  expect(summaries(rules, {})).toEqual(["one", "two", "three"]);
});
