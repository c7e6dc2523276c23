import { defineSchema, t } from "../../src/framework";
import { changedByUpdate } from "../../src/framework/updates";
import { UNKNOWN } from "../../src/framework/value";
import { record } from "../support/values";

const description = "Something.";
const fields = defineSchema({
  id: { type: t.string, mode: "computed", description },
  name: { type: t.string, mode: "optional", updatedBy: "rename", description },
  label: { type: t.string, mode: "optional", updatedBy: "rename", description },
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
  regions: ["x", "y"],
  window: record({ days: ["mo", "tu"] }),
});

test.each<[string, object, Record<string, string[]>]>([
  ["nothing", {}, {}],
  ["a computed field", { id: UNKNOWN }, {}],
  [
    "two fields of a lane, in the order of the schema",
    { label: "l", name: "b" },
    { rename: ["name", "label"] },
  ],
  [
    "a set in another order, in a block too",
    { regions: ["y", "x"], window: record({ days: ["tu", "mo"] }) },
    {},
  ],
  [
    "several lanes",
    { name: UNKNOWN, regions: [], window: null },
    { rename: ["name"], spread: ["regions"], schedule: ["window"] },
  ],
])("what changes, by lane: %s", (_, changes, expected) => {
  expect(Object.fromEntries(changedByUpdate(fields, prior, record({ ...prior, ...changes })))).toEqual(
    expected,
  );
});
