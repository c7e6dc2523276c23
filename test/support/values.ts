import fc from "fast-check";
import { numberFromText } from "../../src/wire/cty/number";
import type { CtyType } from "../../src/wire/cty/type";
import { Decimal, Dynamic, UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { anyText } from "./anyText";

/** A record without a prototype, as decoding returns it. */
export function record(values: Record<string, Value>): ValueRecord {
  return Object.assign(Object.create(null), values);
}

/** A number that no JavaScript number represents. */
export function decimal(text: string): Value {
  return new Decimal(text);
}

/** A value in a slot of type "dynamic". */
export function dynamic(type: CtyType, value: Value): Value {
  return new Dynamic(type, value);
}

export interface Typed {
  readonly type: CtyType;
  readonly value: Value;
}

/** Any string that UTF-8 can represent, and often keys with a meaning in JavaScript objects. */
export const text = fc.oneof(
  anyText({ maxLength: 6 }),
  fc.constantFrom("__proto__", "constructor", "toString", "", "0", "\ufeffbom", "e\u0301"),
);

export const decimalText = fc
  .tuple(
    fc.constantFrom("", "-"),
    fc.stringMatching(/^(0|[1-9]\d{0,40})$/),
    fc.stringMatching(/^(|\.\d{1,40})$/),
    fc.constantFrom("", "e3", "e-7", "E+30", "e-400", "e2000"),
  )
  .map((parts) => parts.join(""));

/** Any type. The weights make nested types rare. */
export const types: fc.Arbitrary<CtyType> = fc.letrec<{ type: CtyType }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<CtyType>("string", "number", "bool", "dynamic"),
    fc.tuple(fc.constantFrom("list" as const, "set" as const, "map" as const), tie("type")),
    fc.array(tie("type"), { maxLength: 3 }).map((items): CtyType => ["tuple", items]),
    fc
      .array(fc.tuple(text, tie("type")), { maxLength: 4 })
      .map((pairs): CtyType => ["object", fromPairs(pairs)]),
  ),
})).type;

/** Any value of a type, as decoding returns it, with UNKNOWN anywhere unless a test requests known values only. */
export function anyOf(type: CtyType, { unknown } = { unknown: true }, depth = 0): fc.Arbitrary<Value> {
  const nothing = unknown ? fc.constantFrom<Value>(null, UNKNOWN) : fc.constant(null);
  return fc.oneof({ weight: 1, arbitrary: nothing }, { weight: 6, arbitrary: known(type, unknown, depth) });
}

/** Any type with a value of it. */
export const typed: fc.Arbitrary<Typed> = types.chain((type) =>
  anyOf(type).map((value) => ({ type, value })),
);

function known(type: CtyType, unknown: boolean, depth: number): fc.Arbitrary<Value> {
  const inner = (part: CtyType) => anyOf(part, { unknown }, depth + 1);
  const size = { maxLength: depth > 3 ? 1 : 4 };
  if (type === "string") return text;
  if (type === "bool") return fc.boolean();
  if (type === "number") return fc.oneof(decimalText.map(numberFromText), fc.maxSafeInteger());
  if (type === "dynamic") {
    const simple = depth > 2 ? fc.constantFrom<CtyType>("string", "number", "bool") : types;
    return simple.chain((of) => inner(of).map((value) => dynamic(of, value)));
  }
  switch (type[0]) {
    case "list":
    case "set":
      return fc.array(inner(type[1]), size);
    case "tuple":
      return fc.tuple(...type[1].map(inner));
    case "map":
      return fc.array(fc.tuple(text, inner(type[1])), size).map(fromPairs);
    case "object": {
      const parts = Object.entries(type[1]);
      return fc
        .tuple(...parts.map(([name, part]) => fc.tuple(fc.constant(name), inner(part))))
        .map(fromPairs);
    }
  }
}

function fromPairs<T>(pairs: readonly (readonly [string, T])[]): { [key: string]: T } {
  const result: { [key: string]: T } = Object.create(null);
  for (const [key, value] of pairs) result[key] = value;
  return result;
}
