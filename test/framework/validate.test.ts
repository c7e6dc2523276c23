import { checks, defineSchema, t } from "../../src/framework";
import { Diagnostics } from "../../src/framework/diagnostics";
import { atLeastOneOf, type Validator, validate } from "../../src/framework/validate";
import type { Path } from "../../src/wire/cty/error";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { decimal, dynamic, record } from "../support/values";

const description = "Something.";
const name = { type: t.string, mode: "required", description, validators: [checks.oneOf("a", "b")] } as const;

const fields = defineSchema({
  size: { type: t.number, mode: "optional", description, validators: [checks.between(1, 9)] },
  exact: { type: t.exactNumber, mode: "optional", description },
  counts: {
    type: t.map(t.number),
    mode: "optional",
    description,
    validators: [checks.each(checks.between(1, 9))],
  },
  grid: { type: t.list(t.list(t.number)), mode: "optional", description },
  shape: { type: t.object({ width: t.number }), mode: "optional", description },
  anything: { type: t.dynamic, mode: "optional", description },
  serial: { type: t.string, mode: "computed", description },
  one: { block: "single", description, fields: { name } },
  list: { block: "list", description, fields: { inner: { block: "list", description, fields: { name } } } },
  set: { block: "set", description, fields: { name } },
  map: { block: "map", description, fields: { name } },
});

const nothing: ValueRecord = {
  ...Object.fromEntries(Object.keys(fields).map((key) => [key, null])),
  list: [],
  set: [],
};

function problems(config: ValueRecord, rules: readonly Validator<ValueRecord>[] = []) {
  const diagnostics = new Diagnostics();
  validate(fields, rules, record({ ...nothing, ...config }), diagnostics);
  return diagnostics.items;
}

test.each<[string, ValueRecord]>([
  ["nothing set", {}],
  ["allowed values", { size: 9, counts: record({ x: 1 }), one: record({ name: "a" }) }],
  ["an unknown value", { size: UNKNOWN, counts: UNKNOWN, one: UNKNOWN, list: UNKNOWN }],
  ["an unknown part", { counts: record({ x: 99, y: UNKNOWN }), one: record({ name: UNKNOWN }) }],
  ["exact numbers where they are meant", { exact: 2n ** 70n }],
])("nothing is wrong with %s", (_, config) => {
  expect(problems(config)).toEqual([]);
});

test.each<[string, ValueRecord, Path, string]>([
  [
    "an attribute that only the service sets",
    { serial: "s" },
    ["serial"],
    "The value of serial comes from the service. Leave it out of the configuration.",
  ],
  [
    "the same, not known yet",
    { serial: UNKNOWN },
    ["serial"],
    "The value of serial comes from the service. Leave it out of the configuration.",
  ],
  ["an attribute", { size: 10 }, ["size"], "The value of size must be a whole number from 1 to 9, not 10."],
  [
    "a map",
    { counts: record({ x: 0 }) },
    ["counts"],
    'The value of counts ["x"] must be a whole number from 1 to 9, not 0.',
  ],
  [
    "a single block",
    { one: record({ name: "c" }) },
    ["one", "name"],
    'The value of one.name must be one of "a", "b", not "c".',
  ],
  [
    "a block in a block",
    { list: [record({ inner: [] }), record({ inner: [record({ name: "a" }), record({ name: "c" })] })] },
    ["list", 1, "inner", 1, "name"],
    'The value of list[1].inner[1].name must be one of "a", "b", not "c".',
  ],
  [
    "a member of a set",
    { set: [record({ name: "c" })] },
    ["set", "name"],
    'The value of set.name must be one of "a", "b", not "c".',
  ],
])("the path leads to what is wrong: %s", (_, config, path, detail) => {
  expect(problems(config)).toEqual([{ severity: "error", summary: expect.any(String), detail, path }]);
});

const exactly = 2n ** 53n + 1n;

test.each<[string, ValueRecord, Path]>([
  ["an integer", { size: exactly }, ["size"]],
  ["a decimal", { size: decimal("3.14159265358979323846") }, ["size"]],
  ["in a list of lists", { grid: [[1], [2, exactly]] }, ["grid", 1, 1]],
  ["in an object", { shape: record({ width: exactly }) }, ["shape", "width"]],
])("a number with more digits than JavaScript has is refused once, not rounded: %s", (_, config, path) => {
  const found = problems(config);
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ severity: "error", path });
  expect(found[0]?.detail).toContain("more digits");
});

test.each<[string, ValueRecord, Path, string]>([
  ["a list", { grid: [[1], null] }, ["grid", 1], "grid[1]"],
  ["a list of lists", { grid: [[1, null]] }, ["grid", 0, 1], "grid[0][1]"],
  ["a map", { counts: record({ x: null, y: 1 }) }, ["counts", { key: "x" }], 'counts["x"]'],
])("a null inside %s is refused before a check or a resource meets it", (_, config, path, place) => {
  expect(problems(config)).toEqual([
    {
      severity: "error",
      summary: `Invalid value for ${place}`,
      detail: `The value of ${place} must not be null.`,
      path,
    },
  ]);
});

test("a part of an object, and anything in a dynamic value, may be null", () => {
  expect(problems({ shape: record({ width: null }), anything: dynamic(["list", "string"], [null]) })).toEqual(
    [],
  );
});

test("only the first failed check of an attribute is told, but of every attribute", () => {
  expect(problems({ size: 0, counts: record({ a: 0, b: 0 }) }).map(({ path }) => path)).toEqual([
    ["size"],
    ["counts"],
  ]);
});

test("a check's sentence does not show a secret", () => {
  const diagnostics = new Diagnostics();
  const key = {
    type: t.string,
    mode: "optional",
    sensitive: true,
    description,
    validators: [checks.oneOf("a")],
  } as const;
  validate(defineSchema({ key }), [], record({ key: 'hidden "1"' }), diagnostics);
  expect(diagnostics.items[0]?.detail).toBe('The value of key must be one of "a", not (sensitive value).');
});

describe("validators over several attributes", () => {
  const problem = (summary: string) => ({ path: ["size"], summary, detail: "Any other." });
  const said = (validators: readonly Validator<ValueRecord>[], config: ValueRecord) =>
    problems(config, validators).map(({ summary }) => summary);
  const notTwo: Validator<ValueRecord> = {
    reads: ["size", "grid"],
    check: ({ size }) => (size === 2 ? [problem("Not two"), problem("Not even")] : undefined),
  };
  const either = atLeastOneOf<ValueRecord>("size", "exact");

  test("all of them say all that is wrong", () => {
    expect(problems({ size: 2 }, [notTwo])[0]).toEqual({ severity: "error", ...problem("Not two") });
    expect(said([notTwo, either], { size: 2 })).toEqual(["Not two", "Not even"]);
    expect(problems({}, [either])).toMatchObject([
      { summary: "Missing size or exact", detail: 'Set at least one of "size" and "exact".' },
    ]);
  });

  test("run once every value is right by itself, and all that they read is known", () => {
    expect(said([notTwo], { size: 2, counts: record({ x: 0 }) })).toEqual(["Invalid value for counts"]);
    expect(said([notTwo], { size: 2, grid: [[UNKNOWN]] })).toEqual([]);
    expect(said([notTwo], { size: 2, shape: UNKNOWN })).toHaveLength(2);
  });
});
