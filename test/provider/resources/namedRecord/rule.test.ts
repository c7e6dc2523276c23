import { analyticsRule } from "../../../../src/provider/resources/namedRecord/analyticsRule";

/** The content of analytics rules, as servers of version 30 keep it. */
const RULE = { type: "counter", collection: "products", event_type: "click" };
const QUERIES = {
  type: "popular_queries",
  collection: "books",
  event_type: "search",
  params: { destination_collection: "queries", limit: 5 },
};
const CLICKS = { ...RULE, params: { counter_field: "popularity", weight: 2 } };
const LOG = { ...RULE, type: "log" };
test.each<[object, RegExp | undefined]>([
  [QUERIES, undefined],
  [CLICKS, undefined],
  [LOG, undefined],
  [{ ...LOG, event_type: "search", params: {} }, undefined],
  [{ ...QUERIES, rule_tag: null, params: { ...QUERIES.params, meta_fields: null } }, undefined],
  [{ ...QUERIES, type: undefined }, /^type is missing/],
  [{ ...QUERIES, collection: "" }, /^collection must be a string/],
  [{ ...QUERIES, event_type: 5 }, /^event_type must be a string/],
  [{ ...QUERIES, type: "nope" }, /no rule of the type "nope"/],
  [{ ...CLICKS, event_type: "search" }, /no rule of the type "counter" for the event_type "search"/],
  [{ ...QUERIES, rule_tag: 5 }, /^rule_tag must be a string/],
  [{ ...QUERIES, params: "a" }, /^params must be an object/],
  [{ ...QUERIES, params: { limit: 5 } }, /^params.destination_collection is missing/],
  [{ ...QUERIES, params: { destination_collection: "q" } }, /^params.limit is missing/],
  [{ ...QUERIES, params: { ...QUERIES.params, limit: 0 } }, /^params.limit must be a whole number from 1/],
  [{ ...QUERIES, params: { ...QUERIES.params, limit: 2 ** 32 } }, /^params.limit must be a whole number/],
  [
    { ...QUERIES, params: { ...QUERIES.params, expand_query: "yes" } },
    /^params.expand_query must be true or false/,
  ],
  [
    { ...QUERIES, params: { ...QUERIES.params, meta_fields: ["q"] } },
    /^params.meta_fields must be a list of/,
  ],
  [{ ...CLICKS, params: { weight: 2 } }, /^params.counter_field is missing/],
  [{ ...CLICKS, params: { counter_field: "n", weight: 1.5 } }, /^params.weight must be a whole number/],
  // A server accepts it, but never answers an edit of it.
  [{ ...LOG, event_type: "search", params: { limit: "a" } }, /^params.limit must be a whole number/],
  [
    { type: "popular_queries", params: { source: { collections: ["books"] } } },
    /the form of servers before 30/,
  ],
])("a rule %j: %s", (rule, problem) => {
  const said = analyticsRule.problem?.({ name: "it", definition: JSON.stringify(rule) });
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said?.detail).toMatch(problem);
});

test("an edit of a rule sends all parts, with defaults, and no null", () => {
  const { toBody, toEdit } = analyticsRule;
  const body = (rule: object) => toEdit?.({ name: "it", definition: JSON.stringify(rule) });
  const defaults = { expand_query: false, capture_search_requests: true, meta_fields: [] };
  expect(body(QUERIES)).toEqual({
    ...QUERIES,
    name: "it",
    rule_tag: "",
    params: { ...defaults, ...QUERIES.params },
  });
  expect(body({ ...QUERIES, params: { ...QUERIES.params, meta_fields: null } })).toEqual(body(QUERIES));
  expect(body(CLICKS)).toEqual({
    ...CLICKS,
    name: "it",
    rule_tag: "",
    params: { destination_collection: "products", ...CLICKS.params },
  });
  expect(body(LOG)).toEqual({ ...LOG, name: "it", rule_tag: "" });
  // A create sends only the configured parts.
  expect(toBody({ name: "it", definition: JSON.stringify({ ...QUERIES, rule_tag: null }) })).toEqual({
    ...QUERIES,
    name: "it",
  });
});

/** Recorded from server 30. */
const SHOWN = {
  name: "it",
  rule_tag: "",
  ...QUERIES,
  params: { ...QUERIES.params, capture_search_requests: true, expand_query: false },
};
test.each<[object, object, boolean]>([
  [QUERIES, SHOWN, true],
  [{ ...QUERIES, rule_tag: null, params: { ...QUERIES.params, meta_fields: [] } }, SHOWN, true],
  [{ ...QUERIES, colour: 1, params: { ...QUERIES.params, colour: "red" } }, SHOWN, true],
  [{ ...LOG, params: {} }, { name: "it", ...LOG, rule_tag: "" }, true],
  [{ ...LOG, params: { limit: 5 } }, { name: "it", ...LOG, rule_tag: "" }, true],
  [{ ...CLICKS, params: { ...CLICKS.params, limit: 5 } }, { name: "it", rule_tag: "", ...CLICKS }, true],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, limit: 6 } }, false],
  [{ ...QUERIES, rule_tag: "x" }, SHOWN, false],
  [{ ...QUERIES, params: { ...QUERIES.params, meta_fields: ["filter_by"] } }, SHOWN, false],
  [
    { ...QUERIES, params: { ...QUERIES.params, colour: "red" } },
    { ...SHOWN, params: { ...SHOWN.params, colour: "blue" } },
    false,
  ],
])("a rule %j, shown as %j, has not drifted: %s", (rule, answer, same) => {
  const definition = JSON.stringify(rule);
  const seen = analyticsRule.fromAnswer(answer as never, { definition });
  expect(seen.definition === definition).toBe(same);
  expect(analyticsRule.compared?.covers(definition as never, JSON.stringify(answer) as never)).toBe(same);
});

test.each<[object, object, boolean]>([
  [QUERIES, SHOWN, true],
  [QUERIES, { ...SHOWN, rule_tag: "left" }, false],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, expand_query: true } }, false],
  [QUERIES, { ...SHOWN, params: { ...SHOWN.params, meta_fields: ["filter_by"] } }, false],
  [CLICKS, { name: "it", ...CLICKS, params: { ...CLICKS.params, destination_collection: "other" } }, false],
])("an edit to %j is done if the server shows %j: %s", (rule, answer, done) => {
  const values = { definition: JSON.stringify(rule) };
  expect(analyticsRule.isWanted?.(answer as never, values)).toBe(done);
});

test.each<[object, string[]]>([
  [QUERIES, []],
  [{ ...QUERIES, colour: 1, params: { ...QUERIES.params, weight: 1 } }, ["colour", "params.weight"]],
  [{ ...LOG, params: { limit: 1 } }, ["params.limit"]],
])("of a rule %j, servers drop %j", (rule, dropped) => {
  const notes = analyticsRule.notes?.({ name: "it", definition: JSON.stringify(rule) }, null) ?? [];
  expect(notes.map(({ summary }) => summary.replace(/^.*keep: /, ""))).toEqual(
    dropped.length === 0 ? [] : [dropped.join(", ")],
  );
});
