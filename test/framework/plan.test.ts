import fc from "fast-check";
import { checks, defineResourceSchema, REPLACE, STATE_ONLY, t } from "../../src/framework";
import { markUnknown, planFields, replacements, samePlan } from "../../src/framework/plan";
import { typeOfFields } from "../../src/framework/schema";
import { changedNames, semanticallyEqual } from "../../src/framework/updates";
import { sameValue } from "../../src/wire/cty/equality";
import { hasUnknown, UNKNOWN, type Value, type ValueRecord } from "../../src/wire/cty/value";
import { anyOf, record } from "../support/values";

const description = "Something.";
const text = { type: t.string, description } as const;
const serial = { ...text, mode: "computed" } as const;

const fields = defineResourceSchema({
  required: { ...text, mode: "required", updatedBy: "rename" },
  optional: {
    ...text,
    mode: "optional",
    updatedBy: "rename",
    semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  },
  either: { ...text, mode: "optional_computed", updatedBy: "resize", validators: [checks.oneOf("a")] },
  computed: { ...text, mode: "computed" },
  kind: { ...text, mode: "optional", updatedBy: REPLACE },
  set: {
    type: t.set(t.string),
    mode: "optional",
    updatedBy: STATE_ONLY,
    description,
    semanticallyEqual: (a: string[], b: string[]) => `${a}`.toLowerCase() === `${b}`.toLowerCase(),
  },
  one: {
    block: "single",
    updatedBy: STATE_ONLY,
    description,
    fields: {
      name: {
        ...text,
        mode: "optional",
        semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
      },
      serial,
    },
  },
  list: {
    block: "list",
    updatedBy: STATE_ONLY,
    description,
    fields: {
      name: { ...text, mode: "required" },
      serial,
      either: { ...text, mode: "optional_computed" },
      inner: { block: "map", description, fields: { serial } },
    },
  },
});

const none: ValueRecord = record({
  ...Object.fromEntries(Object.keys(fields).map((name) => [name, null])),
  list: [],
});
const prior: ValueRecord = record({
  ...none,
  required: "prior",
  optional: "prior",
  either: "prior",
  computed: "prior",
  kind: "prior",
});

/** What Terraform proposes: the configuration, and prior values where it leaves open what is computed. */
function proposedBy(config: ValueRecord, before: ValueRecord | null): ValueRecord {
  const open = (name: string) =>
    (name === "either" || name === "computed") && (config[name] ?? null) === null;
  return record(
    Object.fromEntries(
      Object.keys(fields).map((name) => [
        name,
        open(name) ? (before?.[name] ?? null) : (config[name] ?? null),
      ]),
    ),
  );
}

const plan = (config: ValueRecord, before: ValueRecord | null) => {
  const all = record({ ...none, ...config });
  return planFields(fields, { config: all, prior: before, proposed: proposedBy(all, before) });
};

describe("an attribute is planned", () => {
  test.each<[string, Value, Value, Value]>([
    // name, configured, planned on create, planned on update (prior is "prior")
    ["required", "new", "new", "new"],
    ["required", "prior", "prior", "prior"],
    ["required", UNKNOWN, UNKNOWN, UNKNOWN],
    ["optional", null, null, null],
    ["optional", "new", "new", "new"],
    ["optional", "PRIOR", "PRIOR", "prior"],
    ["optional", UNKNOWN, UNKNOWN, UNKNOWN],
    ["either", null, UNKNOWN, "prior"],
    ["either", "new", "new", "new"],
    ["either", "PRIOR", "PRIOR", "PRIOR"],
    ["either", UNKNOWN, UNKNOWN, UNKNOWN],
    ["computed", null, UNKNOWN, "prior"],
    ["kind", null, null, null],
    ["kind", "new", "new", "new"],
  ])("%s, configured %p", (name, configured, created, updated) => {
    expect(plan({ [name]: configured }, null)[name]).toBe(created);
    expect(plan({ [name]: configured }, prior)[name]).toBe(updated);
  });

  test("a set in another order is the one in state", () => {
    const before = record({ ...prior, set: ["b", "a"] });
    expect(plan({ set: ["a", "b"] }, before).set).toBe(before.set);
  });

  test("what is partly unknown is not compared: authors never see a symbol", () => {
    const before = record({ ...prior, set: ["a", "b"] });
    expect(plan({ set: ["A", "B"] }, before).set).toBe(before.set);
    expect(plan({ set: ["A", UNKNOWN] }, before).set).toEqual(["A", UNKNOWN]);
  });
});

