import type { SearchRecord } from "../../../../src/dataPlane";
import {
  type Answered,
  answeredIn,
  type ComparedQuery,
  compareAnswers,
  namedQueries,
  sentParameters,
  topOf,
} from "../../../../src/provider/shared/comparison/answers";
import { query } from "../../resources/upgradeRehearsal/kit";

const SIDES = { reference: "the cluster", candidate: "the clone" };

const named = ({ name = "n", ...values }: Partial<ComparedQuery>) => ({
  ...query({ name, ...values }),
  displayName: `query "${name}"`,
});

const answered = (found: number, ids: string, times: Answered["times"] = [1]): Answered => ({
  found,
  ids: ids.split("").map((id) => (id === "?" ? undefined : id)),
  times,
});

describe("answers", () => {
  test.each<[string, object, Answered, Answered, string | null]>([
    ["are the same", {}, answered(3, "abc"), answered(3, "abc"), null],
    ["come in another order", {}, answered(3, "abc"), answered(3, "acb"), "another order from place 2 on"],
    [
      "have other documents",
      {},
      answered(5, "abcde"),
      answered(5, "xyabc"),
      "the first documents of the clone come without d, e and with x, y",
    ],
    [
      "lack many",
      {},
      answered(5, "abcde"),
      answered(0, ""),
      "the clone finds 0 instead of 5; the first documents of the clone come without a, b, c and 2 more",
    ],
    ["differ behind what is compared", { same_top: 1 }, answered(3, "abc"), answered(3, "acb"), null],
    ["are not compared", { same_top: 0 }, answered(3, "abc"), answered(3, "xyz"), null],
    ["are fewer than is compared", {}, answered(0, ""), answered(0, ""), null],
    [
      "have no ids",
      {},
      answered(1, "a"),
      answered(1, "?"),
      "the first documents of the clone come without a and with a document without id",
    ],
    [
      "are one less",
      { same_top: 0 },
      answered(100, ""),
      answered(99, ""),
      "the clone finds 99 instead of 100",
    ],
    ["differ by what is being written", { same_top: 0, moving: 2 }, answered(9, ""), answered(11, ""), null],
    [
      "differ by more than is being written",
      { same_top: 0, moving: 2 },
      answered(9, ""),
      answered(12, ""),
      "the clone finds 12 instead of 9",
    ],
    ["are within the tolerance", { same_top: 0, tolerance: 1 }, answered(100, ""), answered(101, ""), null],
    [
      "are beyond the tolerance",
      { same_top: 0, tolerance: 1 },
      answered(100, ""),
      answered(98, ""),
      "the clone finds 98 instead of 100 (tolerance 1 %)",
    ],
    [
      "of nothing have no tolerance",
      { tolerance: 50, same_top: 0 },
      answered(0, ""),
      answered(1, ""),
      "the clone finds 1 instead of 0 (tolerance 50 %)",
    ],
  ])("that %s", (_, values, source, clone, detail) => {
    const [check] = compareAnswers(named(values), source, clone, SIDES);
    expect(check).toMatchObject({ passed: detail === null, detail });
  });

  test("are shown as far as they are compared", () => {
    const many = answered(40, "abcdefghijklmn");
    const [all] = compareAnswers(
      named({ name: "many", same_top: 12 }),
      many,
      { refused: "400 Bad Request" },
      SIDES,
    );
    expect(all).toEqual({
      name: 'query "many"',
      reference: "40 found: a, b, c, d, e, f, g, h, i, j, …",
      candidate: "refused",
      passed: false,
      detail: "400 Bad Request",
    });
    const [none] = compareAnswers(named({ same_top: 0 }), many, many, SIDES);
    expect(none?.reference).toBe("40 found");
  });

  test("the ids of grouped hits count in the order of their groups", () => {
    const hit = (id: unknown) => ({ document: { id } });
    const search = (values: object) =>
      answeredIn({
        ...{ found: 3, took_ms: null, search_time_ms: 4, hits: [], facet_counts: [] },
        ...values,
      } as SearchRecord);
    const grouped_hits = [{ hits: [hit("a"), hit("b")] }, { hits: [hit("c")] }];
    expect(search({ grouped_hits })).toEqual({ found: 3, ids: ["a", "b", "c"], times: [4] });
    expect(search({ hits: [hit("a"), hit(7), {}], took_ms: 2 })).toMatchObject({
      ids: ["a", undefined, undefined],
      times: [2],
    });
  });
});

describe("times", () => {
  test.each<[string, Answered["times"], Answered["times"], [string, string, boolean, string | null]]>([
    ["a median that is as allowed", [9, 2, 2, 2, 2], [6, 6, 6, 60, 6], ["2 ms", "6 ms", true, null]],
    [
      "a slower one",
      [2, 2, 2, 2, 2],
      [9, 9, 2, 2, 9],
      ["2 ms", "9 ms", false, "4.5 times as long; at most 3 is allowed"],
    ],
    ["less than a millisecond", [0, 0, 0], [3, 3, 3], ["0 ms", "3 ms", true, null]],
    ["of an even number of runs", [1, 2], [4, 5], ["1.5 ms", "4.5 ms", true, null]],
    [
      "that a server does not say",
      [1],
      [null],
      ["1 ms", "no time", false, "the server does not report how long it took"],
    ],
  ])("%s", (_, source, clone, check) => {
    const both = compareAnswers(
      named({ max_slowdown: 3 }),
      answered(0, "", source),
      answered(0, "", clone),
      SIDES,
    );
    expect(both.map(({ name }) => name)).toEqual(['query "n"', 'time of query "n"']);
    const [, time] = both;
    expect([time?.reference, time?.candidate, time?.passed, time?.detail]).toEqual(check);
  });
});

const by = { q: "lamp", query_by: "title" };

test.each<[object, { [name: string]: string }, number, { [name: string]: string }]>([
  [{}, by, 10, by],
  [{ same_top: 3 }, by, 3, by],
  [{ same_top: 25 }, by, 25, { ...by, per_page: "25" }],
  [{}, { ...by, per_page: "4" }, 4, { ...by, per_page: "4" }],
  [{}, { ...by, limit: "4" }, 4, { ...by, limit: "4" }],
  [{ same_top: 25 }, { ...by, limit: "40" }, 25, { ...by, limit: "40" }],
  [{}, { ...by, per_page: "many" }, 10, { ...by, per_page: "many" }],
  [{}, { ...by, per_page: "0" }, 0, { ...by, per_page: "0" }],
])("of %j with the parameters %j, %d are compared", (values, parameters, top, sent) => {
  const given = query({ ...values, parameters });
  expect([topOf(given), sentParameters(given)]).toEqual([top, sent]);
});

test.each([
  [query({ name: "lamps" }), 'query "lamps"'],
  [query(), 'query of "catalog" (q=lamp, query_by=title)'],
  [query({ parameters: { preset: "listing" } }), 'query of "catalog"'],
  [query({ parameters: { q: "x".repeat(61) } }), `query of "catalog" (q=${"x".repeat(60)}…)`],
])("%j is named %s", (given, name) => {
  expect(namedQueries([given])).toEqual([{ ...given, displayName: name }]);
});

test("unnamed queries that read the same are numbered", () => {
  const cheap = query({ parameters: { ...by, filter_by: "price:<10" } });
  expect(
    namedQueries([query(), query({ name: "lamps" }), cheap]).map(({ displayName }) => displayName),
  ).toEqual([
    'query of "catalog" (q=lamp, query_by=title)',
    'query "lamps"',
    'query of "catalog" (q=lamp, query_by=title), number 2',
  ]);
});
