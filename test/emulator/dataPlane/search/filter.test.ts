import * as fc from "fast-check";
import { compileFilter } from "../../../../src/emulator/dataPlane/search/filter/compile";
import { emptyData } from "../../../../src/emulator/domain/store/data";
import { collection } from "../documents/support";

const FIELDS = [
  { name: "title", type: "string" },
  { name: "tags", type: "string[]", facet: true },
  { name: "rank", type: "int32" },
  { name: "sizes", type: "int64[]" },
  { name: "price", type: "float" },
  { name: "sold", type: "bool" },
  { name: "raw", type: "string", index: false },
  { name: "place", type: "geopoint" },
  { name: "maker", type: "object" },
  { name: "maker.name", type: "string" },
  { name: "parts.weight", type: "float[]" },
];

const DOCUMENTS = [
  {
    id: "a",
    title: "Red Running Shoes",
    tags: ["power tools", "sale"],
    rank: 5,
    sizes: [40, 41],
    price: 9.5,
    sold: true,
  },
  {
    id: "b",
    title: "red",
    tags: ["tools"],
    rank: -3,
    sizes: [],
    price: 10,
    sold: false,
    maker: { name: "Ada" },
    place: [48.85, 2.35],
  },
  {
    id: "c,d",
    title: "Blue: shoes & more",
    rank: 7,
    parts: [{ weight: 1.5 }, { weight: 30 }],
    place: [59.91, 10.75],
  },
];

const OWNERS = filled(
  "owners",
  [
    { name: "city", type: "string" },
    { name: "rank", type: "int32", reference: "c.rank" },
  ],
  [
    { id: "o1", city: "Rome", rank: 5 },
    { id: "o2", city: "Oslo", rank: 7 },
  ],
);

function filled(
  name: string,
  fields: Parameters<typeof collection>[0],
  documents: readonly ({ id: string } & Record<string, unknown>)[],
) {
  const byId = new Map(documents.map((one) => [one.id, one]));
  return collection(fields, { name, enable_nested_fields: true, documents: byId });
}

function kept(text: string, { most = 100, isSince30 = true, validatesNames = true } = {}): string[] {
  const data = emptyData();
  data.collections.set("owners", OWNERS);
  const searched = filled("c", FIELDS, DOCUMENTS);
  const rules = { collection: searched, data, maxOperations: most, isSince30, validatesNames };
  return DOCUMENTS.filter(compileFilter(text, rules)).map(({ id }) => id);
}

test.each([
  ["", ["a", "b", "c,d"]],
  ["title:red", ["a", "b"]],
  ["title: shoes red", ["a"]],
  ["title:=red", ["b"]],
  ["title:= Red running shoes", ["a"]],
  ["title:=red*", ["a", "b"]],
  ["title:run*", ["a"]],
  ["title:!=red", ["a", "c,d"]],
  ["title:!red", ["c,d"]],
  ["title:=[red, `Blue: shoes & more`]", ["b", "c,d"]],
  ["title:`shoes && more`", ["c,d"]],
  ["tags:tools", ["a", "b"]],
  ["tags:=tools", ["b"]],
  ["tags:!=[sale]", ["b", "c,d"]],
  ["rank:5", ["a"]],
  ["rank:=5", ["a"]],
  ["rank:!=5", ["b", "c,d"]],
  ["rank:<5", ["b"]],
  ["rank:<=5", ["a", "b"]],
  ["rank:> 5", ["c,d"]],
  ["rank:>=5", ["a", "c,d"]],
  ["rank:[-3..5]", ["a", "b"]],
  ["rank:-3..5", ["a", "b"]],
  ["rank:[-3, 6..8]", ["b", "c,d"]],
  ["rank:!=[-3, 7]", ["a"]],
  ["rank:![-3..5]", ["c,d"]],
  ["sizes:41", ["a"]],
  ["sizes:!=41", ["b", "c,d"]],
  ["price:9.5", ["a"]],
  ["price:[9.5..9.9]", ["a"]],
  ["price:>1e0", ["a", "b"]],
  ["sold:true", ["a"]],
  ["sold:!=true", ["b", "c,d"]],
  ["sold:=[true,false]", ["a", "b"]],
  ["id:a", ["a"]],
  ["id:=[a,`c,d`]", ["a", "c,d"]],
  ["id:!=a", ["b", "c,d"]],
  ["id:*", ["a", "b", "c,d"]],
  ["maker.name:ada", ["b"]],
  ["parts.weight:>20", ["c,d"]],
  ['title:"running shoes"', ["a"]],
  ['title:"shoes running"', []],
  ["rank:!5", ["b", "c,d"]],
  ["sold:!true", ["b", "c,d"]],
  ["parts.{weight:>1 && weight:<2}", ["c,d"]],
  ["parts.{weight:>2 && weight:<20}", []],
  ["place:(48.9, 2.3, 20 km)", ["b"]],
  ["place:(48.9, 2.3, 2 mi)", []],
  ["place:[(48.9, 2.3, 20 km), (60, 10, 100 km)]", ["b", "c,d"]],
  ["place:(55, 5, 55, 15, 65, 15, 65, 5)", ["c,d"]],
  ["place:([48.9, 2.3], radius: 20 km, exact_filter_radius: 5 km)", ["b"]],
  ["place:(48.9, 2.3, 20 km) && rank:<0", ["b"]],
  ["$owners(city:Rome)", ["a"]],
  ["!$owners(city:Rome)", ["b", "c,d"]],
  ["$owners(city:Rome) || title:=red", ["a", "b"]],
  ["(title:=red)(rank:5)", ["a"]],
  ["title:red && rank:>0", ["a"]],
  ["title:blue || rank:<0", ["b", "c,d"]],
  // Both operators bind equally, from left to right.
  ["title:blue || rank:5 && sold:true", ["a"]],
  ["title:blue || (rank:5 && sold:true)", ["a", "c,d"]],
  ["(title:red)&&(rank:<0||rank:>4)", ["a", "b"]],
])("%s keeps %j", (text, expected) => {
  expect(kept(text)).toEqual(expected);
});

