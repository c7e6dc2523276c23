import fc from "fast-check";
import { isFoundBy } from "../../../../src/api/dataPlane/fields";
import type { FieldRecord } from "../../../../src/dataPlane";
import {
  alterationOf,
  bodyIn,
  fieldsToSend,
  isEmpty,
} from "../../../../src/provider/shared/collection/alteration";
import { observedFields } from "../../../../src/provider/shared/collection/observed";
import { droppedBy, patchOf } from "../../../../src/provider/shared/collection/patch";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import { field, fieldRecord } from "../../resources/collection/kit";
import { patched } from "./serverModel";

const schemaOf = (fields: readonly FieldRecord[]) => ({ fields, enable_nested_fields: true });
const facet = (name: string, type = "string") => field(name, type, { facet: true });
const text = (fields: ReturnType<typeof fieldsToSend>) =>
  fields.map((one) => ("drop" in one ? `-${one.name}` : `+${one.name}`)).join(" ");

/** Returns the PATCHes that lead to the planned fields, and the fields afterwards. */
function steps(
  prior: readonly FieldValues[],
  planned: readonly FieldValues[],
  before: readonly FieldRecord[],
) {
  const sent = new Set<string>();
  const patches: string[] = [];
  let now = [...before];
  for (;;) {
    const all = alterationOf(prior, planned, now, sent);
    const patch = patchOf(all, schemaOf(now), bodyIn(planned));
    if (isEmpty(patch)) return { patches, now };
    expect(patches.length).toBeLessThan(8);
    patches.push(text(fieldsToSend(patch, null)));
    now = patched(now, patch);
    for (const { name } of patch.add) sent.add(name);
  }
}

const O = field("o", "object");
test.each<[string, FieldValues[], FieldValues[], string[]]>([
  [
    "an object changes, and its parts stay",
    [O, field("o.p")],
    [facet("o", "object"), field("o.p")],
    ["-o +o"],
  ],
  [
    "an object and its part change: in two PATCHes, because the part would exist twice",
    [O, field("o.p")],
    [facet("o", "object"), facet("o.p")],
    ["-o +o", "-o.p +o.p"],
  ],
  [
    "an object changes and its part is dropped: the server would add it with the object",
    [O, field("o.p")],
    [facet("o", "object")],
    ["-o +o", "-o.p"],
  ],
  [
    "dropping an object drops fields with the same prefix that are no parts",
    [O, field("other"), field("b")],
    [field("other"), field("b")],
    ["-o -other +other"],
  ],
  [
    "adding an object would duplicate fields with the same prefix",
    [field("other"), field("o.p")],
    [O, field("other"), field("o.p")],
    ["-other -o.p +o +other +o.p"],
  ],
  [
    "a string becomes an object",
    [field("o"), field("other")],
    [O, field("other")],
    ["-o", "-other +o +other"],
  ],
  ["an object becomes a string", [O, field("other")], [field("o"), field("other")], ["-o -other +o +other"]],
  [
    "parts of parts",
    [O, field("o.p", "object"), field("o.p.q")],
    [facet("o", "object"), facet("o.p", "object"), facet("o.p.q")],
    ["-o +o", "-o.p +o.p", "-o.p.q +o.p.q"],
  ],
  [
    "`.*` gets another type",
    [field(".*", "auto"), field("b")],
    [field(".*", "string*"), field("b")],
    ["-.*", "+.*"],
  ],
])("%s", (_, prior, planned, expected) => {
  const before = prior.map((one) => fieldRecord(one.name, one.type));
  const { patches, now } = steps(prior, planned, before);
  expect(patches).toEqual(expected);
  expect(now.map(({ name, type }) => `${name} ${type}`).sort()).toEqual(
    planned.map(({ name, type }) => `${name} ${type}`).sort(),
  );
});

test("restores an unmanaged field with the same prefix as the server shows it", () => {
  const foreign = fieldRecord("other", "string", { locale: "ja", optional: true });
  const { now } = steps(
    [O, field("b")],
    [field("b")],
    [fieldRecord("o", "object"), fieldRecord("o.p"), fieldRecord("b"), foreign],
  );
  expect(now.map(({ name }) => name)).toEqual(["b", "other"]);
  expect(now[1]).toMatchObject({ locale: "ja", optional: true });
});

