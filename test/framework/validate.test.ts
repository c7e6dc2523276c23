import { checks, defineSchema, t } from "../../src/framework";
import { Diagnostics } from "../../src/framework/diagnostics";
import type { Fields } from "../../src/framework/schema";
import { type Validator, validate } from "../../src/framework/validate";
import type { Path } from "../../src/wire/cty/error";
import { UNKNOWN, type ValueRecord } from "../../src/wire/cty/value";
import { codecOf } from "../support/rpc";
import { decimal, dynamic, record } from "../support/values";

const description = "Something.";
const optional = { mode: "optional", description } as const;
const name = { type: t.string, mode: "required", description, validators: [checks.oneOf("a", "b")] } as const;
const small = checks.between(1, 9);

const schema = defineSchema({
  size: { ...optional, type: t.number, validators: [small] },
  counts: { ...optional, type: t.map(t.number), validators: [checks.each(small)] },
  grid: { ...optional, type: t.list(t.list(t.number)) },
  shape: { ...optional, type: t.nested.single({ width: { ...optional, type: t.number } }) },
  anything: { ...optional, type: t.dynamic },
  serial: { type: t.string, mode: "computed", description },
  key: { ...optional, type: t.string, sensitive: true, validators: [checks.oneOf("a")] },
  one: { block: "single", description, fields: { name } },
  list: { block: "list", description, fields: { inner: { block: "list", description, fields: { name } } } },
  set: { block: "set", description, fields: { name } },
});

function problems(config: ValueRecord, validators: readonly Validator<ValueRecord>[] = []) {
  const diagnostics = new Diagnostics();
  validate(schema as Fields, validators, codecOf(schema).whole(config), diagnostics);
  return diagnostics.items;
}

test.each<[string, ValueRecord]>([
  ["nothing set", {}],
  ["allowed values", { size: 9, counts: record({ x: 1 }), one: record({ name: "a" }) }],
  ["an unknown value", { size: UNKNOWN, counts: UNKNOWN, one: UNKNOWN, list: UNKNOWN }],
  ["an unknown part", { counts: record({ x: 99, y: UNKNOWN }), one: record({ name: UNKNOWN }) }],
  ["a large number where numbers are exact", { anything: dynamic("number", 2n ** 70n) }],
  ["a null part of an object", { shape: record({ width: null }) }],
  ["a null in a dynamic value", { anything: dynamic(["list", "string"], [null]) }],
])("%s is valid", (_, config) => {
  expect(problems(config)).toEqual([]);
});

const COMPUTED = "The value of serial comes from the service. Leave it out of the configuration.";
const MISSING = "one.name is required, and its value is null. Set it.";
const NOT_C = 'must be one of "a", "b", not "c".';

test.each<[string, ValueRecord, Path, string]>([
  ["a computed attribute", { serial: "s" }, ["serial"], COMPUTED],
  ["an unknown one", { serial: UNKNOWN }, ["serial"], COMPUTED],
  ["an attribute", { size: 10 }, ["size"], "The value of size must be a whole number from 1 to 9, not 10."],
  [
    "a secret, which is not shown",
    { key: 'hidden "1"' },
    ["key"],
    'The value of key must be one of "a", not (sensitive value).',
  ],
  ["null for a required attribute", { one: record({ name: null }) }, ["one", "name"], MISSING],
  ["a single block", { one: record({ name: "c" }) }, ["one", "name"], `The value of one.name ${NOT_C}`],
  [
    "a block in a block",
    { list: [record({ inner: [] }), record({ inner: [record({ name: "a" }), record({ name: "c" })] })] },
    ["list", 1, "inner", 1, "name"],
    `The value of list[1].inner[1].name ${NOT_C}`,
  ],
  ["a member of a set", { set: [record({ name: "c" })] }, ["set", "name"], `The value of set.name ${NOT_C}`],
  ["a null in a list", { grid: [[1, null]] }, ["grid", 0, 1], "The value of grid[0][1] must not be null."],
  [
    "a null in a map",
    { counts: record({ x: null }) },
    ["counts", { key: "x" }],
    'The value of counts["x"] must not be null.',
  ],
])("the path is that of the mistake: %s", (_, config, path, detail) => {
  expect(problems(config)).toEqual([{ severity: "error", summary: expect.any(String), detail, path }]);
});

const exactly = 2n ** 53n + 1n;

test.each<[string, ValueRecord, Path]>([
  ["an integer", { size: exactly }, ["size"]],
  ["a decimal", { size: decimal("3.14159265358979323846") }, ["size"]],
  ["in a list of lists", { grid: [[1], [2, exactly]] }, ["grid", 1, 1]],
  ["in an object", { shape: record({ width: exactly }) }, ["shape", "width"]],
])(
  "a number with more digits than JavaScript supports is rejected once, not rounded: %s",
  (_, config, path) => {
    const [first, ...more] = problems(config);
    expect(more).toEqual([]);
    expect(first).toMatchObject({ severity: "error", path, detail: expect.stringContaining("more digits") });
  },
);

test("for each attribute, the first failed check is reported", () => {
  const found = problems({ size: 0, counts: record({ a: 0, b: 0 }) });
  expect(found.map(({ path }) => path)).toEqual([["size"], ["counts"]]);
});

describe("validators over several attributes", () => {
  const problem = (summary: string) => ({ path: ["size"], summary, detail: "Any other." });
  const notTwo: Validator<ValueRecord> = {
    reads: ["size", "grid"],
    check: ({ size }) => (size === 2 ? [problem("Not two"), problem("Not even")] : undefined),
  };
  const summaries = (config: ValueRecord) => problems(config, [notTwo]).map(({ summary }) => summary);

  test("run when every value is valid by itself and everything they read is known; all problems are reported", () => {
    expect(summaries({ size: 2, counts: record({ x: 0 }) })).toEqual(["Invalid value for counts"]);
    expect(summaries({ size: 2, grid: [[UNKNOWN]] })).toEqual([]);
    expect(summaries({ size: 2, shape: UNKNOWN })).toEqual(["Not two", "Not even"]);
    expect(problems({ size: 2 }, [notTwo])[0]).toEqual({ severity: "error", ...problem("Not two") });
  });
});
