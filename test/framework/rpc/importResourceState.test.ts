import { providerOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";
import { stage } from "./thing";

const typeName = "null_thing";
const on = stage();

test("an import answers what the resource knows from the id; reading fills the rest", async () => {
  const { importedResources, diagnostics } = await on.ask("importResourceState", { typeName, id: "t-9" });
  expect(diagnostics).toEqual([]);
  expect(importedResources).toMatchObject([{ typeName, private: new Uint8Array() }]);
  expect(on.thing.decode(importedResources[0]?.state)).toEqual(on.thing.whole({ id: "t-9" }));
});

test("a resource without import refuses it", async () => {
  const { import: _, ...rest } = on.session.resource(typeName);
  const { ask } = rpcOf(providerOf({ ...rest, name: "fixed" }));
  expect(await ask("importResourceState", { typeName: "test_fixed", id: "1" })).toMatchObject({
    importedResources: [],
    diagnostics: [
      { summary: "test_fixed cannot be imported", detail: 'There is no way to read what "1" is.' },
    ],
  });
});

test("an import by identity, which no type has, is refused and names the way that works", async () => {
  const identity = { identityData: undefined };
  const { diagnostics } = await on.ask("importResourceState", { typeName, id: "", identity });
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining('Import it by its "id"') }]);
});
