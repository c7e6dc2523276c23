import { defineSchema, t } from "../../src/framework";
import { Draft } from "../../src/framework/draft";
import { UNKNOWN } from "../../src/wire/cty/value";
import { record } from "../support/values";

const attribute = { mode: "optional_computed", description: "" } as const;
const schema = defineSchema({
  name: { ...attribute, type: t.string },
  sizes: { ...attribute, type: t.list(t.string) },
});
const prior = record({ name: "a", sizes: ["s", "m"] });

test("what was read of a draft stays as it was; what is read next follows", () => {
  const draft = new Draft(schema, null, prior, prior);
  const [view, changed] = [draft.view, draft.changed];
  draft.set("name", "b");
  expect([view, changed, prior.name]).toEqual([record({ name: "a", sizes: ["s", "m"] }), [], "a"]);
  expect([draft.view, draft.changed]).toEqual([record({ name: "b", sizes: ["s", "m"] }), ["name"]]);
});

test("what is unknown in a part is seen as unknown, and planned as it is", () => {
  const draft = new Draft(schema, null, prior, prior);
  draft.set("sizes", ["s", UNKNOWN]);
  expect([draft.view?.sizes, draft.planned?.sizes]).toEqual([UNKNOWN, ["s", UNKNOWN]]);
});

test("of a delete nothing is planned, and nothing changes", () => {
  const draft = new Draft(schema, null, prior, null);
  draft.set("name", "b");
  expect([draft.view, draft.planned, draft.changed]).toEqual([null, null, []]);
});
