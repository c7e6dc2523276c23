import { App, TerraformOutput, TerraformStack, TerraformVariable } from "cdktf";
import { ApiKeys, type ApiKeysProps, Cluster, type ISecretSink } from "../../constructs";
import { expression, only, outputs, stackWith, synthesized } from "./fixtures/stack";

const TYPE = "searchcloud_api_keys";

/** A stack with the keys of a cluster that is not managed here. */
function stackOf(props: Omit<ApiKeysProps, "cluster">, build: (keys: ApiKeys) => void = () => {}) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new ApiKeys(scope, "keys", { cluster, ...props }));
  });
}

test("a new pair is created before the old one is destroyed, unless lifecycle says otherwise", () => {
  expect(only(stackOf({}), TYPE)).toEqual({ cluster_id: "x7ab", lifecycle: { create_before_destroy: true } });
  expect(only(stackOf({ lifecycle: { preventDestroy: true } }), TYPE).lifecycle).toEqual({
    create_before_destroy: true,
    prevent_destroy: true,
  });
  expect(only(stackOf({ lifecycle: { createBeforeDestroy: false } }), TYPE).lifecycle).toEqual({
    create_before_destroy: false,
  });
});

test("it offers its keys, and when they were issued", () => {
  const stack = stackOf({}, (keys) => {
    const { adminKey, searchOnlyKey, issuedAt, clusterId } = keys;
    outputs(keys, { adminKey, searchOnlyKey, issuedAt, clusterId });
  });
  expect(synthesized(stack).output).toEqual({
    adminKey: { value: expression(`${TYPE}.keys.admin_key`) },
    searchOnlyKey: { value: expression(`${TYPE}.keys.search_only_key`) },
    issuedAt: { value: expression(`${TYPE}.keys.issued_at`) },
    clusterId: { value: "x7ab" },
  });
});

describe("a sink", () => {
  /** Outputs what it receives. */
  const sink: ISecretSink = {
    bind(scope, { adminKey, searchOnlyKey, clusterId, clusterEndpoint }) {
      const value = { adminKey, searchOnlyKey, clusterId, clusterEndpoint };
      new TerraformOutput(scope, "shown", { value, sensitive: true });
    },
  };

  test("receives the keys and where they are valid, in a scope of its own", () => {
    const stack = stackOf({}, (keys) => {
      keys.storeIn(sink);
      keys.storeIn(sink, "second");
    });
    const found = Object.entries(synthesized(stack).output ?? {});
    expect(found.map(([name, { value }]) => [name.replace(/_[0-9A-F]{8}$/, ""), value])).toEqual(
      ["keys_second_shown", "keys_sink_shown"].map((name) => [
        name,
        {
          adminKey: expression(`${TYPE}.keys.admin_key`),
          searchOnlyKey: expression(`${TYPE}.keys.search_only_key`),
          clusterId: "x7ab",
          clusterEndpoint: expect.stringContaining("data.searchcloud_cluster.existing.hostnames"),
        },
      ]),
    );
  });

  test("needs an id of its own when it is not the first", () => {
    stackOf({}, (keys) => {
      keys.storeIn(sink);
      expect(() => keys.storeIn(sink)).toThrow(
        'ApiKeys "keys" has a sink "sink" already: pass storeIn an id of its own for each further sink.',
      );
    });
  });
});

describe("a scoped search key", () => {
  const callOf = (name: string) =>
    expression(`provider::searchcloud::scoped_search_key(${TYPE}.keys.search_only_key, local.${name})`);

  test.each<[string, Parameters<ApiKeys["scopedSearchKey"]>[0]]>([
    ["a string", '{"filter_by":"company_id:124","expires_at":1906054106}'],
    ["nested values", { a: [1, "x", null, { b: true }], c: 1.5 }],
    ["what a call would have to escape", { filter_by: 'title:="C:\\x" && tag:=`a\nb`', q: '"quoted"' }],
  ])("takes %s unchanged", (_, parameters) => {
    const stack = stackOf({}, (keys) => outputs(keys, { scoped: keys.scopedSearchKey(parameters) }));
    const { locals = {}, output } = synthesized(stack);
    const [name = ""] = Object.keys(locals);
    expect(locals).toEqual({ [name]: parameters });
    expect(output?.scoped?.value).toBe(callOf(name));
  });

  test("takes values that are known only at deploy, anywhere in it", () => {
    const stack = stackOf({}, (keys) => {
      const company = new TerraformVariable(keys, "company", { type: "number" });
      company.overrideLogicalId("company");
      const { numberValue: id } = company;
      outputs(keys, { scoped: keys.scopedSearchKey({ filter_by: `company_id:${id}`, limit: id }) });
    });
    expect(Object.values(synthesized(stack).locals ?? {})).toEqual([
      { filter_by: `company_id:${expression("var.company")}`, limit: expression("var.company") },
    ]);
  });

  test("can be one of several, and part of a string", () => {
    const stack = stackOf({}, (keys) => {
      const scoped = `books=${keys.scopedSearchKey({ limit: 1 })} films=${keys.scopedSearchKey({ limit: 2 })}`;
      outputs(keys, { scoped });
    });
    const { locals = {}, output } = synthesized(stack);
    const [books = "", films = ""] = Object.keys(locals);
    expect(Object.values(locals)).toEqual([{ limit: 1 }, { limit: 2 }]);
    expect(output?.scoped?.value).toBe(`books=${callOf(books)} films=${callOf(films)}`);
  });

  test("is refused in HCL, in which the call would be written wrongly", () => {
    const stack = new TerraformStack(new App({ hclOutput: true, outdir: "unused" }), "search");
    const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
    expect(() => keys.scopedSearchKey({ limit: 1 })).toThrow(
      'ApiKeys "keys" cannot derive a scoped search key in HCL, in which CDKTF writes calls of provider functions wrongly: ' +
        "synthesize JSON (without --hcl), or derive the key where it is used.",
    );
  });
});
