import fc from "fast-check";
import { codeNamesFor, type Nameable } from "../../../src/command/adopt/names";
import { ODD_NAMES } from "./accounts";

const namesOf = (objects: readonly Nameable[]) =>
  [...codeNamesFor(objects, "cluster")].map(([id, { constructId }]) => `${id}: ${constructId}`);
const named = (...names: readonly (string | null)[]) =>
  names.map((name, place) => ({ id: `c${place}`, name, qualifier: `c${place}` }));

test("names objects after their names; if those are unusable, after their type and id", () => {
  expect(
    namesOf(named("Products EU", "größe", "productsEU2", "42 shops", "constructor", "製品", null)),
  ).toEqual([
    "c0: products-eu",
    "c1: gro-e",
    "c2: products-eu2",
    "c3: cluster-42-shops",
    "c4: cluster-constructor",
    "c5: cluster-c5",
    "c6: cluster-c6",
  ]);
});

test("adds qualifiers to equal names, and numbers if those are taken", () => {
  expect(namesOf(named("shop", "Shop", "shop c0", "sh-op"))).toEqual([
    "c0: shop-c0",
    "c1: shop-c1",
    "c2: shop-c0-n2",
    "c3: sh-op-c3",
  ]);
});

test("any names yield valid and unique ones, in any order", () => {
  const name = fc.oneof(fc.constantFrom(...ODD_NAMES), fc.string({ unit: "grapheme" }));
  const objects = fc
    .uniqueArray(fc.tuple(fc.string({ minLength: 1 }), name), { selector: ([id]) => id, maxLength: 40 })
    .map((all) => all.map(([id, one]) => ({ id, name: one, qualifier: id })));
  fc.assert(
    fc.property(objects, (all) => {
      const names = codeNamesFor(all, "cluster");
      const found = all.map(({ id }) => names.get(id));
      for (const one of found) {
        expect(one?.constructId).toMatch(/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/);
        expect(one?.resourceName).toBe(one?.constructId.replaceAll("-", "_"));
      }
      expect(new Set(found.map((one) => one?.constructId.replaceAll("-", ""))).size).toBe(all.length);
      expect(codeNamesFor([...all].reverse(), "cluster")).toEqual(names);
    }),
  );
});
