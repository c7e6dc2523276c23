import { checks, define, defineResourceSchema, GONE, type Gone, STATE_ONLY, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const parts = {
  name: "thing",
  description,
  schema: defineResourceSchema({
    size: {
      type: t.number,
      mode: "optional",
      updatedBy: STATE_ONLY,
      description,
      validators: [checks.between(1, 9)],
    },
  }),
  validators: [
    {
      reads: ["size"],
      check: ({ size }: { size: number | null }) =>
        size === 2 ? { path: ["size"], summary: "Not two", detail: "Any other." } : undefined,
    },
  ],
} as const;
const { resource, dataSource, provider } = define<undefined>();
const { ask } = rpcOf(
  provider({
    ...parts,
    name: "test",
    configure: async () => undefined,
    resources: [
      resource({
        ...parts,
        updates: {},
        create: async () => ({}),
        read: async (): Promise<Gone> => GONE,
        delete: async () => {},
      }),
    ],
    dataSources: [dataSource({ ...parts, read: async () => ({}) })],
    functions: [],
  }),
);
const codec = codecOf(parts.schema);

test.each(["validateProviderConfig", "validateResourceConfig", "validateDataResourceConfig"] as const)(
  "%s finds a wrong value with its path, then what validators refuse, and nothing else",
  async (rpc) => {
    const validate = async (values: Parameters<typeof codec.encode>[0]) =>
      (await ask(rpc, { typeName: "test_thing", config: codec.encode(values) })).diagnostics;
    expect(await validate({ size: 10 })).toEqual([
      {
        severity: Severity.ERROR,
        summary: "Invalid value for size",
        detail: "The value of size must be a whole number from 1 to 9, not 10.",
        attribute: { steps: [{ attributeName: "size" }] },
      },
    ]);
    expect(await validate({ size: 2 })).toMatchObject([{ summary: "Not two" }]);
    expect(await validate({ size: UNKNOWN })).toEqual([]);
    expect(await validate(null)).toEqual([]);
  },
);

test.each(["validateResourceConfig", "validateDataResourceConfig"] as const)(
  "%s of a type that does not exist",
  async (rpc) => {
    const { diagnostics } = await ask(rpc, { typeName: "test_other", config: codec.encode({}) });
    expect(diagnostics).toMatchObject([{ detail: "This provider has test_thing." }]);
  },
);
