import fc from "fast-check";
import type { CtyType, Value, ValueRecord } from "../../src/framework/value";
import { UNKNOWN } from "../../src/framework/value";
import { Decimal, Dynamic, type Value as WireValue } from "../../src/wire";

/** A record as the framework holds it, without a prototype. */
export function record(values: Record<string, Value>): ValueRecord {
  return Object.assign(Object.create(null), values);
}

/** A number that no JavaScript number carries. */
export function decimal(text: string): Value {
  return new Decimal(text);
}

/** A value in a slot of type "dynamic". Wire and framework each have a name of their own for the same symbol. */
export function dynamic(type: CtyType, value: Value): Value {
  return new Dynamic(type, value as WireValue) as Value;
}

export interface Typed {
  readonly type: CtyType;
  readonly value: Value;
}

export interface ValueOptions {
  /** Whether UNKNOWN may stand in any place. */
  readonly unknown: boolean;
}

/** Names that users write, the dangerous ones among them. */
export const keys = fc.oneof(
  fc.string({ maxLength: 4 }),
  fc.constantFrom("__proto__", "constructor", "a", "b"),
);

export const types: fc.Arbitrary<CtyType> = fc.letrec<{ type: CtyType; simple: CtyType }>((tie) => ({
  simple: fc.constantFrom<CtyType>("string", "number", "bool", "dynamic"),
  type: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    tie("simple"),
    fc.tuple(fc.constantFrom("list" as const, "set" as const, "map" as const), tie("type")),
    fc.tuple(fc.constant("tuple" as const), fc.array(tie("type"), { maxLength: 3 })),
    fc.tuple(fc.constant("object" as const), fc.dictionary(fc.constantFrom("x", "y", "z"), tie("type"))),
  ),
})).type;

const numbers: fc.Arbitrary<Value> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: 2n ** 53n + 1n, max: 2n ** 90n }).map((big) => big * 10n + 1n),
  fc.constant(decimal("3.14159265358979323846")),
);

/** Any value of a type. */
export function anyOf(type: CtyType, options: ValueOptions = { unknown: true }): fc.Arbitrary<Value> {
  const known = knownOf(type, options);
  const others: fc.Arbitrary<Value>[] = [fc.constant(null)];
  if (options.unknown) others.push(fc.constant(UNKNOWN));
  return fc.oneof({ weight: 5, arbitrary: known }, ...others);
}

function knownOf(type: CtyType, options: ValueOptions): fc.Arbitrary<Value> {
  if (type === "string") return fc.string({ maxLength: 4 });
  if (type === "number") return numbers;
  if (type === "bool") return fc.boolean();
  if (type === "dynamic")
    return fc
      .constantFrom<CtyType>("string", "number", ["list", "bool"], ["object", { x: "string" }])
      .chain((inner) => knownOf(inner, options).map((value) => dynamic(inner, value)));
  switch (type[0]) {
    case "list":
    case "set":
      return fc.array(anyOf(type[1], options), { maxLength: 3 });
    case "map":
      return fc.array(fc.tuple(keys, anyOf(type[1], options)), { maxLength: 3 }).map(fromEntries);
    case "tuple":
      return fc.tuple(...type[1].map((item) => anyOf(item, options)));
    case "object":
      return fc
        .tuple(
          ...Object.entries(type[1]).map(([name, part]) =>
            anyOf(part, options).map((value) => [name, value] as const),
          ),
        )
        .map(fromEntries);
  }
}

function fromEntries(entries: readonly (readonly [string, Value])[]): ValueRecord {
  const result: ValueRecord = Object.create(null);
  for (const [key, value] of entries) result[key] = value;
  return result;
}

/** Any type with a value of it. */
export function typed(options?: ValueOptions): fc.Arbitrary<Typed> {
  return types.chain((type) => anyOf(type, options).map((value) => ({ type, value })));
}
