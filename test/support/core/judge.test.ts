import { UNKNOWN, type Value } from "../../../src/wire";
import { resultErrors } from "./compatible";
import { planErrors } from "./planValid";
import { proposedNew } from "./proposed";
import type { CoreAttribute, CoreBlock } from "./schema";
import { configured, writeOnlyPaths } from "./values";

/** The rejections of Terraform, in its words, and its proposals. */
const FLAGS = {
  required: false,
  optional: false,
  computed: false,
  sensitive: false,
  writeOnly: false,
  deprecated: false,
};
const text = (flags: Partial<CoreAttribute>): CoreAttribute => ({ type: "string", ...FLAGS, ...flags });
const RULE: CoreBlock = {
  attributes: { port: text({ required: true }), id: text({ computed: true }) },
  blocks: {},
  type: ["object", { id: "string", port: "string" }],
};
const BLOCK: CoreBlock = {
  attributes: {
    name: text({ required: true }),
    size: text({ optional: true, computed: true }),
    note: text({ optional: true }),
    secret: text({ optional: true, sensitive: true }),
    key_wo: text({ optional: true, writeOnly: true }),
    id: text({ computed: true }),
  },
  blocks: { rule: { nesting: "list", block: RULE, minItems: 0, maxItems: 0 } },
  type: [
    "object",
    {
      id: "string",
      key_wo: "string",
      name: "string",
      note: "string",
      rule: ["list", RULE.type],
      secret: "string",
      size: "string",
    },
  ],
};
const value = (written: Record<string, unknown>): Value => configured(BLOCK, written);
const CONFIG = { name: "a" };
const STATE = { name: "a", size: "s", id: "1" };

test.each([
  [{ ...CONFIG, id: UNKNOWN, size: UNKNOWN }, []],
  [{ ...CONFIG, note: "n" }, ['.note: planned value cty.StringVal("n") for a non-computed attribute']],
  [{ name: "b" }, ['.name: planned value cty.StringVal("b") does not match config value cty.StringVal("a")']],
  [{ ...CONFIG, secret: "s" }, [".secret: sensitive planned value for a non-computed attribute"]],
  [{ ...CONFIG, key_wo: "k" }, [".key_wo: planned value for write-only attribute is not null"]],
  [{ ...CONFIG, rule: { port: "1" } }, [".rule: block count in plan (1) disagrees with count in config (0)"]],
])("the plan of a new instance: %j", (planned, errors) => {
  expect(planErrors(BLOCK, { prior: null, config: value(CONFIG), planned: value(planned) })).toEqual(errors);
});

test("a plan may keep a prior value, and nothing else that the configuration does not say", () => {
  const prior = value({ ...STATE, note: "old" });
  const config = value({ ...CONFIG, note: "new" });
  expect(planErrors(BLOCK, { prior, config, planned: value({ ...STATE, note: "old" }) })).toEqual([]);
  expect(planErrors(BLOCK, { prior, config, planned: value({ ...STATE, note: "other" }) })).toEqual([
    '.note: planned value cty.StringVal("other") does not match config value cty.StringVal("new") nor prior value cty.StringVal("old")',
  ]);
  expect(planErrors(BLOCK, { prior, config, planned: null })).toEqual([
    ": planned for absence but config wants existence",
  ]);
});

test.each([
  [STATE, []],
  [{ ...STATE, name: "b" }, ['.name: was cty.StringVal("a"), but now cty.StringVal("b")']],
  [{ ...STATE, note: "n" }, ['.note: was null, but now cty.StringVal("n")']],
  [{ ...STATE, secret: "s" }, [".secret: inconsistent values for sensitive attribute"]],
  [{ ...STATE, rule: [{ port: "1" }] }, [".rule: block count changed from 0 to 1"]],
])("the result of a plan: %j", (actual, errors) => {
  const planned = value({ ...CONFIG, size: UNKNOWN, id: UNKNOWN });
  expect(resultErrors(BLOCK, planned, value(actual))).toEqual(errors);
});

test("the proposed state has the configuration, and what is computed from the prior state, in blocks too", () => {
  const prior = value({ ...STATE, note: "n", rule: [{ port: "1", id: "r1" }] });
  const config = value({ ...CONFIG, rule: [{ port: "2" }, { port: "3" }] });
  const rule = [{ port: "2", id: "r1" }, { port: "3" }];
  expect(proposedNew(BLOCK, prior, config)).toEqual(value({ ...STATE, rule }));
  expect(proposedNew(BLOCK, null, config)).toEqual(config);
  expect(proposedNew(BLOCK, null, null)).toBeNull();
});

test("a value of a write-only attribute is found", () => {
  expect(writeOnlyPaths(BLOCK, value({ ...STATE, key_wo: "k" }))).toEqual([".key_wo"]);
});
