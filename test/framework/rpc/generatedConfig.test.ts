import { block, checks, defineResourceSchema, STATE_ONLY, t } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import type { ValueRecord } from "../../../src/wire/cty/value";
import { providerOf, thingOf } from "../../support/call";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;
const stateOnly = { updatedBy: STATE_ONLY, description } as const;

const parts = {
  schema: defineResourceSchema({
    id: { ...text, mode: "computed" },
    name: { ...text, mode: "required", updatedBy: STATE_ONLY },
    size: { type: t.number, mode: "optional_computed", ...stateOnly, validators: [checks.between(1, 9)] },
    token: { ...text, mode: "required", writeOnly: true },
    live: { type: t.nested.single({ size: { ...text, mode: "computed" } }), mode: "computed", description },
    rules: {
      ...stateOnly,
      block: "list",
      fields: {
        name: { ...text, mode: "required" },
        serial: { ...text, mode: "computed" },
        pin: { ...text, mode: "optional", writeOnly: true },
      },
    },
    timeouts: block({ create: { ...text, mode: "optional" } }, stateOnly),
  }),
  updates: {},
} as const;
const whole = thingOf()(parts);
const { encode, decode, whole: complete } = codecOf(whole.schema);

const generate = async (state: ValueRecord | null, resource = whole) => {
  const { ask } = rpcOf(providerOf(resource));
  const answer = await ask("generateResourceConfig", { typeName: "test_thing", state: encode(state) });
  return { config: decode(answer.config), diagnostics: answer.diagnostics };
};
const rule = (name: string, serial: string | null, pin: string | null) => record({ name, serial, pin });
const state = {
  id: "t-1",
  name: "one",
  size: 3,
  live: record({ size: "3" }),
  rules: [rule("a", "s-1", null)],
};

test("the configuration has every value that can be configured, and a missing one is a warning", async () => {
  const { config, diagnostics } = await generate(state);
  expect(config).toEqual(complete({ name: "one", size: 3, rules: [rule("a", null, null)] }));
  expect(diagnostics).toMatchObject([
    {
      severity: Severity.WARNING,
      summary: "The generated test_thing has to be completed: token",
      detail: expect.stringMatching(/^token is required/),
    },
  ]);
});

test("a resource chooses the values, and write-only ones never appear", async () => {
  const chosen = thingOf()({
    ...parts,
    configurationOf: ({ name }) => ({ name, token: "s3cret", id: "t-1" }),
  });
  const { config } = await generate(state, chosen);
  expect(config).toEqual(complete({ name: "one" }));
});

test("an invalid value stays, with a warning", async () => {
  const { config, diagnostics } = await generate({ ...state, size: 12 });
  expect(config).toMatchObject({ size: 12 });
  expect(diagnostics.map(({ summary }) => summary)).toContain(
    "The generated test_thing has to be completed: size",
  );
});

test("without a state, all values are null, because Terraform crashes without an object", async () => {
  expect(await generate(null)).toEqual({ config: complete(), diagnostics: [] });
});
