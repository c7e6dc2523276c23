import fc from "fast-check";
import { UNKNOWN } from "../../../../../src/framework/index";
import {
  heldUnder,
  mayHold,
  type Parameters,
  stepsTo,
} from "../../../../../src/provider/resources/cluster/parameters/difference";
import { parameter } from "../kit";

const live = (held: Parameters) => Object.entries(held).map(([name, value]) => parameter(name, value));

test("the steps are sets, then deletes, each in order", () => {
  const held = live({ z: "1", a: "1", c: "2" });
  expect(stepsTo({ b: "1", c: "1" }, { z: "1", a: "1" }, held)).toEqual([
    { name: "b", value: "1" },
    { name: "c", id: "id of c", value: "1", was: "2" },
    { name: "a", id: "id of a" },
    { name: "z", id: "id of z" },
  ]);
});

test("a value that turned out to be null is not set, and names of prototype properties are ordinary names", () => {
  const planned = { a: null as never, constructor: "1" } as Parameters;
  expect(stepsTo(planned, { toString: "1" } as never, [])).toMatchObject([{ name: "constructor" }]);
});

test("for any desired, owned and stored parameters, the steps reach the goal, leave others alone, and then none remains", () => {
  const name = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor");
  const some = fc
    .array(fc.tuple(name, fc.constantFrom("1", "2")))
    .map((entries) => Object.fromEntries(entries));
  const anyOf = fc.option(some, { nil: null });
  fc.assert(
    fc.property(anyOf, anyOf, some, (wanted, owned, held) => {
      const after = new Map<string, string>(Object.entries(held));
      for (const step of stepsTo(wanted, owned, live(held))) {
        expect(after.has(step.name)).toBe(step.id !== undefined);
        if (step.value === undefined) after.delete(step.name);
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

test("the stored values of some names; any name is possible", () => {
  const held = live({ a: "1", b: "2", ["__proto__"]: "3" });
  expect(heldUnder(["b", "c", "b"], held)).toEqual({ b: "2" });
  expect(Object.entries(heldUnder(["__proto__"], held))).toEqual([["__proto__", "3"]]);
});

test("unknown counts as possibly some", () => {
  const given = [null, {}, { a: "1" }, UNKNOWN] as const;
  expect(given.map((one) => mayHold(one))).toEqual([false, false, true, true]);
});
