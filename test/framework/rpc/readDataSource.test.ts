import { define, defineSchema, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

const description = "Something.";
const schema = defineSchema({
  name: { type: t.string, mode: "optional", description },
  filter: { block: "list", description, fields: { by: { type: t.string, mode: "required", description } } },
  ids: { type: t.list(t.string), mode: "computed", description },
  first: { type: t.string, mode: "optional_computed", description },
});
const { dataSource, provider } = define<undefined>();
const things = dataSource({
  name: "things",
  description,
  schema,
  read: async ({ warn }, { name, filter }) => {
    if (name === "fail") throw new Error("no answer");
    warn("Old", "Very old.");
    return { name: name?.toUpperCase() ?? null, ids: filter.map(({ by }) => by), first: "seen" };
  },
});
const { ask } = rpcOf(
  provider({
    name: "test",
    description,
    schema: {},
    configure: async () => undefined,
    resources: [],
    dataSources: [things],
    functions: [],
  }),
);
const codec = codecOf(schema);

async function read(config: Parameters<typeof codec.encode>[0]) {
  const answer = await ask("readDataSource", { typeName: "test_things", config: codec.encode(config) });
  return { ...answer, state: codec.decode(answer.state) };
}

test("what was asked stays as it was written, and is answered", async () => {
  const filter = [record({ by: "x" }), record({ by: "y" })];
  const { state, diagnostics } = await read({ name: "a", filter });
  expect(state).toEqual(record({ name: "a", filter, ids: ["x", "y"], first: "seen" }));
  expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, summary: "Old" }]);
});

test("what the configuration says is answered, not what the service says instead", async () => {
  expect((await read({ first: "mine" })).state).toMatchObject({ first: "mine", ids: [] });
});

test("a failure has no state", async () => {
  const { state, diagnostics } = await read({ name: "fail" });
  expect(state).toBeNull();
  expect(diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Unexpected failure while reading data source test_things" },
  ]);
});
