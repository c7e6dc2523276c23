import { defineResourceSchema, STATE_ONLY, t } from "../../../src/framework";
import { typeOfFields } from "../../../src/framework/schema";
import { decodeValue, Severity } from "../../../src/wire";
import { providerOf, thingOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";
import { decimal, record } from "../../support/values";

const description = "Something.";
const schema = defineResourceSchema({
  id: { type: t.string, mode: "computed", description },
  exact: { type: t.exactNumber, mode: "optional", updatedBy: STATE_ONLY, description },
  anything: { type: t.dynamic, mode: "optional", updatedBy: STATE_ONLY, description },
  parts: {
    block: "list",
    updatedBy: STATE_ONLY,
    description,
    fields: { name: { type: t.string, mode: "optional", description } },
  },
});
const thing = thingOf()({
  schema,
  updates: {},
  version: 2,
  upgrade: (version, { identifier, ...rest }) => {
    if (version === 0) throw new Error("no state of version 0 was ever written");
    return { ...rest, id: `${identifier}` };
  },
});
const { upgrade: _, ...simple } = { ...thing, name: "simple" };
const { ask } = rpcOf(providerOf(thing, simple));

async function upgraded(text: string, version: number, typeName = "test_thing") {
  const rawState = { json: new TextEncoder().encode(text), flatmap: {} };
  const { upgradedState, diagnostics } = await ask("upgradeResourceState", { typeName, version, rawState });
  const state = upgradedState && decodeValue(typeOfFields(schema), upgradedState.msgpack);
  return { state, diagnostics };
}

const none = { id: null, exact: null, anything: null, parts: [] };

test.each<[string, string, number, object]>([
  [
    "of this version",
    '{"id":"1","exact":1,"anything":null,"parts":[{"name":"a"}]}',
    2,
    { id: "1", exact: 1, parts: [record({ name: "a" })] },
  ],
  ["without an attribute that came later", '{"id":"1"}', 2, { id: "1" }],
  ["with an attribute that went", '{"id":"1","gone":{"a":[1]}}', 2, { id: "1" }],
  ["with a block that misses an attribute", '{"parts":[{}]}', 2, { parts: [record({ name: null })] }],
  ["with null where blocks are", '{"id":"1","parts":null}', 2, { id: "1" }],
  ["with a number beyond 2^53", '{"exact":9007199254740993}', 2, { exact: 9007199254740993n }],
  [
    "with a long decimal",
    '{"exact":3.14159265358979323846}',
    2,
    { exact: decimal("3.14159265358979323846") },
  ],
  ["printed for people", '{\n  "id": "1"\n}\n', 2, { id: "1" }],
  ["of an older version", '{"identifier":"1"}', 1, { id: "1" }],
])("a state %s is read", async (_, text, version, expected) => {
  const { state, diagnostics } = await upgraded(text, version);
  expect(diagnostics).toEqual([]);
  expect(state).toEqual(record({ ...none, ...expected }));
});

test.each<[string, string, number, string, string]>([
  ["of a newer version", '{"id":"1"}', 3, "test_thing", "State of another version"],
  ["of an older version, with no way from it", '{"id":"1"}', 1, "test_simple", "State of another version"],
  [
    "whose upgrade fails",
    "{}",
    0,
    "test_thing",
    "Unexpected failure while reading the stored state of a test_thing",
  ],
  ["without JSON", "", 2, "test_thing", "State that cannot be read"],
  ["that is no JSON", "{", 2, "test_thing", "State that cannot be read"],
  ["of another shape", '{"id":["1"]}', 2, "test_thing", "State that cannot be read"],
  [
    "of an older version that nests without end",
    "[".repeat(100_000),
    1,
    "test_thing",
    "State that cannot be read",
  ],
  ["of a type that does not exist", "{}", 2, "test_other", 'No resource "test_other"'],
])(
  "a state %s is an error, for without an answer terraform would forget the instance",
  async (_, text, version, typeName, summary) => {
    const { state, diagnostics } = await upgraded(text, version, typeName);
    expect(state).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary }]);
  },
);

test("a newer state: the message names both versions, and what to do", async () => {
  const { diagnostics } = await upgraded("{}", 3);
  expect(diagnostics[0]?.detail).toBe(
    "The state of this thing has version 3; this provider reads version 2. Use the provider version that wrote it, or a newer one.",
  );
});
