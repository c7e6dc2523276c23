import { TerraformOutput, TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  Cluster,
  l1,
  SearchCloudProvider,
  ServerParameter,
  type ServerParameterProps,
} from "../../constructs";
import { expression, only, SMALL, stackWith, synthesized } from "./fixtures/stack";

Testing.setupJest();

const TYPE = "searchcloud_server_parameter";

/** A stack with one parameter of a cluster that is not managed here. */
function stackOf(props: Omit<ServerParameterProps, "cluster">, id = "max-per-page") {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new ServerParameter(scope, id, { cluster, ...props });
  });
}

describe("the resource", () => {
  test("is named like the construct, and reads nothing", () => {
    const stack = stackOf({ value: "500" });
    expect(synthesized(stack).resource).toEqual({
      [TYPE]: { "max-per-page": { cluster_id: "x7ab", name: "max-per-page", value: "500" } },
    });
    expect(synthesized(stack).data).toBeUndefined();
  });

  test("has another name where one is given", () => {
    expect(only(stackOf({ parameterName: "max-per-page", value: "500" }, "page-size"), TYPE)).toEqual({
      cluster_id: "x7ab",
      name: "max-per-page",
      value: "500",
    });
  });

  test("takes values that are known only at deploy", () => {
    const stack = stackWith((scope) => {
      const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
      const cluster = Cluster.fromClusterId(scope, "existing", text);
      new ServerParameter(scope, "any", { cluster, parameterName: text, value: text });
    });
    const text = expression("var.text");
    expect(only(stack, TYPE)).toEqual({ cluster_id: text, name: text, value: text });
  });

  test("is the default child, found by its type", () => {
    const stack = stackWith((scope) => {
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
      const parameter = new ServerParameter(scope, "max-per-page", { cluster, value: "500" });
      expect(parameter.node.defaultChild).toBeInstanceOf(l1.serverParameter.ServerParameter);
    });
    expect(Testing.synth(stack)).toHaveResourceWithProperties(ServerParameter, { value: "500" });
  });

  test("passes meta-arguments on", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const cluster = new Cluster(scope, "products", SMALL);
      const first = cluster.addServerParameter("max-per-page", { value: "500" });
      const lifecycle = { preventDestroy: true };
      const props = { cluster, value: "100", provider, dependsOn: [first], lifecycle };
      new ServerParameter(scope, "max-group-limit", props);
    });
    const { "max-group-limit": second, ...others } = synthesized(stack).resource?.[TYPE] ?? {};
    const [first] = Object.keys(others);
    expect(second).toMatchObject({
      cluster_id: expression("searchcloud_cluster.products.id"),
      provider: "searchcloud.europe",
      depends_on: [`${TYPE}.${first}`],
      lifecycle: { prevent_destroy: true },
    });
  });
});

test("it offers its id, its name and its value", () => {
  const stack = stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    const parameter = new ServerParameter(scope, "max-per-page", { cluster, value: "500" });
    const { parameterId, parameterName, value } = parameter;
    for (const [id, part] of Object.entries({ parameterId, parameterName, value }))
      new TerraformOutput(scope, id, { value: part });
  });
  expect(synthesized(stack).output).toEqual({
    parameterId: { value: expression(`${TYPE}.max-per-page.id`) },
    parameterName: { value: "max-per-page" },
    value: { value: expression(`${TYPE}.max-per-page.value`) },
  });
});

test("an import block names cluster and parameter, with the provider of the parameter", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab", { provider });
    new ServerParameter(scope, "page-size", {
      cluster,
      parameterName: "max-per-page",
      value: "500",
    }).importFrom();
    new ServerParameter(scope, "groups", {
      cluster,
      parameterName: "max-group-limit",
      value: "9",
    }).importFrom("p1");
  });
  expect(synthesized(stack).import).toEqual([
    { to: `${TYPE}.page-size`, id: "x7ab/max-per-page", provider: "searchcloud.europe" },
    { to: `${TYPE}.groups`, id: "x7ab/p1", provider: "searchcloud.europe" },
  ]);
});

test.each(["", " ", " max-per-page", "max-per-page\n"])("the name %j is refused", (parameterName) => {
  expect(() => stackOf({ parameterName, value: "500" }, "size")).toThrow(
    `ServerParameter "size" has the parameter name ${JSON.stringify(parameterName)}, but a name is not empty`,
  );
});

describe("on a cluster of this program", () => {
  function both(serverParameters: { [name: string]: string }) {
    return stackWith((scope) => {
      const products = new Cluster(scope, "products", { ...SMALL, serverParameters });
      products.addServerParameter("max-per-page", { value: "500" });
    });
  }

  test("a name that the cluster sets is refused", () => {
    expect(() => both({ "max-per-page": "250" })).toThrow(
      'ServerParameter "max-per-page" sets "max-per-page", but search/products sets it in its serverParameters already: ' +
        "leave one of them out.",
    );
  });

  test("another name is not", () => {
    expect(() => both({ "filter-by-max-ops": "100" })).not.toThrow();
  });

  test("what is known only at deploy is not judged", () => {
    const stack = stackWith((scope) => {
      const given = new TerraformVariable(scope, "given", { type: "map(string)" });
      const name = new TerraformVariable(scope, "name", { type: "string" }).stringValue;
      const serverParameters = given.value;
      const products = new Cluster(scope, "products", { ...SMALL, serverParameters });
      products.addServerParameter("max-per-page", { value: "500" });
      const books = new Cluster(scope, "books", { ...SMALL, serverParameters: { "max-per-page": "250" } });
      books.addServerParameter("any", { parameterName: name, value: "500" });
    });
    expect(Object.keys(synthesized(stack).resource?.[TYPE] ?? {})).toHaveLength(2);
  });
});
