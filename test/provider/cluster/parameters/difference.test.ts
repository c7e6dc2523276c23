import fc from "fast-check";
import { UNKNOWN } from "../../../../src/framework/index";
import {
  heldUnder,
  mayHold,
  type Parameters,
  type Step,
  stepsTo,
} from "../../../../src/provider/cluster/parameters/difference";
import { parameter } from "../kit";

const live = (held: Parameters) => Object.entries(held).map(([name, value]) => parameter(name, value));

function inWords(step: Step): string {
  return step.kind === "delete" ? `delete ${step.name}` : `${step.kind} ${step.name}=${step.value}`;
}

test.each<[string, Parameters | null, Parameters | null, Parameters, string[]]>([
  [
    "in order: sets first",
    { b: "1", c: "1" },
    { z: "1", a: "1" },
    { z: "1", a: "1", c: "2" },
    ["create b=1", "update c=1", "delete a", "delete z"],
  ],
  [
    "names of JavaScript's own",
    { constructor: "1" },
    { toString: "1" } as never,
    {},
    ["create constructor=1"],
  ],
  ["a value that came out as null is not set", { a: null as never }, null, {}, []],
])("%s", (_, wanted, owned, held, expected) => {
  expect(stepsTo(wanted, owned, live(held)).map(inWords)).toEqual(expected);
});

test("a step carries what it takes", () => {
  expect(stepsTo({ a: "1" }, { b: "1" }, live({ a: "2", b: "3" }))).toEqual([
    { kind: "update", name: "a", id: "id of a", value: "1", was: "2" },
    { kind: "delete", name: "b", id: "id of b" },
  ]);
});

describe("whatever is wanted, owned and held", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor");
  const some = fc
    .array(fc.tuple(name, fc.constantFrom("1", "2")))
    .map((entries) => Object.fromEntries(entries));
  const anyOf = fc.option(some, { nil: null });

  test("the steps lead to it, leave the others alone, and none is left then", () => {
    fc.assert(
      fc.property(anyOf, anyOf, some, (wanted, owned, held) => {
        const after = new Map<string, string>(Object.entries(held));
        for (const step of stepsTo(wanted, owned, live(held))) {
          if (step.kind === "create") expect(after.has(step.name)).toBe(false);
          else expect(after.has(step.name)).toBe(true);
          if (step.kind === "delete") after.delete(step.name);
          else after.set(step.name, step.value);
        }
        const names = new Set([...Object.keys(wanted ?? {}), ...Object.keys(owned ?? {})]);
        const ours = [...after].filter(([one]) => names.has(one));
        const others = [...after].filter(([one]) => !names.has(one));
        expect(Object.fromEntries(ours)).toEqual(wanted ?? {});
        expect(others).toEqual(Object.entries(held).filter(([one]) => !names.has(one)));
        expect(stepsTo(wanted, owned, live(Object.fromEntries(after)))).toEqual([]);
      }),
    );
  });
});

test("what is held under some names; a name may be any", () => {
  const held = live({ a: "1", b: "2", ["__proto__"]: "3" });
  expect(heldUnder(["b", "c", "b"], held)).toEqual({ b: "2" });
  expect(Object.entries(heldUnder(["__proto__"], held))).toEqual([["__proto__", "3"]]);
  expect(heldUnder([], held)).toEqual({});
});

test("there may be some: also where nobody knows", () => {
  expect([null, {}, { a: "1" }, UNKNOWN].map((one) => mayHold(one as never))).toEqual([
    false,
    false,
    true,
    true,
  ]);
});