test("servers below 30 support neither phrases nor negated numbers and booleans", () => {
  const older = (text: string) => kept(text, { isSince30: false });
  expect(older('title:"shoes running"')).toEqual(["a"]);
  expect(() => older("rank:!5")).toThrow("Numerical field has an invalid comparator.");
  expect(() => older("sold:!true")).toThrow("must be `true` or `false`");
});

test("a condition on an unknown field can match nothing instead of being rejected", () => {
  expect(kept("size:5 || rank:5", { validatesNames: false })).toEqual(["a"]);
});

test.each([
  ["rank", "Could not parse the filter query."],
  ["rank:5 & sold:true", "Error with filter field `rank`: Numerical field has an invalid comparator."],
  ["& rank:5", "Could not parse the filter filter_query."],
  ["rank:5 &&", "Could not parse the filter query: unbalanced `&&` operands."],
  ["|| rank:5", "Could not parse the filter query: unbalanced `||` operands."],
  ["(rank:5", "Could not parse the filter query: unbalanced parentheses."],
  ["rank:5)", "Could not parse the filter query: unbalanced parentheses."],
  ["()", "Filter query cannot be empty."],
  ["size:5", "Could not find a filter field named `size` in the schema."],
  ["raw:x", "Cannot filter on non-indexed field `raw`."],
  ["rank:x", "Error with filter field `rank`: Numerical field has an invalid comparator."],
  ["rank:", "Error with filter field `rank`: Numerical field has an invalid comparator."],
  ["rank:1.5", "Error with filter field `rank`: Not an int32."],
  ["rank:>3000000000", "Error with filter field `rank`: `3000000000` exceeds the range of an int32."],
  ["sizes:1.5", "Error with filter field `sizes`: Not an int64."],
  ["price:>1.x", "Error with filter field `price`: Not a float."],
  ["sold:yes", "Value of filter field `sold` must be `true` or `false`."],
  ["sold:=", "Error with filter field `sold`: Filter value cannot be empty."],
  ["title:", "Error with filter field `title`: Filter value cannot be empty."],
  ["id:=", "Error with filter field `id`: Filter value cannot be empty."],
  [
    "maker:x",
    "Error with filter field `maker`: Unidentified field data type, see docs for supported data types.",
  ],
  [
    "place:1",
    "Value of filter field `place`: must be in the `(-44.50, 170.29, 0.75 km)` or (56.33, -65.97, 23.82, -127.82) format.",
  ],
  ["place:(1, 2, 3 ft)", "Unit must be either `km` or `mi`."],
  ["$owners:x", "Could not parse the reference filter: `$owners:x`."],
  ["$nobody(id:1)", "Referenced collection `nobody` not found."],
  [
    "$owners(size:1)",
    "Failed to join on `owners` collection: Could not find a filter field named `size` in the schema.",
  ],
  ["parts.{weight:1", "Could not parse the object filter: unbalanced curly braces."],
  ["title:=[ ]", "Error with filter field `title`: Filter value cannot be empty."],
  ["title:!!!", "Error with filter field `title`: Filter value cannot be empty."],
])("%s is rejected: %s", (text, message) => {
  expect(() => kept(text)).toThrow(expect.objectContaining({ status: 400, message }));
});

test("the limit counts conditions and operators together", () => {
  expect(kept("rank:5 && rank:5", { most: 3 })).toEqual(["a"]);
  expect(() => kept("rank:5 && rank:5", { most: 2 })).toThrow(
    "`filter_by` has too many operations. Maximum allowed: 2.",
  );
});

test("operators combine conditions from left to right", () => {
  const conditions = fc.array(fc.constantFrom<string[]>("rank:5", "title:red", "sold:!=true", "price:>9.6"), {
    minLength: 1,
    maxLength: 6,
  });
  const operators = fc.array(fc.constantFrom("&&", "||"), { minLength: 6, maxLength: 6 });
  fc.assert(
    fc.property(conditions, operators, fc.boolean(), (parts, between, grouped) => {
      const joined = parts.reduce((text, part, index) => {
        const all = `${text}${between[index]}${part}`;
        return grouped ? `(${all})` : all;
      });
      const expected = parts
        .map((part) => kept(part))
        .reduce((left, right, index) =>
          between[index] === "&&"
            ? left.filter((id) => right.includes(id))
            : left.concat(right.filter((id) => !left.includes(id))),
        );
      expect(kept(joined)).toEqual(expected.sort());
    }),
    { numRuns: 60 },
  );
});

test("every text is a valid filter or rejected with 400", () => {
  const pieces = fc.constantFrom(
    "rank",
    "title",
    ":",
    "=",
    "!",
    "[",
    "]",
    "..",
    ",",
    "`",
    "(",
    ")",
    "&",
    "|",
    "5",
    " ",
    "*",
    "$owners",
    "place",
    "{",
    "}",
    '"',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 12 }), (all) => {
      try {
        kept(all.join(""));
      } catch (error) {
        expect(error).toMatchObject({ name: "NodeRefusalError", status: 400 });
      }
    }),
    { numRuns: 300 },
  );
});
