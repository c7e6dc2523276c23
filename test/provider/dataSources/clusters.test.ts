import type { ClusterRecord } from "../../../src/client/index";
import { passes } from "../../../src/provider/dataSources/clusters";
import { record } from "../support";

const ALL = { name: null, region: null, status: null };

test.each<[Partial<typeof ALL> | object, Partial<ClusterRecord>, boolean]>([
  [{}, {}, true],
  [{}, { status: "terminated", name: null }, true],
  [{ name: "products" }, {}, true],
  [{ name: "product" }, {}, false],
  [{ name: "Products" }, {}, false],
  [{ name: "" }, { name: null }, false],
  [{ name: "" }, { name: "" }, true],
  [{ region: "oregon" }, {}, true],
  [{ region: "paris" }, {}, false],
  [{ region: "paris" }, { region_node_counts: { oregon: 1, paris: 2 } }, true],
  [{ region: "paris" }, { regions: ["paris"], region_node_counts: null }, true],
  [{ region: "constructor" }, {}, false],
  [{ status: "in_service" }, {}, true],
  [{ status: "in_service" }, { status: "suspended" }, false],
  [{ name: "products", region: "oregon", status: "in_service" }, {}, true],
  [{ name: "products", region: "oregon", status: "suspended" }, {}, false],
])("the filter %j lets %j pass: %p", (filter, cluster, expected) => {
  expect(passes(record(cluster), { ...ALL, ...filter })).toBe(expected);
});
