import { TerraformError } from "../../src/framework";
import { clientOf, NamesTaken, serviceOf } from "../../src/provider/service";

test("without a client, the error says what to create first", () => {
  const attempt = () => clientOf(serviceOf(undefined, false));
  expect(attempt).toThrow(TerraformError);
  expect(attempt).toThrow("terraform apply -target=…");
});

test.each(["products", "", "__proto__"])("the name %j is taken once, until it is given back", (name) => {
  const names = new NamesTaken();
  expect([names.take("catalog"), names.take(name), names.take(name)]).toEqual([true, true, false]);
  names.free(name);
  expect([names.take(name), names.take("catalog")]).toEqual([true, false]);
  expect(new NamesTaken().take(name)).toBe(true);
});
