import { defineSchema, t } from "../../src/framework";
import { carriedBy, changedNames } from "../../src/framework/updates";
import { UNKNOWN } from "../../src/wire/cty/value";
import { record } from "../support/values";

const description = "Something.";
const fields = defineSchema({
  id: { type: t.string, mode: "computed", description },
  name: { type: t.string, mode: "optional", updatedBy: "rename", description },
  label: { type: t.string, mode: "optional", updatedBy: "rename", description },
  note: {
    type: t.string,
    mode: "optional",
    updatedBy: "rename",
    description,
    semanticallyEqual: (a: string, b: string) => a.toLowerCase() === b.toLowerCase(),
  },
  regions: { type: t.set(t.string), mode: "optional", updatedBy: "spread", description },
  window: {
    block: "single",
    updatedBy: "schedule",
    description,
    fields: { days: { type: t.set(t.string), mode: "required", description } },
  },
});
const prior = record({
  id: "1",
  name: "a",
  label: null,
  note: "n",
  regions: ["x", "y"],
  window: record({ days: ["mo", "tu"] }),
});

test.each<[string, object, string[]]>([
  ["nothing", {}, []],
  ["several, in the order of the schema", { label: "l", name: "b" }, ["name", "label"]],
  ["what is unknown, in any part", { id: UNKNOWN, regions: ["x", UNKNOWN] }, ["id", "regions"]],
  [
    "a set in another order, in a block too",
    { regions: ["y", "x"], window: record({ days: ["tu", "mo"] }) },
    [],
  ],
  ["a text that means the same", { note: "N" }, []],
  ["a text that means something else, a block that goes", { note: "m", window: null }, ["note", "window"]],
])("what a plan changes: %s", (_, changes, expected) => {
  expect(changedNames(fields, prior, record({ ...prior, ...changes }))).toEqual(expected);
});

test("a create changes all that has a value", () => {
  const planned = record({ ...prior, id: UNKNOWN, label: null });
  expect(changedNames(fields, null, planned)).toEqual(["id", "name", "note", "regions", "window"]);
});

test("an update carries those that name it", () => {
  expect(carriedBy(fields, "rename", ["id", "label", "window"])).toEqual(["label"]);
});
