import {
  block,
  checks,
  define,
  defineResourceSchema,
  defineSchema,
  GONE,
  type Gone,
  REPLACE,
  STATE_ONLY,
  t,
  type ValuesOf,
} from "../../src/framework";
import {
  type Attribute,
  type Block,
  isComputed,
  isConfigurable,
  isSensitive,
  typeOfField,
  typeOfFields,
} from "../../src/framework/schema";

// Most of this file is judged by the compiler: each @ts-expect-error is an error of its own when its line compiles.

const description = "Something.";

const schema = defineResourceSchema({
  id: { type: t.string, mode: "computed", description },
  name: { type: t.string, mode: "required", updatedBy: "rename", description },
  label: { type: t.string, mode: "optional", updatedBy: "rename", description },
  size: { type: t.number, mode: "optional_computed", updatedBy: "resize", description },
  kind: { type: t.string, mode: "optional", updatedBy: REPLACE, description },
  regions: { type: t.set(t.string), mode: "optional", updatedBy: "resize", description },
  counts: { type: t.map(t.number), mode: "optional", updatedBy: "resize", description },
  hosts: {
    type: t.nested.list({ host: { type: t.string, mode: "computed", description } }),
    mode: "computed",
    description,
  },
  window: block(
    { start: { type: t.string, mode: "required", description } },
    { updatedBy: STATE_ONLY, description },
  ),
  rules: {
    block: "list",
    updatedBy: STATE_ONLY,
    description,
    fields: { port: { type: t.number, mode: "optional", description } },
  },
  named: {
    block: "map",
    updatedBy: STATE_ONLY,
    description,
    fields: { port: { type: t.number, mode: "required", description } },
  },
});

type Values = ValuesOf<typeof schema>;

const values: Values = {
  id: null,
  name: "a",
  label: null,
  size: 3,
  kind: null,
  regions: ["oregon"],
  counts: { oregon: 3 },
  hosts: [{ host: null }],
  window: { start: "02:00" },
  rules: [{ port: null }],
  named: { web: { port: 80 } },
};

describe("types inferred from a schema", () => {
  test("are those of the values", () => {
    const text: string = values.name;
    const maybe: string | null = values.label;
    const ports: (number | null)[] = values.rules.map(({ port }) => port);
    const port: number | undefined = values.named.web?.port;
    expect([text, maybe, ports, port, values.window?.start]).toEqual(["a", null, [null], 80, "02:00"]);
  });

  test("refuse what Terraform would refuse", () => {
    // @ts-expect-error a required value is never null
    ({ ...values, name: null }) satisfies Values;
    // @ts-expect-error a text is no number
    ({ ...values, size: "3" }) satisfies Values;
    // @ts-expect-error a misspelt attribute
    ({ ...values, nmae: "a" }) satisfies Values;
    // @ts-expect-error a misspelt attribute is not there to be read
    values.lable;
    // @ts-expect-error a list of blocks is empty, never null
    ({ ...values, rules: null }) satisfies Values;
    // @ts-expect-error a required part of a block
    ({ ...values, window: { start: null } }) satisfies Values;
    // @ts-expect-error a member of a set
    ({ ...values, regions: [1] }) satisfies Values;
    expect(Object.keys(values)).toEqual(Object.keys(schema));
  });
});

