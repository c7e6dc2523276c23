import { block, define, defineResourceSchema, defineSchema, STATE_ONLY, t } from "../../../src/framework";
import { BlockNesting, ObjectNesting, type Schema, StringKind } from "../../../src/wire";
import { thingOf } from "../../support/call";
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
    either: { type: t.set(t.number), mode: "optional_computed", updatedBy, description, deprecated: true },
    secret: { ...text, mode: "optional", updatedBy, sensitive: true },
    hosts: {
      type: t.nested.map({ key: { ...text, mode: "computed", sensitive: true } }),
      mode: "computed",
      description,
    },
    single: block({ name: { ...text, mode: "optional" } }, { updatedBy, description: "One." }),
    wanted: block({}, { updatedBy, description, minItems: 1 }),
    list: { block: "list", updatedBy, description, fields: {}, minItems: 1, maxItems: 3 },
    set: { block: "set", updatedBy, description, fields: {} },
    map: { block: "map", updatedBy, description, fields: { inner: block({}, { description }) } },
  }),
});

const { dataSource, provider } = define<undefined>();
const lookup = dataSource({
  name: "thing",
  description,
  schema: defineSchema({ id: { ...text, mode: "required" } }),
  read: async () => ({}),
});
const { ask } = rpcOf(
  provider({
    name: "test",
    description: "A provider.",
    schema: { key: { ...text, mode: "optional", sensitive: true } },
    configure: async () => undefined,
    resources: [thing],
    dataSources: [lookup],
    functions: [
      {
        name: "shout",
        summary: "Loud.",
        description: "Very loud.",
        parameters: [
          { name: "text", type: t.string, description },
          { name: "more", type: t.dynamic, description, allowNull: true },
        ],
        returns: t.list(t.string),
        call: () => [],
      },
    ],
  }),
);

const schema = () => ask("getProviderSchema");

async function thingBlock(): Promise<NonNullable<Schema["block"]>> {
  const { block } = (await schema()).resourceSchemas.test_thing ?? {};
  if (!block) throw new Error("Terraform crashes without a block");
  return block;
}

const typeIn = (json: Uint8Array | undefined): unknown => JSON.parse(new TextDecoder().decode(json));

test("every part is there under its whole name, in the metadata too", async () => {
  const whole = await schema();
  expect(whole).toMatchObject({
    provider: {
      version: 0,
      block: { description: "A provider.", attributes: [{ name: "key", sensitive: true }] },
    },
    resourceSchemas: { test_thing: { version: 2 } },
    dataSourceSchemas: { test_thing: { version: 0, block: { attributes: [{ name: "id" }] } } },
    functions: { shout: {} },
    diagnostics: [],
  });
  expect(whole.providerMeta).toBeUndefined();
  expect(await ask("getMetadata")).toMatchObject({
    resources: [{ typeName: "test_thing" }],
    dataSources: [{ typeName: "test_thing" }],
    functions: [{ name: "shout" }],
    serverCapabilities: whole.serverCapabilities,
  });
});

test("Terraform plans destroys too, and reads the schema once", async () => {
  expect((await schema()).serverCapabilities).toEqual({
    planDestroy: true,
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: false,
  });
});

test.each<[string, unknown, required: boolean, optional: boolean, computed: boolean]>([
  ["id", "string", false, false, true],
  ["required", "string", true, false, false],
  ["either", ["set", "number"], false, true, true],
  ["secret", "string", false, true, false],
])("attribute %s", async (name, type, required, optional, computed) => {
  const found = (await thingBlock()).attributes.find((one) => one.name === name);
  expect(found).toMatchObject({
    description,
    descriptionKind: StringKind.MARKDOWN,
    required,
    optional,
    computed,
  });
  expect(found).toMatchObject({
    deprecated: name === "either",
    sensitive: name === "secret",
    writeOnly: false,
  });
  expect(typeIn(found?.type)).toEqual(type);
  expect(found?.nestedType).toBeUndefined();
});

test("a nested attribute has its parts instead of a type: Terraform refuses both", async () => {
  const hosts = (await thingBlock()).attributes.find(({ name }) => name === "hosts");
  expect(hosts?.type).toHaveLength(0);
  expect(hosts?.nestedType).toMatchObject({
    nesting: ObjectNesting.MAP,
    attributes: [{ name: "key", computed: true, sensitive: true }],
  });
});

test("blocks by nesting; of a single one least and most are the same", async () => {
  const blocks = (await thingBlock()).blockTypes.map(({ block: _, ...rest }) => Object.values(rest));
  expect(blocks).toEqual([
    ["single", BlockNesting.SINGLE, 0, 0],
    ["wanted", BlockNesting.SINGLE, 1, 1],
    ["list", BlockNesting.LIST, 1, 3],
    ["set", BlockNesting.SET, 0, 0],
    ["map", BlockNesting.MAP, 0, 0],
  ]);
});

test("a function's signature", async () => {
  const { functions } = await schema();
  const { shout } = functions;
  expect(shout).toMatchObject({
    summary: "Loud.",
    description: "Very loud.",
    parameters: [
      { name: "text", allowNullValue: false, allowUnknownValues: false },
      { name: "more", allowNullValue: true },
    ],
  });
  expect(shout?.parameters.map(({ type }) => typeIn(type))).toEqual(["string", "dynamic"]);
  expect(typeIn(shout?.return?.type)).toEqual(["list", "string"]);
  expect((await ask("getFunctions")).functions).toEqual(functions);
});
