import {
  type AnyResource,
  defineResourceSchema,
  type Move,
  REPLACE,
  TerraformError,
  t,
} from "../../../src/framework";
import { decodePrivate } from "../../../src/framework/rpc/values";
import { Severity } from "../../../src/wire";
import { decodeValue } from "../../../src/wire/msgpack/codec";
import { providerOf, thingOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;
const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  pin: { ...text, mode: "optional", updatedBy: REPLACE, sensitive: true },
});
const move = {
  provider: "others/thing",
  type: "others_thing",
  schemaVersions: [0, 2],
  convert: ({ values, schemaVersion }, { env, warn }) => {
    if (values.name === undefined) throw new TerraformError("No name", "The state has none.");
    warn("Moved", `from version ${schemaVersion}`);
    const id = `${env.OWNER}/${values.name}`;
    return { values: { id, pin: values.pin as string }, privateState: { importing: true } };
  },
} satisfies Move<{ id: string | null; pin: string | null }>;
const thing: AnyResource = thingOf()({
  schema,
  updates: {},
  read: async () => ({}),
  import: async (_, id) => ({ id }),
  importIds: [{ form: "owner/name", example: "a/b" }],
  identity: { attributes: { id: text }, of: ({ id }) => ({ id }), importId: ({ id }) => String(id) },
  moves: [move],
});
const { ask, session } = rpcOf(providerOf(thing), { env: { OWNER: "me" } });
const { decode } = codecOf(schema);

const moving = (given: object = {}, state: unknown = { name: "n", pin: "very-secret-pin" }) =>
  ask("moveResourceState", {
    sourceProviderAddress: "registry.example/Others/Thing",
    sourceTypeName: "others_thing",
    targetTypeName: "test_thing",
    sourceSchemaVersion: 2,
    sourceState: { json: new TextEncoder().encode(JSON.stringify(state)), flatmap: {} },
    ...given,
  });

test("a move has state, private state and identity; the host does not matter", async () => {
  const { targetState, targetPrivate, targetIdentity, diagnostics } = await moving();
  expect(decode(targetState)).toMatchObject({ id: "me/n", pin: "very-secret-pin" });
  expect(decodePrivate(targetPrivate)).toEqual({ importing: true, moved: true });
  const data = targetIdentity?.identityData?.msgpack ?? new Uint8Array();
  expect(decodeValue(["object", { id: "string" }], data)).toMatchObject({ id: "me/n" });
  const detail = "from version 2";
  expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, detail }]);
  expect(session.environment.secrets.outgoing("very-secret-pin")).not.toContain("very-secret");
});

test.each([
  ["an unknown version", { sourceSchemaVersion: 1 }, /schema version 1.*: 0, 2\..*"removed" block/],
  [
    "another type",
    { sourceTypeName: "others_x" },
    /^test_thing cannot use the state of others_x .*others_thing of/,
  ],
  ["another provider", { sourceProviderAddress: "registry.example/b/thing" }, /cannot use the state/],
])("%s is refused with the way by import", async (_, given, words) => {
  const { targetState, diagnostics } = await moving(given);
  expect(targetState).toBeUndefined();
  expect(diagnostics).toHaveLength(1);
  expect(diagnostics[0]?.detail).toMatch(words);
  expect(diagnostics[0]?.detail).toContain('to = test_thing.NAME\n  id = "a/b" # owner/name');
});

test("a state that names no object is an error", async () => {
  expect((await moving({}, {})).diagnostics).toMatchObject([{ summary: "No name" }]);
  expect((await moving({}, [])).diagnostics).toMatchObject([{ severity: Severity.ERROR }]);
});

test("what was moved is planned only after a read, which removes the mark", async () => {
  const { targetState: state, targetPrivate: own } = await moving();
  const asPlanned = { typeName: "test_thing", priorState: state, proposedNewState: state, config: state };
  const { diagnostics } = await ask("planResourceChange", { ...asPlanned, priorPrivate: own });
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining("Plan without -refresh=false") }]);
  const read = await ask("readResource", { typeName: "test_thing", currentState: state, private: own });
  expect(decodePrivate(read.private)).toEqual({ importing: true });
  const planned = await ask("planResourceChange", { ...asPlanned, priorPrivate: read.private });
  expect(planned.diagnostics).toEqual([]);
});
