import {
  block,
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
import { isSensitive, sensitiveStrings } from "../../src/framework/schema";

// Most of this file is judged by the compiler: each @ts-expect-error is an error of its own when its line compiles.

const description = "Something.";
const text = { type: t.string, description } as const;
const updatedBy = STATE_ONLY;
const port = { type: t.number, mode: "required", description } as const;

const schema = defineResourceSchema({
  id: { ...text, mode: "computed" },
  name: { ...text, mode: "required", updatedBy: "rename" },
  label: { ...text, mode: "optional", updatedBy: "rename" },
  size: { type: t.number, mode: "optional_computed", updatedBy: "resize", description },
  kind: { ...text, mode: "optional", updatedBy: REPLACE },
  regions: { type: t.set(t.string), mode: "optional", updatedBy: "resize", description },
  counts: { type: t.map(t.number), mode: "optional", updatedBy: "resize", description },
  hosts: {
    type: t.nested.list({ host: { ...text, mode: "computed" } }),
    mode: "computed",
    description,
  },
  window: block({ start: { ...text, mode: "required" } }, { updatedBy, description }),
  rules: { block: "list", updatedBy, description, fields: { port: { ...port, mode: "optional" } } },
  fields: block.set({ name: { ...text, mode: "required" } }, { updatedBy, description, minItems: 1 }),
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
  fields: [{ name: "title" }],
};

describe("types inferred from a schema", () => {
  test("reject what Terraform would reject", () => {
    // @ts-expect-error a required value is never null
    ({ ...values, name: null }) satisfies Values;
    // @ts-expect-error a text is no number
    ({ ...values, size: "3" }) satisfies Values;
    // @ts-expect-error a misspelt attribute
    ({ ...values, nmae: "a" }) satisfies Values;
    // @ts-expect-error a list of blocks is empty, never null
    ({ ...values, rules: null }) satisfies Values;
    // @ts-expect-error a required part of a block
    ({ ...values, window: { start: null } }) satisfies Values;
    // @ts-expect-error a required part of a block in a list
    ({ ...values, fields: [{ name: null }] }) satisfies Values;
    // @ts-expect-error a member of a set
    ({ ...values, regions: [1] }) satisfies Values;
    expect(Object.keys(values)).toEqual(Object.keys(schema));
  });
});

describe("a resource's schema", () => {
  test("names the update of each configurable value, and of no other", () => {
    // @ts-expect-error a configurable attribute without its update
    defineResourceSchema({ name: { ...text, mode: "required" } });
    // @ts-expect-error a block without its update
    defineResourceSchema({ one: { block: "single", description, fields: {} } });
    // @ts-expect-error a computed attribute with an update
    defineResourceSchema({ id: { ...text, mode: "computed", updatedBy: "rename" } });
    // @ts-expect-error a mode that does not exist
    defineSchema({ id: { ...text, mode: "compute" } });
    // @ts-expect-error no description
    defineSchema({ id: { type: t.string, mode: "computed" } });
    expect(defineSchema({ id: { ...text, mode: "required" } })).toHaveProperty("id");
  });

  test("has write-only arguments where Terraform allows them, without an update", () => {
    const pin = { ...text, mode: "optional", writeOnly: true } as const;
    // @ts-expect-error with an update
    defineResourceSchema({ pin: { ...pin, updatedBy } });
    // @ts-expect-error computed
    defineResourceSchema({ pin: { ...pin, mode: "optional_computed" } });
    // @ts-expect-error computed, in a block
    defineResourceSchema({ locks: block({ pin: { ...pin, mode: "computed" } }, { updatedBy, description }) });
    // @ts-expect-error in a set
    defineResourceSchema({ locks: block.set({ pin }, { updatedBy, description }) });
    // @ts-expect-error in a set
    defineResourceSchema({ locks: { block: "set", fields: { pin }, updatedBy, description } });
    const one = block({ pin }, { description });
    // @ts-expect-error in a block of a set
    defineResourceSchema({ locks: block.set({ one }, { updatedBy, description }) });
    // @ts-expect-error in the schema of anything but a resource
    defineSchema({ pin });
    // @ts-expect-error in a nested attribute
    t.nested.single({ pin });
    const locks = block.list({ pin: { ...pin, mode: "required" } }, { updatedBy, description });
    const schema = defineResourceSchema({ pin, locks });
    const values: ValuesOf<typeof schema> = { pin: null, locks: [{ pin: null }] };
    expect(Object.keys(schema)).toEqual(Object.keys(values));
  });

  test("does not compile with an update that is missing, or that makes unknown what does not exist", () => {
    const { resource } = define<undefined>();
    const rest = {
      name: "thing",
      description,
      create: async () => ({ id: "1" }),
      read: async (): Promise<Gone> => GONE,
      delete: async () => {},
    };
    const rename = { request: "PATCH", apply: async () => {} };
    // @ts-expect-error the update "resize" is missing
    resource({ ...rest, schema, updates: { rename } });
    // @ts-expect-error an update makes a misspelt attribute unknown
    resource({ ...rest, schema, updates: { rename, resize: { ...rename, makesUnknown: ["szie"] } } });
    const misspelt = async () => ({ idd: "1" });
    // @ts-expect-error create answers a misspelt attribute
    resource({ ...rest, schema, updates: { rename, resize: rename }, create: misspelt });
    const updates = { rename, resize: { ...rename, makesUnknown: ["hosts"] } } as const;
    expect(Object.keys(resource({ ...rest, schema, updates }).updates)).toEqual(["rename", "resize"]);
  });
});

test("a field is sensitive if any part of it is", () => {
  const secret = { ...text, mode: "computed", sensitive: true } as const;
  const nested = { ...text, type: t.nested.list({ secret }), mode: "computed" } as const;
  expect([secret, nested, block({ secret }, { description })].map(isSensitive)).toEqual([true, true, true]);
  expect([schema.name, schema.hosts, schema.window].map(isSensitive)).toEqual([false, false, false]);
  expect(isSensitive({ ...text, mode: "optional", writeOnly: true })).toBe(true);
});

test("the strings among the sensitive values include those in JSON, which a message may quote alone", () => {
  const secret = { ...text, mode: "optional", sensitive: true } as const;
  const found = (value: string) => sensitiveStrings({ secret }, { secret: value });
  const tokens = JSON.stringify({ token: "one-token", list: [{ other: "two-token" }, 7, null] });
  expect(found(tokens)).toEqual([tokens, "one-token", "two-token"]);
  expect(found("{no JSON")).toEqual(["{no JSON"]);
  expect(found('"quoted"')).toEqual(['"quoted"']);
});
