import { defineResourceSchema, STATE_ONLY, t } from "../../../src/framework";
import { typeOfFields } from "../../../src/framework/schema";
import { decodeValue, Severity } from "../../../src/wire";
import { providerOf, thingOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";
import { decimal, dynamic, record } from "../../support/values";

const description = "Something.";
const schema = defineResourceSchema({
  id: { type: t.string, mode: "computed", description },
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

const none = { id: null, anything: null, parts: [] };
const long = "3.14159265358979323846";

test.each<[string, string, number, object]>([
  [
    "of this version",
    '{\n "id":"1","parts":[{"name":"a"}]\n}\n',
    2,
    { id: "1", parts: [record({ name: "a" })] },
  ],
  ["with an attribute that went, and none that came", '{"gone":{"a":[1]},"parts":null}', 2, {}],
  ["with a block that misses an attribute", '{"parts":[{}]}', 2, { parts: [record({ name: null })] }],
  [
    "with a number beyond 2^53",
    '{"anything":{"type":"number","value":9007199254740993}}',
    2,
    { anything: dynamic("number", 9007199254740993n) },
  ],
  [
    "with a long decimal",
    `{"anything":{"type":"number","value":${long}}}`,
    2,
    { anything: dynamic("number", decimal(long)) },
  ],
  ["of an older version", '{"identifier":"1"}', 1, { id: "1" }],
])("a state %s is read", async (_, text, version, expected) => {
  const { state, diagnostics } = await upgraded(text, version);
  expect(diagnostics).toEqual([]);
  expect(state).toEqual(record({ ...none, ...expected }));
});

test.each([
  ['{"parts":[null]}', "parts[0] must not be null"],
  ['{"parts":[{"name":"a"},null]}', "parts[1] must not be null"],
])("a null among the members, %s, is rejected with its path and the remedy", async (text, problem) => {
  const { state, diagnostics } = await upgraded(text, 2);
  expect(state).toBeUndefined();
  expect(diagnostics).toMatchObject([
    {
      summary: `The state of this test_thing cannot be used: ${problem}`,
      detail: expect.stringContaining("terraform state rm ADDRESS"),
      attribute: { steps: [{ attributeName: "parts" }, { elementKeyInt: expect.anything() }] },
    },
  ]);
});

const FAULT = "Unexpected failure while reading the stored state of a test_thing";
const UNREADABLE = "State that cannot be read";
const OTHER_VERSION = "State of another version";

test.each<[string, string, number, string, string]>([
  ["of a newer version", '{"id":"1"}', 3, "test_thing", OTHER_VERSION],
  ["of an older version, with no way from it", '{"id":"1"}', 1, "test_simple", OTHER_VERSION],
  ["whose upgrade fails", "{}", 0, "test_thing", FAULT],
  ["without JSON", "", 2, "test_thing", UNREADABLE],
  ["of another shape", '{"id":["1"]}', 2, "test_thing", UNREADABLE],
  ["of an older version that is no object", "[]", 1, "test_thing", UNREADABLE],
  ["of a type that does not exist", "{}", 2, "test_other", 'No resource "test_other"'],
])(
  "a state %s is an error, because without an answer terraform would forget the instance",
  async (_, text, version, typeName, summary) => {
    const { state, diagnostics } = await upgraded(text, version, typeName);
    expect(state).toBeUndefined();
    expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, summary }]);
    if (summary !== OTHER_VERSION) return;
    expect(diagnostics[0]?.detail).toMatch(
      /has version [13]; this provider reads version 2\. Use the provider/,
    );
  },
);
