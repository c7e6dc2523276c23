import {
  calledQueries,
  sentParameters,
  topOf,
} from "../../../../src/provider/resources/upgradeRehearsal/query";
import { query } from "./kit";

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
])("%j is called %s", (given, name) => {
  expect(calledQueries([given])).toEqual([{ ...given, called: name }]);
});

test("queries without a name that read alike are told apart", () => {
  const cheap = query({ parameters: { ...by, filter_by: "price:<10" } });
  expect(calledQueries([query(), query({ name: "lamps" }), cheap]).map(({ called }) => called)).toEqual([
    'query of "catalog" (q=lamp, query_by=title)',
    'query "lamps"',
    'query of "catalog" (q=lamp, query_by=title), number 2',
  ]);
});
