import {
  define,
  defineResourceSchema,
  defineSchema,
  GONE,
  isUnknown,
  STATE_ONLY,
  t,
} from "../../../src/framework";
import {
  type ClientCapabilities,
  DeferredReason,
  ImportResourceStateResponse,
  PlanActionResponse,
  PlanResourceChangeResponse,
  ReadDataSourceResponse,
  ReadResourceResponse,
} from "../../../src/wire";
import { UNKNOWN, type Value, type ValueRecord } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;
const { resource, dataSource, ephemeral, action, provider } = define<string, { readonly id: string }>();

/** The private state that the last plan saw, and that of the plan before. */
let seen: object[] = [];
const thing = resource({
  name: "thing",
  description,
  schema: defineResourceSchema({
    id: { ...text, mode: "computed" },
    name: { ...text, mode: "required", updatedBy: STATE_ONLY },
  }),
  updates: {},
  plan: ({ service, privateState, plannedPrivateState, warn }) => {
    seen.push({ privateState, plannedPrivateState });
    warn("Planned", service);
  },
  create: async () => ({}),
  read: async ({ service }) => (service === "" ? Promise.reject(new Error("no service")) : GONE),
  delete: async () => {},
  import: async ({ service }, id) => ({ id, name: service }),
});
const lookup = dataSource({
  name: "thing",
  description,
  schema: defineSchema({ name: { ...text, mode: "required" }, id: { ...text, mode: "computed" } }),
  read: async ({ service }) => ({ id: service }),
});
const token = ephemeral({
  name: "token",
  description,
  schema: defineSchema({ value: { ...text, mode: "computed" } }),
  open: async ({ service }) => ({ value: service }),
});
const shake = action({
  name: "shake",
  description,
  schema: {},
  plan: ({ service, warn }) => warn("Planned", service),
  invoke: async () => {},
});
const { ask } = rpcOf(
  provider({
    ...providerOf(thing),
    schema: { key: { ...text, mode: "optional" } },
    configure: async ({ key }, { defer }) => {
      if (isUnknown(key)) defer();
      return isUnknown(key) ? "without a key" : `with ${key}`;
    },
    dataSources: [lookup],
    ephemeralResources: [token],
    actions: [shake],
  }),
);

const NONE: ClientCapabilities = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: false,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};
const configure = (key: Value, capabilities: Partial<ClientCapabilities> = {}) =>
  ask("configureProvider", {
    config: codecOf({ key: { ...text, mode: "optional" } }).encode({ key }),
    clientCapabilities: { ...NONE, ...capabilities },
  });

const { encode, decode } = codecOf(thing.schema);
const prior = { id: "t-1", name: "a" };
const typeName = "test_thing";
const bytesOf = (privateState: object) => Buffer.from(JSON.stringify({ v: 1, ...privateState }));

/** Every call that can be deferred. */
const calls = {
  read: (clientCapabilities?: ClientCapabilities) =>
    ask("readResource", { typeName, currentState: encode(prior), clientCapabilities }),
  plan: (clientCapabilities?: ClientCapabilities, before: ValueRecord | null = prior) =>
    ask("planResourceChange", {
      typeName,
      priorState: encode(before),
      priorPrivate: before ? bytesOf({ id: "t-1" }) : new Uint8Array(),
      config: encode({ name: "b" }),
      proposedNewState: encode({ ...before, name: "b" }),
      clientCapabilities,
    }),
  destroy: (clientCapabilities?: ClientCapabilities) =>
    ask("planResourceChange", { typeName, priorState: encode(prior), clientCapabilities }),
  import: (clientCapabilities?: ClientCapabilities) =>
    ask("importResourceState", { typeName, id: "t-1", clientCapabilities }),
  data: (clientCapabilities?: ClientCapabilities) =>
    ask("readDataSource", {
      typeName,
      config: codecOf(lookup.schema).encode({ name: "a" }),
      clientCapabilities,
    }),
  ephemeral: (clientCapabilities?: ClientCapabilities) =>
    ask("openEphemeralResource", {
      typeName: "test_token",
      config: codecOf(token.schema).encode({}),
      clientCapabilities,
    }),
  action: (clientCapabilities?: ClientCapabilities) =>
    ask("planAction", { actionType: "test_shake", config: codecOf({}).encode({}), clientCapabilities }),
};
const ALLOWED = { ...NONE, deferralAllowed: true };
const deferred = { reason: DeferredReason.PROVIDER_CONFIG_UNKNOWN };

