import fc from "fast-check";
import { fieldDefaults, isFoundBy, isObjectType, isPattern } from "../../../src/api/dataPlane/fields";
import type { FieldRecord } from "../../../src/nodes";
import {
  type Alteration,
  alterationOf,
  describeAlteration,
  fieldBody,
  fieldsToSend,
  isEmpty,
} from "../../../src/provider/collection/alteration";
import type { FieldValues } from "../../../src/provider/collection/field";
import { observedFields } from "../../../src/provider/collection/observed";
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
    "-o -o.p +o +o.p",
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

/** A server: drops first, with what goes with it, then adds; refuses what cannot be. A pattern takes what matches it, or not. */
function altered(now: readonly FieldRecord[], { drop, add }: Alteration, takes: boolean): FieldRecord[] {
  for (const name of drop) expect(now.map((one) => one.name)).toContain(name);
  const goes = (record: FieldRecord) =>
    drop.some((name) => {
      const object = now.find((one) => one.name === name && isObjectType(one.type));
      const matches =
        takes && isPattern(name) && name !== ".*" && isFoundBy(record.name, { name, type: "auto" });
      return record.name === name || matches || (object !== undefined && record.name.startsWith(`${name}.`));
    });
  const left = now.filter((record) => !goes(record));
  for (const { name } of add) expect(left.map((one) => one.name)).not.toContain(name);
  return [...left, ...add.map((body) => ({ ...fieldDefaults(body), ...body }) as FieldRecord)];
}

const flag = fc.constantFrom(null, true, false);
const names = ["a", "b", "c_t", "o", "o.p", ".*", ".*_t"];
const someField = fc
  .record({
    name: fc.constantFrom(...names),
    type: fc.constantFrom("string", "int32", "auto", "object"),
    facet: flag,
    store: flag,
    locale: fc.constantFrom(null, "ja"),
    extra: fc.constantFrom(null, '{"stem_dictionary":"x"}', '{"stem_dictionary":""}'),
  })
  .map(({ name, type, ...more }) => field(name, type, more));
const schemas = fc.uniqueArray(someField, { selector: ({ name }) => name, minLength: 1 });
const byName = (fields: readonly FieldValues[]) => [...fields].sort((a, b) => (a.name < b.name ? -1 : 1));

test("one PATCH leads from any fields to any others, and the same edit then sends nothing", () => {
  fc.assert(
    fc.property(
      schemas,
      schemas,
      fc.uniqueArray(fc.constantFrom("x", "y_t", "o.q")),
      fc.boolean(),
      (prior, planned, found, takes) => {
        const configured = altered([], { drop: [], add: prior.map(fieldBody) }, takes);
        const covered = found.filter((name) => prior.some((one) => isFoundBy(name, one)));
        const now = [
          ...configured,
          ...covered.map((name) => fieldRecord(name, "string", { optional: true })),
        ];
        const after = altered(now, alterationOf(prior, planned, now), takes);
        expect(byName(observedFields(after, planned))).toEqual(byName(planned));
        expect(isEmpty(alterationOf(prior, planned, after))).toBe(true);
      },
    ),
  );
});
