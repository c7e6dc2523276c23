import { block, define, defineResourceSchema, defineSchema, STATE_ONLY, t } from "../../../src/framework";
import { BlockNesting, encodeType, ObjectNesting, StringKind } from "../../../src/wire";
import { providerOf, thingOf } from "../../support/call";
import { rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;
const updatedBy = STATE_ONLY;
const thing = thingOf()({
  version: 2,
  updates: {},
  schema: defineResourceSchema({
    id: { ...text, mode: "computed" },
    required: { ...text, mode: "required", updatedBy },
    either: { type: t.set(t.number), mode: "optional_computed", updatedBy, description },
    secret: { ...text, mode: "optional", updatedBy, sensitive: true },
    pin: { ...text, mode: "required", writeOnly: true },
    hosts: {
      type: t.nested.list({ key: { ...text, mode: "computed", sensitive: true } }),
      mode: "computed",
      description,
    },
    single: block({ name: { ...text, mode: "optional" } }, { updatedBy, description: "One." }),
    wanted: block({}, { updatedBy, description, minItems: 1 }),
    list: { block: "list", updatedBy, description, fields: {}, minItems: 1 },
    set: { block: "set", updatedBy, description, fields: { inner: block({}, { description }) } },
  }),
});

const { dataSource, ephemeral, listResource, action, provider } = define<undefined>();
const lookup = dataSource({
  name: "thing",
  description,
  schema: defineSchema({ id: { ...text, mode: "required" } }),
  read: async () => ({}),
});
const token = ephemeral({
  name: "token",
  description,
  schema: defineSchema({ value: { ...text, mode: "computed", sensitive: true } }),
  open: async () => ({}),
});
const things = listResource({
  name: "thing",
  description: "All things.",
  schema: defineSchema({ kind: { ...text, mode: "optional" } }),
  list: async function* () {},
});
const shake = action({
  name: "shake",
  description: "Shakes things.",
  schema: defineSchema({ hard: { type: t.bool, mode: "required", description } }),
  invoke: async () => {},
});
const { ask } = rpcOf(
  provider({
    ...providerOf(thing),
    schema: { key: { ...text, mode: "optional", sensitive: true } },
    configure: async () => undefined,
    dataSources: [lookup],
    ephemeralResources: [token],
    operations: async () => ({ listResources: [things], actions: [shake] }),
    functions: [
      { name: "shout", summary: "Loud.", description, parameters: [], returns: t.string, call: () => "" },
    ],
  }),
);

async function thingBlock() {
  const { block } = (await ask("getProviderSchema")).resourceSchemas.test_thing ?? {};
  if (!block) throw new Error("Terraform crashes without a block");
  return block;
}

test("every part has its full name, in the metadata too", async () => {
  const whole = await ask("getProviderSchema");
  expect(whole).toMatchObject({
    provider: {
      version: 0,
      block: { description: "Only for a test.", attributes: [{ name: "key", sensitive: true }] },
    },
    resourceSchemas: { test_thing: { version: 2 } },
    dataSourceSchemas: { test_thing: { version: 0, block: { attributes: [{ name: "id" }] } } },
    ephemeralResourceSchemas: {
      test_token: { version: 0, block: { attributes: [{ name: "value", sensitive: true }] } },
    },
    listResourceSchemas: {
      test_thing: {
        version: 0,
        block: { description: "All things.", attributes: [{ name: "kind", optional: true }] },
      },
    },
    actionSchemas: {
      test_shake: {
        schema: { version: 0, block: { description: "Shakes things.", attributes: [{ name: "hard" }] } },
      },
    },
    functions: { shout: {} },
    diagnostics: [],
    // Terraform plans destroys too, and reads the schema once.
    serverCapabilities: {
      planDestroy: true,
      getProviderSchemaOptional: true,
      moveResourceState: true,
      generateResourceConfig: true,
    },
  });
  expect(whole).not.toHaveProperty("providerMeta");
  expect(await ask("getMetadata")).toMatchObject({
    resources: [{ typeName: "test_thing" }],
    dataSources: [{ typeName: "test_thing" }],
    ephemeralResources: [{ typeName: "test_token" }],
    listResources: [{ typeName: "test_thing" }],
    actions: [{ typeName: "test_shake" }],
    functions: [{ name: "shout" }],
    serverCapabilities: whole.serverCapabilities,
  });
});

test("attributes by mode; a nested one has parts instead of a type, because Terraform rejects both", async () => {
  const { attributes } = await thingBlock();
  const plain = {
    description,
    descriptionKind: StringKind.MARKDOWN,
    required: false,
    optional: false,
    computed: false,
    sensitive: false,
    deprecated: false,
    writeOnly: false,
  };
  const string = encodeType("string");
  const nesting = ObjectNesting.LIST;
  const nestedType = { nesting, attributes: [{ name: "key", computed: true, sensitive: true }] };
  expect(attributes).toMatchObject([
    { ...plain, name: "id", type: string, computed: true },
    { ...plain, name: "required", type: string, required: true },
    {
      ...plain,
      name: "either",
      type: encodeType(["set", "number"]),
      optional: true,
      computed: true,
    },
    { ...plain, name: "secret", type: string, optional: true, sensitive: true },
    { ...plain, name: "pin", type: string, required: true, writeOnly: true },
    { ...plain, name: "hosts", type: { length: 0 }, computed: true, nestedType },
  ]);
});

test("blocks by nesting; a single one has equal limits", async () => {
  const blocks = (await thingBlock()).blockTypes.map(({ block: _, ...rest }) => Object.values(rest));
  expect(blocks).toEqual([
    ["single", BlockNesting.SINGLE, 0, 0],
    ["wanted", BlockNesting.SINGLE, 1, 1],
    ["list", BlockNesting.LIST, 1, 0],
    ["set", BlockNesting.SET, 0, 0],
  ]);
});
