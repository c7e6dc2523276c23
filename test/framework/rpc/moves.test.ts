import {
  type AnyResource,
  defineResourceSchema,
  type Move,
  REPLACE,
  TerraformError,
  t,
} from "../../../src/framework";
import { decodePrivate } from "../../../src/framework/rpc/values";
import { type DynamicValue, Severity } from "../../../src/wire";
import { decodeValue } from "../../../src/wire/msgpack/codec";
import { providerOf, thingOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;
const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  owner: { ...text, mode: "optional", updatedBy: REPLACE },
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
    return {
      values: { id, owner: env.OWNER ?? null, pin: values.pin as string },
      privateState: { importing: true },
    };
  },
} satisfies Move<{ id: string | null; owner: string | null; pin: string | null }>;
const thing: AnyResource = thingOf()({
  schema,
  updates: {},
  read: async () => ({}),
  import: async (_, id) => ({ id }),
  importIds: [{ form: "owner/name", example: "a/b" }],
  identity: {
    attributes: { id: text, owner: text },
    of: ({ id, owner }) => ({ id, owner }),
    importId: ({ id }) => String(id),
  },
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
  expect(decodePrivate(targetPrivate)).toEqual({ importing: true, moved: "unread" });
  const data = targetIdentity?.identityData?.msgpack ?? new Uint8Array();
  expect(decodeValue(["object", { id: "string", owner: "string" }], data)).toMatchObject({ id: "me/n" });
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
  const text = Buffer.from('{"very-secret-pin');
  const others = [undefined, { json: new Uint8Array(), flatmap: { name: "n" } }, { json: text, flatmap: {} }];
  const states = [...others.map((sourceState) => ({ sourceState })), {}];
  for (const given of states) {
    const { diagnostics } = await moving(given, []);
    expect(diagnostics).toMatchObject([{ detail: expect.stringContaining("is not a JSON object. Run") }]);
    expect(diagnostics[0]?.detail).not.toContain("secret");
  }
});

/** A moved instance after its first read. */
async function readOnce() {
  const { targetState: currentState, targetPrivate: own } = await moving();
  const read = await ask("readResource", { typeName: "test_thing", currentState, private: own });
  return { state: currentState, private: read.private };
}

/** Plans an instance with the same values, or others. */
const planning = (own: Uint8Array, priorState: DynamicValue | undefined, next = priorState) =>
  ask("planResourceChange", {
    typeName: "test_thing",
    priorState,
    proposedNewState: next,
    config: next,
    priorPrivate: own,
  });

const valuesOf = (values: { id: string; pin: string; owner: string }) => codecOf(schema).encode(values);

test("what was moved is planned only after a read; the second read removes the mark", async () => {
  const { targetState: state, targetPrivate: own } = await moving();
  const { diagnostics } = await planning(own, state);
  expect(diagnostics).toMatchObject([{ detail: expect.stringContaining("Plan without -refresh=false") }]);
  const once = await readOnce();
  expect(decodePrivate(once.private)).toEqual({ importing: true, moved: "read" });
  expect((await planning(once.private, once.state)).diagnostics).toEqual([]);
  const again = { typeName: "test_thing", currentState: once.state, private: once.private };
  expect(decodePrivate((await ask("readResource", again)).private)).toEqual({ importing: true });
});

describe("the plan that moves an instance", () => {
  test("does not destroy it", async () => {
    const { state, private: own } = await readOnce();
    const { diagnostics } = await planning(own, state, codecOf(schema).encode(null));
    expect(diagnostics).toMatchObject([{ summary: expect.stringContaining("moved and destroyed") }]);
  });

  test("does not turn it into another object", async () => {
    const { state, private: own } = await readOnce();
    const other = valuesOf({ id: "me/n", pin: "very-secret-pin", owner: "you" });
    const { diagnostics } = await planning(own, state, other);
    expect(diagnostics).toMatchObject([
      { detail: expect.stringContaining('owner is "me" in the state, and "you" in the configuration') },
    ]);
  });

  test("replaces it for another reason, and the apply removes the mark", async () => {
    const { state, private: own } = await readOnce();
    const edited = valuesOf({ id: "me/n", pin: "another-secret-pin", owner: "me" });
    const { diagnostics, requiresReplace, plannedPrivate } = await planning(own, state, edited);
    expect([diagnostics, requiresReplace.length]).toEqual([[], 1]);
    const applied = await ask("applyResourceChange", {
      typeName: "test_thing",
      priorState: state,
      plannedState: codecOf(schema).encode(null),
      config: codecOf(schema).encode(null),
      plannedPrivate,
    });
    expect(decodePrivate(applied.private)).not.toHaveProperty("moved");
  });
});
