import type { ClusterRecord } from "../../../src/client/index";
import { matches } from "../../../src/provider/dataSources/clusters";
import { record } from "../support";

const ALL = { name: null, region: null, status: null };
const EACH = { name: "products", region: "oregon", status: "in_service" };

test.each<[Partial<typeof ALL> | object, Partial<ClusterRecord>, boolean]>([
  [{}, { status: "terminated", name: null }, true],
  [EACH, {}, true],
  [{ ...EACH, name: "Products" }, {}, false],
  [{ ...EACH, region: "paris" }, {}, false],
  [{ ...EACH, status: "suspended" }, {}, false],
  [{ name: "" }, { name: null }, false],
  [{ region: "paris" }, { region_node_counts: { oregon: 1, paris: 2 } }, true],
  [{ region: "paris" }, { regions: ["paris"], region_node_counts: null }, true],
  [{ region: "constructor" }, {}, false],
])("the filter %j lets %j pass: %p", (filter, cluster, expected) => {
  expect(matches(record(cluster), { ...ALL, ...filter })).toBe(expected);
});
