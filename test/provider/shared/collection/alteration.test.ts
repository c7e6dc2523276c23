import type { FieldRecord } from "../../../../src/dataPlane";
import {
  alterationOf,
  describeAlteration,
  fieldBody,
  fieldsToSend,
  isEmpty,
} from "../../../../src/provider/shared/collection/alteration";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import { field, fieldRecord } from "../../resources/collection/kit";

const A = field("a");
const [FACET, FLAG] = [field("a", "string", { facet: true }), field("b", "bool")];

test.each<[string, FieldValues[], FieldValues[], FieldRecord[], string]>([
  ["nothing", [A], [A], [fieldRecord("a")], ""],
  ["a default that is spelled out", [A], [field("a", "string", { store: true })], [fieldRecord("a")], ""],
  ["a field is added", [A], [A, FLAG], [fieldRecord("a")], "+b"],
  ["a field is dropped", [A, FLAG], [A], [fieldRecord("a"), fieldRecord("b", "bool")], "-b"],
  ["a field is changed", [A], [FACET], [fieldRecord("a")], "-a +a"],
  ["its type is changed", [A], [field("a", "int32")], [fieldRecord("a")], "-a +a"],
  ["already changed outside of Terraform", [A], [FACET], [fieldRecord("a", "string", { facet: true })], ""],
  ["already dropped outside of Terraform", [A, FLAG], [A], [fieldRecord("a")], ""],
  [
    "an edited field was dropped outside of Terraform",
    [A, FLAG],
    [FACET, FLAG],
    [fieldRecord("b", "bool")],
    "+a",
  ],
  [
    "a field that was added since the plan stays",
    [A],
    [A, FLAG],
    [fieldRecord("a"), fieldRecord("new")],
    "+b",
  ],
  [
    "a field that the plan has shown as drift is dropped",
    [A, field("new")],
    [A],
    [fieldRecord("a"), fieldRecord("new")],
    "-new",
  ],
  [
    "already found by a pattern, with the same settings",
    [field(".*", "auto")],
    [field(".*", "auto"), field("a", "string", { optional: true })],
    [fieldRecord(".*", "auto"), fieldRecord("a", "string", { optional: true })],
    "",
  ],
  [
    "found by a pattern, and configured with other settings",
    [field(".*", "auto")],
    [field(".*", "auto"), FACET],
    [fieldRecord(".*", "auto"), fieldRecord("a", "string", { optional: true })],
    "-a +a",
  ],
  [
    "a pattern is dropped, with the fields that it has found",
    [A, field(".*_t")],
    [A],
    [fieldRecord("a"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t -x_t",
  ],
  [
    "a pattern is dropped that a configured field matches",
    [A, field(".*_t"), field("x_t")],
    [A, field("x_t")],
    [fieldRecord("a"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t -x_t +x_t",
  ],
  [
    "a pattern is dropped, and another one finds the same fields",
    [field(".*", "auto"), field(".*_t")],
    [field(".*", "auto")],
    [fieldRecord(".*", "auto"), fieldRecord(".*_t"), fieldRecord("x_t")],
    "-.*_t",
  ],
  [
    "an object is dropped; its parts go with it",
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
    "a type `auto` becomes a given one",
    [field("a", "auto")],
    [A],
    [fieldRecord("a", "auto"), fieldRecord("a", "string", { optional: true })],
    "-a +a",
  ],
])("%s", (_, prior, planned, now, expected) => {
  const alteration = alterationOf(prior, planned, now);
  const sent = fieldsToSend(alteration, null).map((one) => ("drop" in one ? `-${one.name}` : `+${one.name}`));
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
    "cascade_delete",
    { reference: "c.id" },
    { reference: "c.id", extra: '{"cascade_delete":false}' },
    { reference: "c.id", async_reference: false },
    true,
  ],
  ["the distance function of a field that is not a vector", {}, { extra: '{"vec_dist":"ip"}' }, {}, true],
  ["separators", {}, { extra: '{"token_separators":["-"]}' }, {}, true],
  [
    "the redacted part of a credential",
    { extra: '{"embed":{"key":"abc-1"}}' },
    { extra: '{"embed":{"key":"abc-2"}}' },
    { embed: { key: "abc***" } },
    true,
  ],
  [
    "an unchanged credential",
    { extra: '{"embed":{"key":"abc-1"}}' },
    { facet: false, extra: '{"embed":{"key":"abc-1"}}' },
    { embed: { key: "abc***" } },
    false,
  ],
])(
  "compares properties that servers do not show with the state: %s",
  (_, before, after, answered, isSent) => {
    const [prior, planned] = [[field("a", "float[]", before)], [field("a", "float[]", after)]];
    const now = [fieldRecord("a", "float[]", answered)];
    expect(!isEmpty(alterationOf(prior, planned, now))).toBe(isSent);
    // Once it is sent, nothing is left to do.
    const shown = { ...answered, ...(after.range_index ? { range_index: true } : {}) };
    const then = [fieldRecord("a", "float[]", before.range_index ? {} : shown)];
    if (!before.extra?.includes("token"))
      expect(isEmpty(alterationOf(prior, planned, then, new Set(["a"])))).toBe(true);
  },
);

test("compares a field that servers never show with the state", () => {
  const [prior, planned] = [
    field("order_sequence_id"),
    field("order_sequence_id", "string", { facet: true }),
  ];
  expect(isEmpty(alterationOf([prior], [prior], []))).toBe(true);
  expect(alterationOf([prior], [planned], [])).toMatchObject({ drop: ["order_sequence_id"] });
  expect(alterationOf([A], [A, prior], [fieldRecord("a")])).toMatchObject({ drop: [] });
  expect(isEmpty(alterationOf([A], [A, prior], [fieldRecord("a")], new Set([prior.name])))).toBe(true);
});

test("sends only the configured properties, including extra", () => {
  const given = field("v", "float[]", { num_dim: 4, optional: false, extra: '{"vec_dist":"ip"}' });
  expect(fieldBody(given)).toEqual({
    name: "v",
    type: "float[]",
    num_dim: 4,
    optional: false,
    vec_dist: "ip",
  });
});

test("describes an alteration", () => {
  const alteration = { drop: ["a", "b", "c"], add: ["b", "d", "e"].map((name) => fieldBody(field(name))) };
  expect(describeAlteration(alteration)).toBe(
    "field b changes, 2 fields are added (d, e), 2 fields are dropped (a, c)",
  );
});
