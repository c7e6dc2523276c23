import { NODE_OPERATIONS, type NodeOperation } from "../../../src/api/dataPlane/operations";
import { hasRoute, NODE_ROUTES, type NodeRouteRow, routeOf } from "../../../src/emulator/dataPlane/routes";

const ROUTES = Object.values<NodeRouteRow>(NODE_ROUTES);

test("the server derives the actions that the provider's operations name", () => {
  const own = Object.values<NodeOperation>(NODE_OPERATIONS).filter(({ action }) => action !== null);
  expect(own.filter(({ id, action }) => ROUTES.find((one) => one.id === id)?.action !== action)).toEqual([]);
});

test("a path finds its own route, and a word wins over a parameter", () => {
  const found = ROUTES.map(({ method, path }) => routeOf(method, path.replace(/[{}]/g, ""))?.id);
  expect(found).toEqual(ROUTES.map(({ id }) => id));
});

test.each([
  ["GET", "/collections/", "listCollections", {}],
  ["GET", "//collections", "listCollections", {}],
  ["GET", "/collections//documents/search", undefined, undefined],
  ["GET", "/Collections", undefined, undefined],
  ["HEAD", "/health", undefined, undefined],
  ["GET", "/", undefined, undefined],
  ["GET", "/collections/a%2Fb+c", "getCollection", { name: "a/b c" }],
  ["GET", "/collections/%zz", "getCollection", { name: "%zz" }],
  ["DELETE", "/limits/active/1", "deleteActiveLimit", { id: "1" }],
  ["PUT", "/synonym_sets/s/items/i", "upsertSynonymSetItem", { name: "s", id: "i" }],
])("%s %s", (method, path, id, params) => {
  expect(routeOf(method, path)?.id).toBe(id);
  expect(routeOf(method, path)?.params).toEqual(params);
});

test("what only some versions have", () => {
  const differing = (older: string, newer: string) =>
    ROUTES.filter((one) => hasRoute(older, one) !== hasRoute(newer, one)).map(({ action }) => action);
  expect([...new Set(differing("29.0", "30.0"))].map((action) => action.replace(/:.*/, ""))).toEqual(
    expect.arrayContaining([
      "synonyms",
      "overrides",
      "synonym_sets",
      "curation_sets/items",
      "analytics/flush",
    ]),
  );
  expect(differing("30.0", "31.0")).toEqual([]);
});

test.each([
  ["listSynonyms", "synonyms:get"],
  ["upsertOverride", "overrides:upsert"],
  ["listSynonymSetItems", "synonym_sets/items:get"],
  ["updateDocuments", "documents:update"],
  ["deleteDocuments", "documents:delete"],
  ["multiSearch", "documents:search"],
  ["importStemmingDictionary", "stemming/dictionaries/import:create"],
  ["clearCache", "operations/cache/clear:create"],
  ["setHealth", "health:create"],
] as const)("a key opens %s with %s", (id, action) => {
  expect(NODE_ROUTES[id].action).toBe(action);
});
