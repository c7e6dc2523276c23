import { NamesTaken } from "../../src/provider/names";

test("a name is taken once, until it is given back", () => {
  const names = new NamesTaken();
  expect(names.take("products")).toBe(true);
  expect(names.take("products")).toBe(false);
  expect(names.take("catalog")).toBe(true);
  names.free("products");
  expect(names.take("products")).toBe(true);
  expect(names.take("catalog")).toBe(false);
});

test("names are only names", () => {
  const names = new NamesTaken();
  for (const name of ["", "__proto__", "constructor"]) {
    expect(names.take(name)).toBe(true);
    expect(names.take(name)).toBe(false);
  }
});
