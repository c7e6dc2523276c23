import { TerraformVariable } from "cdktf";
import { Cluster, ServerParameter, type ServerParameterProps } from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized } from "./fixtures/stack";

const TYPE = "searchcloud_server_parameter";

/** A stack with one parameter of a cluster that is not managed here. */
function stackOf(
  props: Omit<ServerParameterProps, "cluster">,
  id = "max-per-page",
  build: (parameter: ServerParameter) => void = () => {},
) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new ServerParameter(scope, id, { cluster, ...props }));
  });
}

test.each<[string, Omit<ServerParameterProps, "cluster">]>([
  ["max-per-page", { value: "500" }],
  ["page-size", { parameterName: "max-per-page", value: "500" }],
])("the name is that of the construct (%s) unless one is given", (id, props) => {
  expect(synthesized(stackOf(props, id)).resource).toEqual({
    [TYPE]: { [id]: { cluster_id: "x7ab", name: "max-per-page", value: "500" } },
  });
});

test("values that are known only at deploy pass", () => {
  const stack = stackWith((scope) => {
    const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
    const cluster = Cluster.fromClusterId(scope, "existing", text);
    new ServerParameter(scope, "any", { cluster, parameterName: text, value: text });
  });
  const text = expression("var.text");
  expect(only(stack, TYPE)).toEqual({ cluster_id: text, name: text, value: text });
});

test("it offers its id, its name and its value", () => {
  const stack = stackOf({ value: "500" }, "size", (parameter) => {
    const { parameterId, parameterName, value } = parameter;
    outputs(parameter, { parameterId, parameterName, value });
  });
  expect(synthesized(stack).output).toEqual({
    parameterId: { value: expression(`${TYPE}.size.id`) },
    parameterName: { value: "size" },
    value: { value: expression(`${TYPE}.size.value`) },
  });
});

test.each(["", "max-per-page\n"])("the name %j is refused", (parameterName) => {
  expect(() => stackOf({ parameterName, value: "500" }, "size")).toThrow(
    `ServerParameter "size" has the parameter name ${JSON.stringify(parameterName)}, but a name is not empty and has no ` +
      'blanks around it: pass one such as "max-per-page".',
  );
});

test("of a cluster of this program, a name that the cluster sets is refused, as far as names are known", () => {
  stackWith((scope) => {
    const products = new Cluster(scope, "products", {
      ...SMALL,
      serverParameters: { "max-per-page": "250" },
    });
    expect(() => products.addServerParameter("max-per-page", { value: "500" })).toThrow(
      'ServerParameter "max-per-page" sets "max-per-page", but search/products sets it in its serverParameters already: ' +
        "remove one of them.",
    );
    const name = new TerraformVariable(scope, "name", { type: "string" }).stringValue;
    const given = new TerraformVariable(scope, "given", { type: "map(string)" });
    const books = new Cluster(scope, "books", { ...SMALL, serverParameters: given.value });
    expect(() => products.addServerParameter("filter-by-max-ops", { value: "100" })).not.toThrow();
    expect(() => products.addServerParameter("any", { parameterName: name, value: "500" })).not.toThrow();
    expect(() => books.addServerParameter("max-per-page", { value: "500" })).not.toThrow();
  });
});
