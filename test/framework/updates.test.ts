import { block, defineSchema, t } from "../../src/framework";
import { changedNames } from "../../src/framework/updates";
import { UNKNOWN } from "../../src/wire/cty/value";
import { record } from "../support/values";

const description = "Something.";
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

test("a create changes all that has a value", () => {
  const planned = record({ ...prior, id: UNKNOWN, label: null });
  expect(changedNames(fields, null, planned)).toEqual(["id", "name", "note", "regions", "window"]);
});
