import { checks, define, defineResourceSchema, STATE_ONLY, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { providerOf, thingOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const size = { type: t.number, mode: "optional", description, validators: [checks.between(1, 9)] } as const;
const parts = {
  schema: defineResourceSchema({ size: { ...size, updatedBy: STATE_ONLY } }),
  validators: [
    {
      reads: ["size"],
      check: ({ size }: { size: number | null }) =>
        size === 2 ? { path: ["size"], summary: "Not two", detail: "Any other." } : undefined,
    },
  ],
} as const;
const thing = thingOf()({ ...parts, updates: {} });
const { dataSource, provider } = define<undefined>();
const lookup = dataSource({ ...parts, name: "thing", description, read: async () => ({}) });
const { ask } = rpcOf(
  provider({ ...providerOf(thing), ...parts, configure: async () => undefined, dataSources: [lookup] }),
);
const { encode } = codecOf(parts.schema);

test.each(["validateProviderConfig", "validateResourceConfig", "validateDataResourceConfig"] as const)(
  "%s finds a wrong value with its path, then what validators refuse, and nothing else",
  async (rpc) => {
    const validate = async (values: ValueRecord | null) =>
      (await ask(rpc, { typeName: "test_thing", config: encode(values) })).diagnostics;
    const attribute = { steps: [{ attributeName: "size" }] };
    const summary = "Invalid value for size";
    expect(await validate({ size: 10 })).toMatchObject([{ severity: Severity.ERROR, summary, attribute }]);
    expect(await validate({ size: 2 })).toMatchObject([{ summary: "Not two" }]);
    expect(await validate({ size: UNKNOWN })).toEqual([]);
    expect(await validate(null)).toEqual([]);
  },
);

test.each(["validateResourceConfig", "validateDataResourceConfig"] as const)(
  "%s of a type that does not exist",
  async (rpc) => {
    const { diagnostics } = await ask(rpc, { typeName: "test_other", config: encode({}) });
    expect(diagnostics).toMatchObject([{ detail: "This provider has test_thing." }]);
  },
);
