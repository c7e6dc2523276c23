import {
  checks,
  define,
  defineResourceSchema,
  defineSchema,
  GONE,
  type Gone,
  STATE_ONLY,
  t,
} from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const size = { type: t.number, mode: "optional", description, validators: [checks.between(1, 9)] } as const;
const name = { type: t.string, mode: "optional", description } as const;
const rule = {
  reads: ["size", "name"],
  check: ({ size, name }: { size: number | null; name: string | null }) =>
    size === 2 && name === "two"
      ? { path: ["name"], summary: "Not twice", detail: "Say it once." }
      : undefined,
} as const;

const schema = defineSchema({ size, name });
const resourceFields = defineResourceSchema({
  size: { ...size, updatedBy: STATE_ONLY },
  name: { ...name, updatedBy: STATE_ONLY },
});
const { resource, dataSource, provider } = define<undefined>();
const thing = { name: "thing", description, validators: [rule] } as const;
const { ask } = rpcOf(
  provider({
    name: "test",
    description,
    schema,
    validators: [rule],
    configure: async () => undefined,
    resources: [
      resource({
        ...thing,
        schema: resourceFields,
        updates: {},
        create: async () => ({}),
        read: async (): Promise<Gone> => GONE,
        delete: async () => {},
      }),
    ],
    dataSources: [dataSource({ ...thing, schema, read: async () => ({}) })],
    functions: [],
  }),
);
const codec = codecOf(schema);
const typeName = "test_thing";

describe.each<["validateProviderConfig" | "validateResourceConfig" | "validateDataResourceConfig"]>([
  ["validateProviderConfig"],
  ["validateResourceConfig"],
  ["validateDataResourceConfig"],
])("%s", (rpc) => {
  const validate = async (values: Parameters<typeof codec.encode>[0]) =>
    (await ask(rpc, { typeName, config: codec.encode(values) })).diagnostics;

  test("finds a wrong value, with its path", async () => {
    expect(await validate({ size: 10 })).toEqual([
      {
        severity: Severity.ERROR,
        summary: "Invalid value for size",
        detail: "The value of size must be a whole number from 1 to 9, not 10.",
        attribute: { steps: [{ attributeName: "size" }] },
      },
    ]);
  });

  test("finds a broken rule", async () => {
    expect(await validate({ size: 2, name: "two" })).toMatchObject([{ summary: "Not twice" }]);
  });

  test.each<[ValueRecord | null]>([
    [{ size: 2, name: "one" }],
    [{ size: 2, name: UNKNOWN }],
    [{ size: UNKNOWN }],
    [{}],
    [null],
  ])("has nothing against %p", async (values) => {
    expect(await validate(values)).toEqual([]);
  });
});

test.each(["validateResourceConfig", "validateDataResourceConfig"] as const)(
  "%s of a type that there is not",
  async (rpc) => {
    const { diagnostics } = await ask(rpc, { typeName: "test_other", config: codec.encode({}) });
    expect(diagnostics).toMatchObject([
      { severity: Severity.ERROR, detail: "This provider has test_thing." },
    ]);
  },
);
