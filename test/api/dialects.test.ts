import fc from "fast-check";
import { type Dialect, fromDialect, toDialect } from "../../src/api/dialects";

describe("toDialect and fromDialect", () => {
  test.each([
    [
      "a body",
      { memory: "8_gb", search_server_version: "30.1" },
      { memory: "8_gb", typesense_server_version: "30.1" },
    ],
    [
      "a list",
      { page: 1, clusters: [{ id: "a", search_server_version: null }, { id: "b" }] },
      { page: 1, clusters: [{ id: "a", typesense_server_version: null }, { id: "b" }] },
    ],
    [
      "a mutation envelope",
      {
        success: true,
        configuration_change: { old_search_server_version: "29", new_search_server_version: "30" },
      },
      {
        success: true,
        configuration_change: { old_typesense_server_version: "29", new_typesense_server_version: "30" },
      },
    ],
    ["a bare list", [{ search_server_version: "30" }], [{ typesense_server_version: "30" }]],
  ])("rename the keys of %s", (_, canonical, spoken) => {
    expect(toDialect<unknown>("typesense-cloud", canonical)).toEqual(spoken);
    expect(fromDialect<unknown>("typesense-cloud", spoken)).toEqual(canonical);
    expect(toDialect<unknown>("search-cloud", canonical)).toEqual(canonical);
  });

  test.each([
    ["values", { name: "search_server_version" }],
    ["region names", { region_node_counts: { search_server_version: 3 } }],
    ["records inside of records", { cluster: { usage: { search_server_version: 1 } } }],
    ["metric names", { metrics: { typesense_memory_active_bytes: {} } }],
  ])("leave %s alone", (_, value) => {
    expect(toDialect<unknown>("typesense-cloud", value)).toEqual(value);
    expect(fromDialect<unknown>("typesense-cloud", value)).toEqual(value);
  });

  test("undo each other for any JSON", () => {
    const names = ["search_server_version", "new_search_server_version", "clusters", "cluster", "__proto__"];
    const spoken = ["typesense_server_version", "old_typesense_server_version", "id"];
    const key = fc.oneof(fc.constantFrom(...names, ...spoken), fc.string());
    const json = fc.letrec((tie) => {
      const nested = [fc.array(tie("value")), fc.dictionary(key, tie("value"))];
      return { value: fc.oneof({ maxDepth: 4 }, fc.jsonValue(), ...nested) };
    }).value;
    fc.assert(
      fc.property(json, fc.constantFrom<Dialect>("search-cloud", "typesense-cloud"), (value, dialect) => {
        expect(JSON.stringify(fromDialect(dialect, toDialect(dialect, value)))).toBe(JSON.stringify(value));
      }),
    );
  });
});
