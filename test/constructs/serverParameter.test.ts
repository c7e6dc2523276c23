import { Cluster } from "../../constructs";
import { only, SMALL, stackWith } from "./fixtures/stack";

test.each([
  ["max-per-page", { value: "500" }],
  ["page-size", { parameterName: "max-per-page", value: "500" }],
])("the name is that of the construct (%s) unless one is given", (id, options) => {
  const stack = stackWith((scope) => {
    const parameter = Cluster.fromClusterId(scope, "existing", "x7ab").addServerParameter(id, options);
    expect(parameter.parameterName).toBe("max-per-page");
    parameter.importFrom();
  });
  const resource = { cluster_id: "x7ab", name: "max-per-page", value: "500" };
  expect(only(stack, "searchcloud_server_parameter")).toEqual(resource);
});

test.each(["", "max-per-page\n"])("the name %j is refused", (parameterName) => {
  stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    expect(() => existing.addServerParameter("size", { parameterName, value: "500" })).toThrow(
      `ServerParameter "size" has the parameter name ${JSON.stringify(parameterName)}, but a name must not be empty or have ` +
        'blanks around it: pass one such as "max-per-page".',
    );
  });
});

test("of a cluster of this program, a name that the cluster sets is refused, and no other", () => {
  stackWith((scope) => {
    const serverParameters = { "max-per-page": "250" };
    const products = new Cluster(scope, "products", { ...SMALL, serverParameters });
    expect(() => products.addServerParameter("max-per-page", { value: "500" })).toThrow(
      'ServerParameter "max-per-page" sets "max-per-page", but search/products already sets it in its serverParameters: ' +
        "remove one of them.",
    );
    expect(() => products.addServerParameter("filter-by-max-ops", { value: "100" })).not.toThrow();
  });
});
