import { between, duration, each, matching, notEmpty, oneOf } from "../../src/framework/checks";

describe("a check says how the sentence about a wrong value ends", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["oneOf: listed", oneOf("a", "b")("b"), undefined],
    ["oneOf: other", oneOf("a", "b")("c"), 'must be one of "a", "b", not "c"'],
    ["oneOf: quotes in the value", oneOf("a")('"'), 'must be one of "a", not "\\""'],
    ["duration", duration()("1h30m"), undefined],
    ["duration: none", duration()("soon"), 'must be a duration such as "30s", "90m" or "1h30m", not "soon"'],
    ["duration: just enough", duration("1m")("60s"), undefined],
    ["duration: too short", duration("1m")("59s"), "must be at least 1m, not 59s"],
    ["matching: another", matching(/^a+$/, "some a")("ab"), 'must be some a, not "ab"'],
    ["between: least", between(3, 7)(3), undefined],
    ["between: most", between(3, 7)(7), undefined],
    ["between: above", between(3, 7)(8), "must be a whole number from 3 to 7, not 8"],
    ["between: a fraction", between(3, 7)(3.5), "must be a whole number from 3 to 7, not 3.5"],
    ["notEmpty: text", notEmpty()("a"), undefined],
    ["notEmpty: no items", notEmpty()([]), "must not be empty"],
    ["notEmpty: no entries", notEmpty()({}), "must not be empty"],
    ["each: all pass", each(between(1, 3))([1, 2, 3]), undefined],
    [
      "each: an item",
      each(between(1, 3))([1, 4]),
      "holds an item that must be a whole number from 1 to 3, not 4",
    ],
    [
      "each: an entry",
      each(between(1, 3))({ "us-east": 0 }),
      '["us-east"] must be a whole number from 1 to 3, not 0',
    ],
  ])("%s", (_, problem, expected) => {
    expect(problem).toBe(expected);
  });
});
