import { providerOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";
import { stage } from "./thing";

const typeName = "null_thing";

test("an import is what the resource makes of the id; reading fills the rest", async () => {
  const on = stage();
  const { importedResources, diagnostics } = await on.ask("importResourceState", { typeName, id: "t-9" });
  expect(diagnostics).toEqual([]);
  expect(importedResources.map(({ typeName, state }) => [typeName, on.thing.decode(state)])).toEqual([
    [typeName, on.thing.whole({ id: "t-9" })],
  ]);
  expect(importedResources[0]?.private).toHaveLength(0);
});

test("a resource without import says so", async () => {
  const { import: _, ...rest } = stage().session.resource(typeName);
  const { ask } = rpcOf(providerOf({ ...rest, name: "fixed" }));
  const { importedResources, diagnostics } = await ask("importResourceState", {
    typeName: "test_fixed",
    id: "1",
  });
  expect(importedResources).toEqual([]);
  expect(diagnostics).toMatchObject([
    { summary: "test_fixed cannot be imported", detail: 'There is no way to read what "1" is.' },
  ]);
});

test("an import by identity, which no type has, names the way that there is", async () => {
  const identity = { identityData: undefined };
  const { diagnostics } = await stage().ask("importResourceState", { typeName, id: "", identity });
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('Import it by its "id"') }]);
});