beforeEach(async () => {
  seen = [];
});

describe("deferral", () => {
  test.each(Object.entries(calls))("%s is deferred only with the client's word", async (_, call) => {
    await configure(UNKNOWN, ALLOWED);
    expect(await call(ALLOWED)).toMatchObject({ deferred, diagnostics: [] });
    for (const capabilities of [undefined, NONE, { ...NONE, storePlannedPrivate: true }])
      expect((await call(capabilities)).deferred).toBeUndefined();
    await configure("key", ALLOWED);
    expect((await call(ALLOWED)).deferred).toBeUndefined();
  });

  test("what is deferred has the values so far, and runs nothing of the type", async () => {
    await configure(UNKNOWN, ALLOWED);
    expect(decode((await calls.read(ALLOWED)).newState)).toMatchObject(prior);
    const planned = await calls.plan(ALLOWED);
    expect(decode(planned.plannedState)).toMatchObject({ id: "t-1", name: "b" });
    expect(planned.plannedPrivate).toEqual(bytesOf({ id: "t-1" }));
    expect(decode((await calls.plan(ALLOWED, null)).plannedState)).toMatchObject({ id: UNKNOWN, name: "b" });
    expect(decode((await calls.destroy(ALLOWED)).plannedState)).toBeNull();
    expect((await calls.import(ALLOWED)).importedResources).toEqual([]);
    expect((await calls.data(ALLOWED)).state).toBeUndefined();
    expect((await calls.ephemeral(ALLOWED)).result).toBeUndefined();
    expect(seen).toEqual([]);
  });
});

describe("the private state of the earlier plan", () => {
  const planInApply = (plannedPrivate: Uint8Array) =>
    ask("planResourceChange", {
      typeName,
      priorState: encode(null),
      config: encode({ name: "b" }),
      proposedNewState: encode({ name: "b" }),
      plannedPrivate,
      clientCapabilities: { ...NONE, storePlannedPrivate: true },
    });

  test("reaches the plan inside apply beside its own, and does not go on by itself", async () => {
    await configure("key");
    const { plannedPrivate } = await planInApply(bytesOf({ id: "t-1" }));
    expect(seen).toEqual([{ privateState: undefined, plannedPrivateState: { id: "t-1" } }]);
    expect(plannedPrivate).toEqual(new Uint8Array());
  });

  test("is undefined if Terraform sends none, or garbage", async () => {
    await configure("key");
    await planInApply(new Uint8Array());
    await planInApply(Uint8Array.of(1, 2));
    await calls.plan();
    expect(seen).toEqual([
      { privateState: undefined, plannedPrivateState: undefined },
      { privateState: undefined, plannedPrivateState: undefined },
      { privateState: { id: "t-1" }, plannedPrivateState: undefined },
    ]);
  });
});

describe("golden bytes", () => {
  const codecs = {
    read: ReadResourceResponse,
    plan: PlanResourceChangeResponse,
    import: ImportResourceStateResponse,
    data: ReadDataSourceResponse,
    action: PlanActionResponse,
  } as const;
  const hex = async (name: keyof typeof codecs, capabilities?: ClientCapabilities) => {
    const { encode } = codecs[name] as { encode(message: unknown): { finish(): Uint8Array } };
    return Buffer.from(encode(await calls[name](capabilities)).finish()).toString("hex");
  };
  const each = Object.keys(NONE) as (keyof ClientCapabilities)[];

  test.each(Object.keys(codecs) as (keyof typeof codecs)[])(
    "%s is the same with and without every capability, but for the deferral",
    async (name) => {
      await configure("key");
      const before = await hex(name);
      for (const capability of each) expect(await hex(name, { ...NONE, [capability]: true })).toBe(before);
      await configure(UNKNOWN);
      const unknown = await hex(name);
      for (const capability of each.filter((one) => one !== "deferralAllowed"))
        expect(await hex(name, { ...NONE, [capability]: true })).toBe(unknown);
      // The field of the deferral, two bytes long: the reason with number 1, value 2.
      expect(await hex(name, ALLOWED)).toContain("020802");
    },
  );
});