test("does not drop a field that it could not restore", () => {
  const vector = fieldRecord("other", "float[]", { embed: { model_config: { api_key: "sk-12***" } } });
  expect(() =>
    steps([O, field("b")], [field("b")], [fieldRecord("o", "object"), fieldRecord("b"), vector]),
  ).toThrow(/"other" would be lost with field "o"/);
});

test.each<[string, FieldValues[], FieldValues[], boolean]>([
  ["it changes", [field("rank", "int32")], [facet("rank", "int32")], true],
  [
    "a default of it is spelled out",
    [field("rank", "int32")],
    [field("rank", "int32", { sort: true })],
    false,
  ],
  ["another one changes", [field("rank", "int32"), field("b")], [field("rank", "int32"), facet("b")], false],
  [
    "an object whose name is a prefix of it is dropped",
    [field("rank", "int32"), field("ra", "object")],
    [field("rank", "int32")],
    true,
  ],
  [
    "such an object is added",
    [field("rank", "int32")],
    [field("rank", "int32"), field("ra", "object")],
    true,
  ],
  [
    "a pattern that it matches is dropped",
    [field("rank", "int32"), field("r.*", "auto")],
    [field("rank", "int32")],
    true,
  ],
  ["`.*` is dropped", [field("rank", "int32"), field(".*", "auto")], [field("rank", "int32")], false],
])("knows if an edit drops the default sorting field: %s", (_, prior, planned, expected) => {
  const before = prior.map((one) => fieldRecord(one.name, one.type));
  const dropped = droppedBy(alterationOf(prior, planned, before), schemaOf(before));
  expect(dropped.has("rank")).toBe(expected);
});

const names = ["a", "b", "c_t", "o", "oo", "o.p", "o.p.q", ".*", ".*_t"];
const someField = fc
  .record({
    name: fc.constantFrom(...names),
    type: fc.constantFrom("string", "int32", "auto", "object"),
    facet: fc.constantFrom(null, true, false),
    locale: fc.constantFrom(null, "", "ja"),
    range_index: fc.constantFrom(null, true, false),
    extra: fc.constantFrom(null, '{"truncate_len":9}', '{"truncate_len":100}', '{"stem_dictionary":""}'),
  })
  .map(({ name, type, ...more }) => field(name, type, more));
const schemas = fc.uniqueArray(someField, { selector: ({ name }) => name, minLength: 1 });
const byName = (fields: readonly FieldValues[]) => [...fields].sort((a, b) => (a.name < b.name ? -1 : 1));

/** Returns a field as a server shows it. */
const shown = ({ truncate_len: _, range_index: ranges, ...record }: FieldRecord): FieldRecord =>
  ({ ...record, range_index: ranges === true ? true : null }) as FieldRecord;

test("the PATCHes from any fields to any others are accepted by genuine servers", () => {
  fc.assert(
    fc.property(
      schemas,
      schemas,
      fc.uniqueArray(fc.constantFrom("x", "y_t", "o.z")),
      fc.boolean(),
      (prior, planned, found, hasForeign) => {
        const covered = found.filter((name) => prior.some((one) => isFoundBy(name, one)));
        const foreign = [fieldRecord("oz", "string", { optional: true })].filter(
          ({ name }) => hasForeign && ![...prior, ...planned].some((one) => isFoundBy(name, one)),
        );
        const configured = patched([], { drop: [], add: [] }).concat(
          prior.map((one) => fieldRecord(one.name, one.type, { ...bodyIn(prior)(one.name) })),
        );
        const before = [
          ...configured,
          ...covered.map((name) => fieldRecord(name, "string", { optional: true })),
          ...foreign,
        ];
        const { now } = steps(prior, planned, before.map(shown));
        expect(now.map(({ name }) => name)).toEqual(expect.arrayContaining(foreign.map(({ name }) => name)));
        const own = now.filter(({ name }) => name !== "oz").map(shown);
        expect(byName(observedFields(own, planned))).toEqual(byName(planned));
      },
    ),
    { numRuns: 400 },
  );
});
