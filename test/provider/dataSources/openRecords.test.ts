import { listOf, membersOf, valuesFrom } from "../../../src/provider/dataSources/openRecords";
import { count, flag, text, texts } from "../../../src/provider/model/attributes";

const FIELDS = {
  text: text("A text."),
  number: count("A number."),
  flag: flag("A flag."),
  created_at: text("A moment."),
  list: texts("Anything else."),
};

test.each<[keyof typeof FIELDS, value: unknown, expected: unknown]>([
  ["text", "", ""],
  ["text", 7, "7"],
  ["text", { a: [1] }, '{"a":[1]}'],
  ["text", undefined, null],
  ["number", -12.5, -12.5],
  ["number", "12.5", 12.5],
  ["number", " ", null],
  ["number", "12,5", null],
  ["number", "Infinity", null],
  ["number", true, null],
  ["flag", "yes", true],
  ["flag", "no", false],
  ["flag", true, true],
  ["flag", null, null],
  ["flag", 1, null],
  ["created_at", 1_700_000_000, "2023-11-14T22:13:20Z"],
  ["created_at", "1700000000", "2023-11-14T22:13:20Z"],
  ["created_at", 1_700_000_000.25, "2023-11-14T22:13:20.250Z"],
  ["created_at", 0, "1970-01-01T00:00:00Z"],
  ["created_at", "2023-11-14T23:13:20+01:00", "2023-11-14T22:13:20Z"],
  ["created_at", "yesterday", null],
  ["created_at", 1e300, null],
  ["created_at", {}, null],
  ["list", ["a"], ["a"]],
])("%s: %j is read as %j", (name, value, expected) => {
  const nothing = { text: null, number: null, flag: null, created_at: null, list: null };
  expect(valuesFrom(FIELDS, { [name]: value, other: 1 })).toEqual({ ...nothing, [name]: expected });
});

test("parts of another shape are empty", () => {
  const members = [{ a: 1 }, [1], "x", null, undefined].map(membersOf);
  expect(members).toEqual([{ a: 1 }, {}, {}, {}, {}]);
  expect([[1], { 0: 1 }, null].map(listOf)).toEqual([[1], [], []]);
});
