import fc from "fast-check";
import { Dynamic, type Type, UNKNOWN, type Value } from "../../../src/wire";
import { numberFromText } from "../../../src/wire/number";

/** Any text that UTF-8 can carry, and often the keys that objects of JavaScript trip over. */
export const text = fc.oneof(
  fc.string({ unit: "binary" }),
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

/** Any type. Weights keep the depth small: what nests is rare. */
export const type: fc.Arbitrary<Type> = fc.letrec<{ type: Type }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Type>("string", "number", "bool", "dynamic"),
    fc.tuple(fc.constantFrom("list" as const, "set" as const, "map" as const), tie("type")),
    fc.array(tie("type"), { maxLength: 3 }).map((types): Type => ["tuple", types]),
    fc.array(fc.tuple(text, tie("type")), { maxLength: 4 }).map((pairs): Type => ["object", record(pairs)]),
  ),
})).type;

/** Any value of a type, as decoding gives it. */
export function anyValueOf(of: Type, depth = 0): fc.Arbitrary<Value> {
  const nothing = fc.constantFrom<Value>(null, UNKNOWN);
  return fc.oneof({ weight: 1, arbitrary: nothing }, { weight: 6, arbitrary: known(of, depth) });
}

export interface TypedValue {
  readonly type: Type;
  readonly value: Value;
}

export const typedValue: fc.Arbitrary<TypedValue> = type.chain((of) =>
  anyValueOf(of).map((value) => ({ type: of, value })),
);

function known(of: Type, depth: number): fc.Arbitrary<Value> {
  const inner = (part: Type) => anyValueOf(part, depth + 1);
  const size = { maxLength: depth > 3 ? 1 : 4 };
  if (of === "string") return text;
  if (of === "bool") return fc.boolean();
  if (of === "number") return fc.oneof(decimalText.map(numberFromText), fc.maxSafeInteger());
  if (of === "dynamic") return dynamic(depth);
  switch (of[0]) {
    case "list":
    case "set":
      return fc.array(inner(of[1]), size);
    case "tuple":
      return fc.tuple(...of[1].map(inner));
    case "map":
      return fc.array(fc.tuple(text, inner(of[1])), size).map(record);
    case "object":
      return fc
        .tuple(
          ...Object.entries(of[1]).map(([name, part]) => inner(part).map((value) => [name, value] as const)),
        )
        .map(record);
  }
}

function dynamic(depth: number): fc.Arbitrary<Value> {
  const types = depth > 2 ? fc.constantFrom<Type>("string", "number", "bool") : type;
  return types.chain((of) => known(of, depth + 1).map((value) => new Dynamic(of, value)));
}

function record<T>(pairs: readonly (readonly [string, T])[]): { [key: string]: T } {
  const result: { [key: string]: T } = Object.create(null);
  for (const [key, value] of pairs) result[key] = value;
  return result;
}
