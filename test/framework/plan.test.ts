import fc from "fast-check";
import { block, defineResourceSchema, defineSchema, STATE_ONLY, t } from "../../src/framework";
import { planFields } from "../../src/framework/plan";
import { typeOfFields } from "../../src/framework/schema";
import { changedNames } from "../../src/framework/updates";
import { sameValue } from "../../src/wire/cty/equality";
import { UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { codecOf } from "../support/rpc";
import { anyOf, record } from "../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;
const serial = { ...text, mode: "computed" } as const;
const ignoringCase = {
  ...text,
  mode: "optional",
  semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
} as const;

const fields = defineResourceSchema({
  required: { ...text, mode: "required", updatedBy: "rename" },
  optional: { ...ignoringCase, updatedBy: "rename" },
  either: { ...text, mode: "optional_computed", updatedBy: "resize" },
  computed: serial,
  set: {
    type: t.set(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description,
    semanticallyEqual: (a: string[], b: string[]) => `${a}`.toLowerCase() === `${b}`.toLowerCase(),
  },
  one: { block: "single", updatedBy: STATE_ONLY, description, fields: { name: ignoringCase, serial } },
  list: {
    block: "list",
    updatedBy: STATE_ONLY,
    description,
    fields: {
      name: { ...text, mode: "required" },
      serial,
      either: { ...text, mode: "optional_computed" },
      inner: { block: "list", description, fields: { serial } },
    },
  },
});

const none = codecOf(fields).whole();
const prior = record({ ...none, required: "prior", optional: "prior", either: "prior", computed: "prior" });

/** Returns Terraform's proposal: the configuration, and prior values for computed attributes that it does not set. */
function proposedBy(config: ValueRecord, before: ValueRecord | null): ValueRecord {
  const proposed = record(config);
  for (const name of ["either", "computed"]) proposed[name] ??= before?.[name] ?? null;
  return proposed;
}

const plan = (config: ValueRecord, before: ValueRecord | null) => {
  const all = record({ ...none, ...config });
  return planFields(fields, { config: all, prior: before, proposed: proposedBy(all, before) });
};

describe("an attribute is planned", () => {
  test.each<[string, Value, Value, Value]>([
    // name, configured, planned on create, planned on update (prior is "prior")
    ["required", "new", "new", "new"],
    ["optional", null, null, null],
    ["optional", "PRIOR", "PRIOR", "prior"],
    ["optional", UNKNOWN, UNKNOWN, UNKNOWN],
    ["either", null, UNKNOWN, "prior"],
    ["either", "new", "new", "new"],
    ["computed", null, UNKNOWN, "prior"],
  ])("%s, configured %p", (name, configured, created, updated) => {
    expect(plan({ [name]: configured }, null)[name]).toBe(created);
    expect(plan({ [name]: configured }, prior)[name]).toBe(updated);
  });

  test("a set in another order keeps the order in state; a partly unknown one is not compared", () => {
    const before = record({ ...prior, set: ["b", "a"] });
    expect(plan({ set: ["a", "b"] }, before).set).toBe(before.set);
    expect(plan({ set: ["B", "A"] }, before).set).toBe(before.set);
    expect(plan({ set: ["B", UNKNOWN] }, before).set).toEqual(["B", UNKNOWN]);
  });
});

describe("a block is planned", () => {
  const item = (name: string, parts: ValueRecord = {}) =>
    record({ name, serial: null, either: null, inner: [], ...parts });

  test("new: its computed parts are unknown", () => {
    const inner = [record({ serial: null })];
    const list = [item("a", { inner }), item("b", { either: "set" })];
    expect(plan({ one: record({ name: null, serial: null }), list }, null)).toMatchObject({
      one: { name: null, serial: UNKNOWN },
      list: [
        { name: "a", serial: UNKNOWN, either: UNKNOWN, inner: [{ serial: UNKNOWN }] },
        { name: "b", serial: UNKNOWN, either: "set", inner: [] },
      ],
    });
  });

  test("keeps the string in state if the configured one is semantically equal", () => {
    const before = record({ ...prior, one: record({ name: "a", serial: "s-1" }) });
    const one = (name: Value) => plan({ one: record({ name, serial: "s-1" }) }, before).one;
    expect(one("A")).toEqual({ name: "a", serial: "s-1" });
    expect(one("b")).toEqual({ name: "b", serial: "s-1" });
    expect(one(UNKNOWN)).toEqual({ name: UNKNOWN, serial: "s-1" });
  });

  test("beside a new one: as Terraform proposes it", () => {
    const before = record({ ...prior, list: [item("a", { serial: "s-1", either: "e" })] });
    const proposed = [item("a", { serial: "s-1", either: "e" }), item("b")];
    expect(plan({ list: proposed }, before).list).toMatchObject([
      { name: "a", serial: "s-1", either: "e" },
      { name: "b", serial: UNKNOWN, either: UNKNOWN },
    ]);
  });
});

describe("of any configuration and any state", () => {
  const type = typeOfFields(fields);
  const isState = (value: Value): value is ValueRecord => value !== null && value !== UNKNOWN;
  const states = anyOf(type, { unknown: false }).filter(isState);
  const configs = anyOf(type).filter(isState);
  const planned = (config: ValueRecord, before: ValueRecord | null) =>
    planFields(fields, { config, prior: before, proposed: proposedBy(config, before) });

  test("planning the state itself changes nothing", () => {
    fc.assert(
      fc.property(states, (state) => {
        const same = planned(record({ ...state, computed: null }), state);
        expect(sameValue(type, state, same)).toBe(true);
        expect(changedNames(fields, state, same)).toEqual([]);
      }),
    );
  });

  test("a configured attribute is planned as configured, or as in state", () => {
    fc.assert(
      fc.property(configs, fc.option(states), (config, before) => {
        const result = planned(config, before);
        for (const name of ["required", "optional", "either"] as const) {
          const value = config[name] ?? null;
          if (value === null) continue;
          expect([value, before?.[name]]).toContain(result[name]);
        }
      }),
    );
  });
});

describe("changed names", () => {
  const renamed = { type: t.string, mode: "optional", updatedBy: "rename", description } as const;
  const fields = defineSchema({
    id: { type: t.string, mode: "computed", description },
    name: renamed,
    label: renamed,
    note: { ...renamed, semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase() },
    regions: { type: t.set(t.string), mode: "optional", updatedBy: "spread", description },
    window: block({ days: { type: t.set(t.string), mode: "required", description } }, { description }),
  });
  const window = record({ days: ["mo", "tu"] });
  const prior = record({ id: "1", name: "a", label: null, note: "n", regions: ["x", "y"], window });

  test.each<[string, object, string[]]>([
    ["several, in the order of the schema", { label: "l", name: "b" }, ["name", "label"]],
    ["what is unknown, in any part", { id: UNKNOWN, regions: ["x", UNKNOWN] }, ["id", "regions"]],
    ["no other order of a set", { regions: ["y", "x"], window: record({ days: ["tu", "mo"] }) }, []],
    ["no semantically equal text", { note: "N" }, []],
    ["another text, a block that goes", { note: "m", window: null }, ["note", "window"]],
  ])("what a plan changes: %s", (_, changes, expected) => {
    expect(changedNames(fields, prior, record({ ...prior, ...changes }))).toEqual(expected);
  });

  test("a create changes everything with a value", () => {
    const planned = record({ ...prior, id: UNKNOWN, label: null });
    expect(changedNames(fields, null, planned)).toEqual(["id", "name", "note", "regions", "window"]);
  });
});
