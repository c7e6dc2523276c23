import fc from "fast-check";
import { sameValue } from "../../../src/wire/cty/equality";
import type { CtyType } from "../../../src/wire/cty/type";
import {
  Dynamic,
  hasUnknown,
  isNull,
  isRecord,
  mapRecord,
  UNKNOWN,
  type Value,
  withoutUnknown,
} from "../../../src/wire/cty/value";
import { decimal, dynamic, record, typed } from "../../support/values";

const TEXTS: CtyType = ["list", "string"];
const object: CtyType = ["object", { a: "string", b: "number" }];

describe("sameValue", () => {
  test.each<[string, CtyType, Value, Value, boolean]>([
    ["null and empty", "string", null, "", false],
    ["unknown and anything", "string", UNKNOWN, "a", false],
    ["a text and a number", "string", "1", 1, false],
    ["0 and -0", "number", 0, -0, true],
    ["number and bigint", "number", 12, 12n, true],
    ["number and decimal", "number", 0.5, decimal("0.5"), true],
    ["a number that JavaScript writes with an exponent", "number", 1e21, 10n ** 21n, true],
    ["neighbours beyond 2^53", "number", 2 ** 53, 2n ** 53n + 1n, false],
    ["lists in another order", ["list", "string"], ["a", "b"], ["b", "a"], false],
    ["sets in another order", ["set", "string"], ["a", "b"], ["b", "a"], true],
    ["sets of other members", ["set", "string"], ["a", "b"], ["b", "b"], false],
    ["sets of objects", ["set", object], [record({ a: "x", b: 1 })], [record({ b: 1n, a: "x" })], true],
    ["tuples by position", ["tuple", ["string", ["set", "number"]]], ["a", [1, 2]], ["a", [2, 1]], true],
    ["maps in another order", ["map", "number"], record({ x: 1, y: 2 }), record({ y: 2, x: 1 }), true],
    ["maps with other keys", ["map", "number"], record({ x: 1 }), record({ y: 1 }), false],
    ["null entry and no entry", ["map", "number"], record({ x: null }), record({}), false],
    ["maps with a key named __proto__", ["map", "string"], proto("a"), proto("b"), false],
    ["objects with an unknown part", object, record({ a: UNKNOWN, b: 2 }), record({ a: "x", b: 2 }), false],
    ["dynamic of one type", "dynamic", dynamic("number", 2), dynamic("number", 2n), true],
    ["dynamic of two types", "dynamic", dynamic("number", 2), dynamic("string", "2"), false],
    ["a list where a map was", ["map", "string"], [], record({}), false],
  ])("%s", (_, type, a, b, same) => {
    expect(sameValue(type, a, b)).toBe(same);
    expect(sameValue(type, b, a)).toBe(same);
  });

  test("every value is the same as itself, and as a copy of itself", () => {
    fc.assert(
      fc.property(typed, ({ type, value }) => {
        expect(sameValue(type, value, value)).toBe(true);
        expect(sameValue(type, value, copy(value))).toBe(true);
      }),
    );
  });
});

describe("unknown values", () => {
  test.each<[string, Value, boolean, Value]>([
    ["unknown itself", UNKNOWN, true, null],
    ["a text", "a", false, "a"],
    [
      "an object that holds one",
      record({ a: [record({ b: UNKNOWN })] }),
      true,
      record({ a: [record({ b: null })] }),
    ],
    ["a dynamic value that is known", dynamic("string", "x"), false, dynamic("string", "x")],
    ["a dynamic value that holds one", dynamic(TEXTS, [UNKNOWN]), true, dynamic(TEXTS, [null])],
    ["a decimal", decimal("0.1"), false, decimal("0.1")],
  ])("%s", (_, value, holds, without) => {
    expect(hasUnknown(value)).toBe(holds);
    expect(withoutUnknown(value)).toEqual(without);
  });

  test("withoutUnknown removes every unknown and does not change known parts", () => {
    fc.assert(
      fc.property(typed, ({ type, value }) => {
        const known = withoutUnknown(value);
        expect(hasUnknown(known)).toBe(false);
        expect(sameValue(type, known, value)).toBe(!hasUnknown(value));
      }),
    );
  });
});

test("null is null, also with a type of its own", () => {
  expect(isNull(null) && isNull(undefined) && isNull(dynamic("string", null))).toBe(true);
  expect(isNull("") || isNull(UNKNOWN) || isNull(dynamic("string", UNKNOWN))).toBe(false);
});

describe("records", () => {
  test("classes and arrays are not records", () => {
    expect([record({}), { a: 1 }].map(isRecord)).toEqual([true, true]);
    expect([null, [], "x", decimal("1"), dynamic("string", "x")].some(isRecord)).toBe(false);
  });

  test("every key is an ordinary key", () => {
    const mapped = mapRecord(proto("a"), (value, key) => `${key}=${String(value)}`);
    expect(Object.entries(mapped)).toEqual([["__proto__", "__proto__=a"]]);
    expect(Object.getPrototypeOf(mapped)).toBeNull();
  });
});

function proto(value: string) {
  return Object.defineProperty(record({}), "__proto__", { value, enumerable: true, configurable: true });
}

function copy(value: Value): Value {
  if (Array.isArray(value)) return value.map(copy);
  if (isRecord(value)) return mapRecord(value, copy);
  return value instanceof Dynamic ? dynamic(value.type, copy(value.value)) : value;
}
