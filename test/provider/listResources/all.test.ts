import { LIST_RESOURCES } from "../../../src/provider/listResources/all";
import { wholeProvider } from "../../../src/provider/whole";

test("whatever can be imported can be listed, and nothing else: Terraform imports what a query finds", () => {
  const importable = wholeProvider().resources.filter((one) => one.importIds !== undefined);
  expect(importable.length).toBeGreaterThan(10);
  expect(LIST_RESOURCES.map(({ name }) => name).sort()).toEqual(importable.map(({ name }) => name).sort());
});