describe("a block is planned", () => {
  const item = (name: string, parts: ValueRecord = {}) =>
    record({ name, serial: null, either: null, inner: record({}), ...parts });

  test("its computed parts are unknown when it is new", () => {
    const inner = record({ key: record({ serial: null }) });
    expect(
      plan(
        {
          one: record({ name: null, serial: null }),
          list: [item("a", { inner }), item("b", { either: "set" })],
        },
        null,
      ),
    ).toMatchObject({
      one: { name: null, serial: UNKNOWN },
      list: [
        { name: "a", serial: UNKNOWN, either: UNKNOWN, inner: { key: { serial: UNKNOWN } } },
        { name: "b", serial: UNKNOWN, either: "set", inner: {} },
      ],
    });
  });

  test("left out is left out", () => {
    expect(plan({}, null)).toMatchObject({ one: null, list: [] });
    expect(plan({}, record({ ...prior, one: record({ name: "a", serial: "s" }) }))).toMatchObject({
      one: null,
    });
  });

  test("unchanged it keeps everything, null parts too", () => {
    const before = record({ ...prior, list: [item("a", { serial: "s-1" })] });
    expect(plan({ list: before.list ?? null }, before).list).toEqual(before.list);
  });

  test("the words in state are kept where they mean the same", () => {
    const before = record({ ...prior, one: record({ name: "a", serial: "s-1" }) });
    const one = (name: Value) => plan({ one: record({ name, serial: "s-1" }) }, before).one;
    expect(one("A")).toEqual({ name: "a", serial: "s-1" });
    expect(one("b")).toEqual({ name: "b", serial: "s-1" });
    expect(one(UNKNOWN)).toEqual({ name: UNKNOWN, serial: "s-1" });
  });

  test("a new neighbour does not touch what Terraform proposes for the others", () => {
    const before = record({ ...prior, list: [item("a", { serial: "s-1", either: "e" })] });
    const proposed = [item("a", { serial: "s-1", either: "e" }), item("b")];
    expect(plan({ list: proposed }, before).list).toMatchObject([
      { name: "a", serial: "s-1", either: "e" },
      { name: "b", serial: UNKNOWN, either: UNKNOWN },
    ]);
  });

  test("a dynamic block whose items are unknown is unknown", () => {
    expect(plan({ one: UNKNOWN, list: UNKNOWN }, null)).toMatchObject({ one: UNKNOWN, list: UNKNOWN });
  });
});

describe("updates", () => {
  test("make unknown what the configuration leaves open", () => {
    const lanes = [{ makesUnknown: ["computed", "either", "optional", "one"] }];
    const marked = markUnknown(
      fields,
      record({ ...none, optional: "set" }),
      record({ ...prior, optional: "set" }),
      lanes,
    );
    expect(marked).toEqual({ ...prior, optional: "set", computed: UNKNOWN, either: UNKNOWN });
    const configured = markUnknown(fields, record({ ...none, either: "set" }), prior, lanes);
    expect(configured.either).toBe("prior");
  });

  test("a field that cannot change in place", () => {
    expect(replacements(fields, prior, record({ ...prior, kind: "new", optional: "new" }))).toEqual(["kind"]);
    expect(replacements(fields, prior, record({ ...prior, kind: UNKNOWN }))).toEqual(["kind"]);
    expect(replacements(fields, prior, record({ ...prior, optional: "new" }))).toEqual([]);
  });
});

describe("means", () => {
  test.each<[string, Value, Value, boolean]>([
    ["the same", "a", "a", true],
    ["the same in other words", "a", "A", true],
    ["something else", "a", "b", false],
    ["nothing and something", null, "a", false],
    ["something and nothing", "a", null, false],
    ["not known yet", "a", UNKNOWN, false],
  ])("%s", (_, before, now, expected) => {
    expect(semanticallyEqual(fields.optional, before, now)).toBe(expected);
  });
});

describe("of any configuration and any state", () => {
  const type = typeOfFields(fields);
  const states = anyOf(type, { unknown: false }).filter(isState);
  const configs = anyOf(type).filter(isState);

  function isState(value: Value): value is ValueRecord {
    return value !== null && value !== UNKNOWN;
  }

  test("planning what is already changes nothing", () => {
    fc.assert(
      fc.property(states, (state) => {
        const config = record({ ...state, computed: null });
        const planned = planFields(fields, { config, prior: state, proposed: proposedBy(config, state) });
        expect(samePlan(fields, state, planned)).toBe(true);
        expect(changedNames(fields, state, planned)).toEqual([]);
      }),
    );
  });

  test("a configured attribute is planned as configured, or as it was", () => {
    fc.assert(
      fc.property(configs, fc.option(states), (config, before) => {
        const planned = planFields(fields, { config, prior: before, proposed: proposedBy(config, before) });
        for (const name of ["required", "optional", "either", "kind"] as const) {
          const value = config[name] ?? null;
          if (value === null) continue;
          const is = (other: Value | undefined) => sameValue("string", planned[name] ?? null, other ?? null);
          expect(is(value) || is(before?.[name])).toBe(true);
        }
      }),
    );
  });

  test("an update makes nothing unknown that the configuration does not", () => {
    fc.assert(
      fc.property(states, states, (state, config) => {
        const planned = planFields(fields, { config, prior: state, proposed: proposedBy(config, state) });
        for (const name of ["required", "optional", "either", "computed", "kind", "set"])
          expect(hasUnknown(planned[name])).toBe(false);
      }),
    );
  });
});
