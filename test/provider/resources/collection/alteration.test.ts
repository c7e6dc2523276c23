import type { FieldRecord } from "../../../../src/dataPlane";
import {
  alterationOf,
  describeAlteration,
  fieldBody,
  fieldsToSend,
  isEmpty,
} from "../../../../src/provider/resources/collection/alteration";
import type { FieldValues } from "../../../../src/provider/resources/collection/schema";
import { field, fieldRecord } from "./kit";

const A = field("a");
const [FACET, FLAG] = [field("a", "string", { facet: true }), field("b", "bool")];

test.each<[string, FieldValues[], FieldValues[], FieldRecord[], string]>([
  ["nothing", [A], [A], [fieldRecord("a")], ""],
  ["a default that is spelled out", [A], [field("a", "string", { store: true })], [fieldRecord("a")], ""],
  ["a field is added", [A], [A, FLAG], [fieldRecord("a")], "+b"],
  ["a field is dropped", [A, FLAG], [A], [fieldRecord("a"), fieldRecord("b", "bool")], "-b"],
  ["a field is changed", [A], [FACET], [fieldRecord("a")], "-a +a"],
  ["its type is changed", [A], [field("a", "int32")], [fieldRecord("a")], "-a +a"],
  ["somebody else has done it already", [A], [FACET], [fieldRecord("a", "string", { facet: true })], ""],
  ["somebody else has dropped it already", [A, FLAG], [A], [fieldRecord("a")], ""],
  ["somebody else has dropped what is changed", [A, FLAG], [FACET, FLAG], [fieldRecord("b", "bool")], "+a"],
  ["what came since the plan stays", [A], [A, FLAG], [fieldRecord("a"), fieldRecord("new")], "+b"],
  [
    "what the plan has shown as drift goes",
    [A, field("new")],
    [A],
    [fieldRecord("a"), fieldRecord("new")],
    "-new",
  ],
  [
    "found by a pattern already, and just so",
    [field(".*", "auto")],
    [field(".*", "auto"), field("a", "string", { optional: true })],
    [fieldRecord(".*", "auto"), fieldRecord("a", "string", { optional: true })],
    "",
  ],
  [
    "found by a pattern, and configured otherwise",
    [field(".*", "auto")],
    [field(".*", "auto"), FACET],
    [fieldRecord(".*", "auto"), fieldRecord("a", "string", { optional: true })],
    "-a +a",
  ],
  [
    "a pattern goes, with what it has found",
    [A, field(".*_t")],
    [A],
    [fieldRecord("a"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t -x_t",
  ],
  [
    "a pattern goes, which a configured field matches",
    [A, field(".*_t"), field("x_t")],
    [A, field("x_t")],
    [fieldRecord("a"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t -x_t +x_t",
  ],
  [
    "a pattern goes, and another one finds the same",
    [field(".*", "auto"), field(".*_t")],
    [field(".*", "auto")],
    [fieldRecord(".*", "auto"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t",
  ],
  [
    "an object goes; its parts need no word",
    [A, field("o", "object")],
    [A],
    [fieldRecord("a"), fieldRecord("o", "object"), fieldRecord("o.p")],
    "-o",
  ],
  [
    "an object changes, and a configured part with it",
    [field("o", "object"), field("o.p")],
    [field("o", "object", { optional: true }), field("o.p")],
    [fieldRecord("o", "object"), fieldRecord("o.p")],
    "-o +o",
  ],
  [
    "a type that is found becomes one that is given",
    [field("a", "auto")],
    [A],
    [fieldRecord("a", "auto"), fieldRecord("a", "string", { optional: true })],
    "-a +a",
  ],
])("%s", (_, prior, planned, now, expected) => {
  const alteration = alterationOf(prior, planned, now);
  const sent = fieldsToSend(alteration).map((one) => ("drop" in one ? `-${one.name}` : `+${one.name}`));
  expect(sent.join(" ")).toBe(expected);
  expect(isEmpty(alteration)).toBe(expected === "");
});

test.each<[string, Partial<FieldValues>, Partial<FieldValues>, object, boolean]>([
  ["a range index is turned on", {}, { range_index: true }, {}, true],
  ["a range index is turned off", { range_index: true }, {}, { range_index: true }, true],
  ["the length of what is indexed", {}, { extra: '{"truncate_len":50}' }, {}, true],
  ["that length, back to the default", { extra: '{"truncate_len":50}' }, {}, {}, true],
  ["that length, as it is by default", {}, { extra: '{"truncate_len":100}' }, {}, false],
  [
    "a delete that goes no further",
    { reference: "c.id" },
    { reference: "c.id", extra: '{"cascade_delete":false}' },
    { reference: "c.id", async_reference: false },
    true,
  ],
  ["the distance of what is no vector", {}, { extra: '{"vec_dist":"ip"}' }, {}, true],
  ["separators, of which there were none", {}, { extra: '{"token_separators":["-"]}' }, {}, true],
  [
    "the rest of a credential",
    { extra: '{"embed":{"key":"abc-1"}}' },
    { extra: '{"embed":{"key":"abc-2"}}' },
    { embed: { key: "abc***" } },
    true,
  ],
  [
    "a credential that is the same",
    { extra: '{"embed":{"key":"abc-1"}}' },
    { facet: false, extra: '{"embed":{"key":"abc-1"}}' },
    { embed: { key: "abc***" } },
    false,
  ],
])("what servers do not answer is compared with the state: %s", (_, before, after, answered, isSent) => {
  const [prior, planned] = [[field("a", "float[]", before)], [field("a", "float[]", after)]];
  const now = [fieldRecord("a", "float[]", answered)];
  expect(!isEmpty(alterationOf(prior, planned, now))).toBe(isSent);
  // Once it is sent, the answer says all that it can say.
  const shown = { ...answered, ...(after.range_index ? { range_index: true } : {}) };
  const then = [fieldRecord("a", "float[]", before.range_index ? {} : shown)];
  if (!before.extra?.includes("token"))
    expect(isEmpty(alterationOf(prior, planned, then, new Set(["a"])))).toBe(true);
});

test("a field that servers never show is compared with the state, too", () => {
  const [prior, planned] = [
    field("order_sequence_id"),
    field("order_sequence_id", "string", { facet: true }),
  ];
  expect(isEmpty(alterationOf([prior], [prior], []))).toBe(true);
  expect(alterationOf([prior], [planned], [])).toMatchObject({ drop: ["order_sequence_id"] });
  expect(alterationOf([A], [A, prior], [fieldRecord("a")])).toMatchObject({ drop: [] });
  expect(isEmpty(alterationOf([A], [A, prior], [fieldRecord("a")], new Set([prior.name])))).toBe(true);
});

test("only what is configured is sent, extra beside it", () => {
  const given = field("v", "float[]", { num_dim: 4, optional: false, extra: '{"vec_dist":"ip"}' });
  expect(fieldBody(given)).toEqual({
    name: "v",
    type: "float[]",
    num_dim: 4,
    optional: false,
    vec_dist: "ip",
  });
});

test("an alteration in words", () => {
  const alteration = { drop: ["a", "b", "c"], add: ["b", "d", "e"].map((name) => fieldBody(field(name))) };
  expect(describeAlteration(alteration)).toBe(
    "field b changes, 2 fields are added (d, e), 2 fields are dropped (a, c)",
  );
});
