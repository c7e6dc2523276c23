import * as fc from "fast-check";
import { type Hit, parseSort, sorted, withDefaults } from "../../../../src/emulator/nodes/search/sort";

const FIELDS = [
  { name: "rank", type: "int32", sort: true },
  { name: "price", type: "float", sort: true },
  { name: "title", type: "string", sort: true },
  { name: "sold", type: "bool", sort: true },
  { name: "note", type: "string", sort: false },
].map((field) => ({ facet: false, index: true, optional: true, ...field }));

const schema = { fields: FIELDS, default_sorting_field: "", enable_nested_fields: false };

const hits: Hit[] = [
  { id: "a", rank: 1, title: "b", sold: true },
  { id: "b", rank: 2, title: "B" },
  { id: "c", rank: 1, title: "c", sold: false },
  { id: "d", price: 0.5 },
].map((document, position) => ({ document, position, textMatch: document.id === "c" ? 9 : 3 }));

const order = (text: string | null, sorting = "") => {
  const used = { ...schema, default_sorting_field: sorting };
  return sorted(hits, withDefaults(parseSort(text, used, 2), used), used)
    .map(({ document }) => document.id)
    .join("");
};

test.each([
  ["rank:asc", "cabd"],
  ["rank:desc", "bcad"],
  ["rank:desc,_text_match:asc", "bacd"],
  [" title:asc , rank:DESC", "bacd"],
  ["sold:desc", "acdb"],
  ["_text_match:desc", "cdba"],
  [null, "cdba"],
])("sort_by %s gives %s", (text, expected) => {
  expect(order(text)).toBe(expected);
});

test("without sort_by, the default_sorting_field orders what matches equally", () => {
  expect(order(null, "rank")).toBe("cbad");
});

test.each([
  ["rank", 400, "Parameter `sort_by` is malformed."],
  ["rank:up", 400, "Order for field` rank` should be either ASC or DESC."],
  ["note:asc", 404, "Could not find a field named `note` in the schema for sorting."],
  ["size:asc", 404, "Could not find a field named `size` in the schema for sorting."],
  ["rank:asc,price:asc,title:asc", 422, "Only upto 2 sort_by fields can be specified."],
])("sort_by %s answers %i: %s", (text, status, message) => {
  expect(() => parseSort(text, schema, 2)).toThrow(expect.objectContaining({ status, message }));
});

test("whatever the values, sorting orders them, keeps all, and puts what has none last", () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), { maxLength: 12 });
  fc.assert(
    fc.property(values, fc.boolean(), (ranks, descending) => {
      const given = ranks.map((rank, position) => ({ document: { rank }, position, textMatch: null }));
      const result = sorted(given, [{ field: "rank", descending }], schema);
      const expected = [...given].sort((left, right) => {
        const [a, b] = [
          left.document.rank ?? (descending ? -1 : 9),
          right.document.rank ?? (descending ? -1 : 9),
        ];
        return (descending ? b - a : a - b) || right.position - left.position;
      });
      expect(result).toEqual(expected);
    }),
  );
});
