import * as fc from "fast-check";
import { sortCriteria } from "../../../../src/emulator/dataPlane/search/sort/criteria";
import { type Hit, topHits } from "../../../../src/emulator/dataPlane/search/sort/order";
import { parseSort } from "../../../../src/emulator/dataPlane/search/sort/parse";
import { emptyData } from "../../../../src/emulator/domain/store/data";
import { collection } from "../documents/support";

const FIELDS = [
  { name: "rank", type: "int32", sort: true },
  { name: "price", type: "float", sort: true },
  { name: "title", type: "string", sort: true },
  { name: "sold", type: "bool", sort: true },
  { name: "note", type: "string", sort: false },
  { name: "place", type: "geopoint", sort: true },
];

const hits: Hit[] = [
  { id: "a", rank: 1, title: "b", sold: true, place: [1, 1] },
  { id: "b", rank: 2, title: "B", place: [2, 2] },
  { id: "c", rank: 1, title: "c", sold: false },
  { id: "d", price: 0.5 },
].map((document, position) => ({
  key: document.id,
  document,
  position,
  score: { high: document.id === "c" ? 9 : 3, low: 0 },
  distance: null,
}));

const OWNERS = collection(
  [
    { name: "age", type: "int32", sort: true },
    { name: "rank", type: "int32", reference: "c.rank" },
  ],
  {
    name: "owners",
    documents: new Map([
      ["1", { id: "1", age: 5, rank: 1 }],
      ["2", { id: "2", age: 1, rank: 1 }],
      ["3", { id: "3", age: 3, rank: 2 }],
    ]),
  },
);

function criteria(text: string, { sorting = "", isWildcard = false } = {}) {
  const searched = collection(FIELDS, { default_sorting_field: sorting });
  const data = emptyData();
  data.collections.set("owners", OWNERS);
  return sortCriteria(parseSort(text), {
    collection: searched,
    filter: { collection: searched, data, maxOperations: 100, isSince30: true },
    q: "x",
    isWildcard,
    isVector: false,
    isGrouped: false,
    groupFound: () => 0,
    seed: 1,
    unionIndex: null,
  });
}

const order = (text: string, options = {}) =>
  topHits(hits, 4, criteria(text, options))
    .map(({ key }) => key)
    .join("");

test.each([
  ["rank:asc", "cabd"],
  ["rank:desc", "bcad"],
  ["rank:desc,_text_match:asc", "bacd"],
  [" title:asc , rank:DESC", "bacd"],
  ["title:desc", "dcba"],
  ["title(missing_values: last):desc", "cbad"],
  ["rank(missing_values: first):asc", "dcab"],
  ["sold:desc", "acdb"],
  ["_text_match:desc", "cdba"],
  ["_text_match(buckets: 2):desc,rank:asc", "cabd"],
  ["place(2.1, 2):asc", "bacd"],
  ["place(2.1, 2, precision: 500 km):asc,rank:asc", "abcd"],
  ["_eval(rank:2):desc,rank:asc", "bcad"],
  ["_eval([(title:=`b)`):2, (rank:1):1]):desc", "bacd"],
  ["_eval([(rank:2):3, (title:b):2, (price:>0):1]):desc", "badc"],
  ["rank(origin: 2, func: gauss, scale: 1, decay: 0.5):desc", null],
  // Of several joined documents, the first in the order counts.
  ["$owners(age:asc)", "cabd"],
  ["$owners(age:desc)", "cabd"],
  ["", "cdba"],
])("sort_by %s gives %s", (text, expected) => {
  if (expected !== null) expect(order(text)).toBe(expected);
  else expect(() => order(text)).toThrow("Error computing decay function score.");
});

test("without sort_by, default_sorting_field sorts equal matches", () => {
  expect(order("", { sorting: "rank" })).toBe("cbad");
  expect(order("", { isWildcard: true })).toBe("dcba");
});

test.each([
  ["rank", 400, "Parameter `sort_by` is malformed."],
  ["_eval(rank:2)", 400, "Parameter `sort_by` is malformed."],
  ["rank:up", 400, "Order for field` rank` should be either ASC or DESC."],
  ["note:asc", 404, "Could not find a field named `note` in the schema for sorting."],
  ["size:asc", 404, "Could not find a field named `size` in the schema for sorting."],
  ["_group_found:asc", 404, "group_by parameters should not be empty when using sort_by group_found"],
  ["_text_match(a: 5):asc", 400, "Invalid sorting parameter passed for _text_match."],
  ["_rand(x):asc", 400, "Only positive integer seed value is allowed."],
  ["place(x, 1):asc", 400, "Bad syntax for sorting field `place`"],
  ["place(1, 1, precision: 5 ft):asc", 400, "Sort field's parameter unit must be either `km` or `mi`."],
  ["rank(missing_values: maybe):asc", 400, "Bad syntax for sorting field `rank`"],
  ["rank(origin: 2):asc", 400, "Bad syntax. Missing param `func`."],
  ["_eval():asc", 400, "The eval expression in sort_by is empty."],
  ["_eval(nope:1):asc", 400, "Error parsing eval expression in sort_by clause."],
  ["_eval(rank:1):asc,_eval(rank:2):asc", 422, "Only one sorting eval expression is allowed."],
])("sort_by %s answers %i: %s", (text, status, message) => {
  expect(() => criteria(text)).toThrow(expect.objectContaining({ status, message }));
});

test("the first hits equal those of a full sort, for any values and count", () => {
  const values = fc.array(fc.option(fc.integer({ min: 0, max: 3 }), { nil: undefined }), { maxLength: 12 });
  fc.assert(
    fc.property(values, fc.boolean(), fc.integer({ min: 0, max: 12 }), (ranks, descending, count) => {
      const given = ranks.map((rank, position): Hit => {
        return { key: String(position), document: { rank }, position, score: null, distance: null };
      });
      const first = topHits(
        given,
        count,
        criteria(`rank:${descending ? "desc" : "asc"}`, { isWildcard: true }),
      );
      const missing = descending ? -1 : 9;
      const rankOf = ({ document }: Hit) => Number(document.rank ?? missing);
      const sorted = [...given].sort((left, right) => {
        const difference = rankOf(left) - rankOf(right);
        return (descending ? -difference : difference) || right.position - left.position;
      });
      expect(first).toEqual(sorted.slice(0, count));
    }),
  );
});