describe("a resource's schema", () => {
  test("names the way of every value that the configuration sets, and of no other", () => {
    // @ts-expect-error a configurable attribute without its lane
    defineResourceSchema({ name: { type: t.string, mode: "required", description } });
    // @ts-expect-error a block without its lane
    defineResourceSchema({ one: { block: "single", description, fields: {} } });
    // @ts-expect-error a computed attribute with a lane
    defineResourceSchema({ id: { type: t.string, mode: "computed", updatedBy: "rename", description } });
    // @ts-expect-error a mode that there is not
    defineSchema({ id: { type: t.string, mode: "compute", description } });
    // @ts-expect-error no description
    defineSchema({ id: { type: t.string, mode: "computed" } });
    expect(defineSchema({ id: { type: t.string, mode: "required", description } })).toHaveProperty("id");
  });

  test("does not compile with an update that is not there, or that makes unknown what is not there", () => {
    const { resource } = define<undefined>();
    const rest = {
      name: "thing",
      description,
      create: async () => ({ id: "1" }),
      read: async (): Promise<Gone> => GONE,
      delete: async () => {},
    };
    const lane = { carriedBy: "PATCH", apply: async () => {} };
    // @ts-expect-error the lane "resize" is missing
    resource({ ...rest, schema, updates: { rename: lane } });
    // @ts-expect-error a lane makes a misspelt field unknown
    resource({ ...rest, schema, updates: { rename: lane, resize: { ...lane, makesUnknown: ["szie"] } } });
    const misspelt = async () => ({ idd: "1" });
    // @ts-expect-error create answers a misspelt field
    resource({ ...rest, schema, updates: { rename: lane, resize: lane }, create: misspelt });
    const made = resource({
      ...rest,
      schema,
      updates: { rename: lane, resize: { ...lane, makesUnknown: ["hosts"] } },
    });
    expect(Object.keys(made.updates)).toEqual(["rename", "resize"]);
  });

  test("checks fit the values that they check", () => {
    const right: (value: string) => string | undefined = checks.oneOf("a");
    // @ts-expect-error a check for texts is none for numbers
    const wrong: (value: number) => string | undefined = checks.oneOf("a");
    expect([right("a"), wrong]).toEqual([undefined, expect.any(Function)]);
  });
});

describe("what Terraform knows of a schema", () => {
  test("is its type", () => {
    expect(typeOfFields(schema)).toEqual([
      "object",
      {
        id: "string",
        name: "string",
        label: "string",
        size: "number",
        kind: "string",
        regions: ["set", "string"],
        counts: ["map", "number"],
        hosts: ["list", ["object", { host: "string" }]],
        window: ["object", { start: "string" }],
        rules: ["list", ["object", { port: "number" }]],
        named: ["map", ["object", { port: "number" }]],
      },
    ]);
  });

  test.each<[string, unknown, unknown]>([
    [
      "object",
      t.object({ a: t.string, b: t.list(t.bool) }).cty,
      ["object", { a: "string", b: ["list", "bool"] }],
    ],
    ["dynamic", t.dynamic.cty, "dynamic"],
    ["nested set", t.nested.set({}).cty, ["set", ["object", {}]]],
    ["nested map", t.nested.map({}).cty, ["map", ["object", {}]]],
    ["set block", typeOfField({ block: "set", description, fields: {} }), ["set", ["object", {}]]],
  ])("%s", (_, cty, expected) => {
    expect(cty).toEqual(expected);
  });

  test.each<[string, Attribute | Block, boolean]>([
    ["a text", schema.name, false],
    ["a secret", { ...schema.name, sensitive: true }, true],
    ["nested attributes", schema.hosts, false],
    [
      "nested attributes with a secret",
      {
        type: t.nested.list({ key: { type: t.string, mode: "computed", sensitive: true, description } }),
        mode: "computed",
        description,
      },
      true,
    ],
    ["a block", schema.window, false],
    ["a block with a secret", block({ key: { ...schema.name, sensitive: true } }, { description }), true],
  ])("a message may not show %s: %#", (_, field, sensitive) => {
    expect(isSensitive(field)).toBe(sensitive);
  });

  test.each<[keyof typeof schema, boolean, boolean]>([
    ["id", false, true],
    ["name", true, false],
    ["label", true, false],
    ["size", true, true],
    ["window", true, false],
  ])("%s: configurable %p, computed %p", (name, configurable, computed) => {
    expect(isConfigurable(schema[name])).toBe(configurable);
    expect(isComputed(schema[name])).toBe(computed);
  });
});
