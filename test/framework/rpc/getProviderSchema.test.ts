import {
  block,
  define,
  defineResourceSchema,
  defineSchema,
  GONE,
  type Gone,
  STATE_ONLY,
  t,
} from "../../../src/framework";
import {
  BlockNesting,
  GetProviderSchemaResponse,
  ObjectNesting,
  type Schema,
  type SchemaAttribute,
  StringKind,
} from "../../../src/wire";
import { rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;
const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  required: { ...text, mode: "required", updatedBy: STATE_ONLY },
  either: {
    type: t.set(t.number),
    mode: "optional_computed",
    updatedBy: STATE_ONLY,
    description,
    deprecated: true,
  },
  secret: { ...text, mode: "optional", updatedBy: STATE_ONLY, sensitive: true },
  hosts: {
    type: t.nested.map({ key: { ...text, mode: "computed", sensitive: true } }),
    mode: "computed",
    description,
  },
  single: block({ name: { ...text, mode: "optional" } }, { updatedBy: STATE_ONLY, description: "One." }),
  wanted: block({}, { updatedBy: STATE_ONLY, description, minItems: 1 }),
  list: { block: "list", updatedBy: STATE_ONLY, description, fields: {}, minItems: 1, maxItems: 3 },
  set: { block: "set", updatedBy: STATE_ONLY, description, fields: {} },
  map: { block: "map", updatedBy: STATE_ONLY, description, fields: { inner: block({}, { description }) } },
});

const { resource, dataSource, provider } = define<undefined>();
const { ask } = rpcOf(
  provider({
    name: "test",
    description: "A provider.",
    schema: { key: { ...text, mode: "optional", sensitive: true } },
    configure: async () => undefined,
    resources: [
      resource({
        name: "thing",
        description: "A thing.",
        schema,
        version: 2,
        updates: {},
        create: async () => ({}),
        read: async (): Promise<Gone> => GONE,
        delete: async () => {},
      }),
    ],
    dataSources: [
      dataSource({
        name: "thing",
        description: "Looks.",
        schema: defineSchema({ id: { ...text, mode: "required" } }),
        read: async () => ({}),
      }),
    ],
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

async function thing(): Promise<Schema> {
  const schema = (await ask("getProviderSchema")).resourceSchemas.test_thing;
  if (!schema) throw new Error("no schema");
  return schema;
}

const json = (bytes: Uint8Array) =>
  bytes.length === 0 ? undefined : JSON.parse(new TextDecoder().decode(bytes));
const attribute = async (name: string): Promise<SchemaAttribute | undefined> =>
  (await thing()).block?.attributes.find((one) => one.name === name);

test("every part is there under its whole name", async () => {
  const schema = await ask("getProviderSchema");
  expect(Object.keys(schema.resourceSchemas)).toEqual(["test_thing"]);
  expect(Object.keys(schema.dataSourceSchemas)).toEqual(["test_thing"]);
  expect(Object.keys(schema.functions)).toEqual(["shout"]);
  expect(schema.provider).toMatchObject({
    version: 0,
    block: { description: "A provider.", attributes: [{ name: "key", sensitive: true }] },
  });
  expect((await thing()).version).toBe(2);
  expect(schema.providerMeta).toBeUndefined();
  expect(schema.diagnostics).toEqual([]);
});

test("terraform is told to ask at destroy, and to ask for the schema once", async () => {
  const { serverCapabilities } = await ask("getProviderSchema");
  expect(serverCapabilities).toEqual({
    planDestroy: true,
    getProviderSchemaOptional: true,
    moveResourceState: true,
    generateResourceConfig: false,
  });
  expect((await ask("getMetadata")).serverCapabilities).toEqual(serverCapabilities);
});

test.each<[string, unknown, boolean, boolean, boolean]>([
  ["id", "string", false, false, true],
  ["required", "string", true, false, false],
  ["either", ["set", "number"], false, true, true],
  ["secret", "string", false, true, false],
])("attribute %s", async (name, type, required, optional, computed) => {
  const found = await attribute(name);
  expect(found).toMatchObject({
    description,
    descriptionKind: StringKind.MARKDOWN,
    required,
    optional,
    computed,
    writeOnly: false,
  });
  expect(json(found?.type ?? new Uint8Array())).toEqual(type);
  expect(found?.nestedType).toBeUndefined();
  expect(found?.deprecated).toBe(name === "either");
  expect(found?.sensitive).toBe(name === "secret");
});

test("a nested attribute has its parts instead of a type", async () => {
  const hosts = await attribute("hosts");
  expect(hosts?.type).toHaveLength(0);
  expect(hosts?.nestedType).toMatchObject({
    nesting: ObjectNesting.MAP,
    attributes: [{ name: "key", computed: true, sensitive: true }],
  });
});

test.each<[string, BlockNesting, number, number]>([
  ["single", BlockNesting.SINGLE, 0, 0],
  ["wanted", BlockNesting.SINGLE, 1, 1],
  ["list", BlockNesting.LIST, 1, 3],
  ["set", BlockNesting.SET, 0, 0],
  ["map", BlockNesting.MAP, 0, 0],
])("block %s", async (name, nesting, minItems, maxItems) => {
  const found = (await thing()).block?.blockTypes.find(({ typeName }) => typeName === name);
  expect(found).toMatchObject({ nesting, minItems, maxItems });
});

test("every schema has a block, and an attribute either a type or parts: terraform crashes or refuses otherwise", async () => {
  const schema = await ask("getProviderSchema");
  const attributes = [
    ...Object.values(schema.resourceSchemas),
    ...Object.values(schema.dataSourceSchemas),
    schema.provider,
  ].flatMap((one) => one?.block?.attributes ?? [undefined]);
  expect(attributes.every((one) => one && one.type.length > 0 !== (one.nestedType !== undefined))).toBe(true);
});

test("a function's signature", async () => {
  const { functions } = await ask("getProviderSchema");
  const { shout } = functions;
  expect(shout).toMatchObject({
    summary: "Loud.",
    description: "Very loud.",
    parameters: [
      { name: "text", allowNullValue: false, allowUnknownValues: false },
      { name: "more", allowNullValue: true },
    ],
  });
  expect(shout?.parameters.map(({ type }) => json(type))).toEqual(["string", "dynamic"]);
  expect(json(shout?.return?.type ?? new Uint8Array())).toEqual(["list", "string"]);
  expect((await ask("getFunctions")).functions).toEqual(functions);
});

test("the same names without their schemas", async () => {
  expect(await ask("getMetadata")).toMatchObject({
    resources: [{ typeName: "test_thing" }],
    dataSources: [{ typeName: "test_thing" }],
    functions: [{ name: "shout" }],
  });
});

test("survives the wire", async () => {
  const schema = await ask("getProviderSchema");
  expect(GetProviderSchemaResponse.decode(GetProviderSchemaResponse.encode(schema).finish())).toEqual(schema);
});
