import { calledQuery, sentParameters, topOf } from "../../../src/provider/upgradeRehearsal/query";
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
])("of %j with the parameters %j, %d are compared", (values, parameters, top, sent) => {
  const given = query({ ...values, parameters });
  expect([topOf(given), sentParameters(given)]).toEqual([top, sent]);
});

test.each([
  [query({ name: "lamps" }), 'query "lamps"'],
  [query(), 'query of "catalog" (q=lamp, query_by=title)'],
  [query({ parameters: { preset: "listing" } }), 'query of "catalog"'],
])("%j is called %s", (given, name) => {
  expect(calledQuery(given)).toBe(name);
});
