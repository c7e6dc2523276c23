import { TerraformError } from "../../src/framework";
import { clientOf, NamesTaken, serviceOf } from "../../src/provider/service";
import { service } from "./support";

test("the client is there once the provider is configured", () => {
  const { client } = service();
  expect(clientOf(serviceOf(client, true))).toBe(client);
  expect(serviceOf(client, true).allowDuplicateNames).toBe(true);
});

test("without one, the error says what to create first", () => {
  const attempt = () => clientOf(serviceOf(undefined, false));
  expect(attempt).toThrow(TerraformError);
  expect(attempt).toThrow("terraform apply -target=…");
});

test("each service has names of its own", () => {
  const [one, other] = [serviceOf(undefined, false), serviceOf(undefined, false)];
  expect([one.names.take("a"), other.names.take("a"), one.names.take("a")]).toEqual([true, true, false]);
});

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
