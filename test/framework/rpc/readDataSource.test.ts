import { define, defineSchema, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

const description = "Something.";
const schema = defineSchema({
  name: { type: t.string, mode: "optional", description },
  filter: { block: "list", description, fields: { by: { type: t.string, mode: "required", description } } },
  ids: { type: t.list(t.string), mode: "computed", description },
  first: { type: t.string, mode: "optional_computed", description },
});
const things = define<undefined>().dataSource({
  name: "things",
  description,
  schema,
  read: async ({ warn }, { name, filter }) => {
    if (name === "fail") throw new Error("no answer");
    warn("Old", "Very old.");
    return { name: name?.toUpperCase() ?? null, ids: filter.map(({ by }) => by), first: "observed" };
  },
});
const { ask } = rpcOf({ ...providerOf(), dataSources: [things] });
const { encode, decode } = codecOf(schema);

async function read(config: ValueRecord) {
  const answer = await ask("readDataSource", { typeName: "test_things", config: encode(config) });
  return { ...answer, state: decode(answer.state) };
}

test("configured values stay as they were written, and the rest is answered", async () => {
  const filter = [record({ by: "x" }), record({ by: "y" })];
  const { state, diagnostics } = await read({ name: "a", filter });
  expect(state).toEqual(record({ name: "a", filter, ids: ["x", "y"], first: "observed" }));
  expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, summary: "Old" }]);
  expect((await read({ first: "mine" })).state).toMatchObject({ first: "mine", ids: [] });
});

test("a failure has no state", async () => {
  const summary = "Unexpected failure while reading data source test_things";
  const diagnostics = [{ severity: Severity.ERROR, summary }];
  expect(await read({ name: "fail" })).toMatchObject({ state: null, diagnostics });
});
