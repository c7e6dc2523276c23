import { App, TerraformOutput, TerraformStack, TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  ApiKeys,
  type ApiKeysProps,
  Cluster,
  type ISecretSink,
  l1,
  SearchCloudProvider,
} from "../../constructs";
import { expression, only, SMALL, stackWith, synthesized } from "./fixtures/stack";

Testing.setupJest();

const TYPE = "searchcloud_api_keys";

/** A stack with the keys of a cluster that is not managed here. */
function stackOf(props: Omit<ApiKeysProps, "cluster">, build: (keys: ApiKeys) => void = () => {}) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new ApiKeys(scope, "keys", { cluster, ...props }));
  });
}

describe("the resource", () => {
  test("makes a new pair before the old one goes, and reads nothing", () => {
    expect(only(stackOf({}), TYPE)).toEqual({
      cluster_id: "x7ab",
      lifecycle: { create_before_destroy: true },
    });
    expect(synthesized(stackOf({})).data).toBeUndefined();
  });

  test("takes every prop", () => {
    const stack = stackOf({ keepers: { year: "2027" }, timeouts: { create: "45m" } });
    expect(Testing.synth(stack)).toHaveResourceWithProperties(ApiKeys, {
      cluster_id: "x7ab",
      keepers: { year: "2027" },
      timeouts: { create: "45m" },
      lifecycle: { create_before_destroy: true },
    });
  });

  test("leaves the order to the user who says one", () => {
    const { lifecycle } = only(
      stackOf({ lifecycle: { createBeforeDestroy: false, preventDestroy: true } }),
      TYPE,
    );
    expect(lifecycle).toEqual({ create_before_destroy: false, prevent_destroy: true });
    expect(only(stackOf({ lifecycle: { preventDestroy: true } }), TYPE).lifecycle).toEqual({
      create_before_destroy: true,
      prevent_destroy: true,
    });
  });

  test("is the default child, with the provider of the keys", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
      const keys = new ApiKeys(scope, "keys", { cluster, provider });
      expect(keys.node.defaultChild).toBeInstanceOf(l1.apiKeys.ApiKeys);
    });
    expect(only(stack, TYPE)).toMatchObject({ provider: "searchcloud.europe" });
  });
});

test("it offers its keys and when they were issued, and others can wait for them", () => {
  const stack = stackOf({}, (keys) => {
    const { adminKey, searchOnlyKey, issuedAt, clusterId } = keys;
    for (const [id, value] of Object.entries({ adminKey, searchOnlyKey, issuedAt, clusterId }))
      new TerraformOutput(keys, id, { value, staticId: true, sensitive: true });
    new Cluster(TerraformStack.of(keys), "after", { ...SMALL, dependsOn: [keys] });
  });
  const rest = { sensitive: true };
  expect(only(stack, "searchcloud_cluster").depends_on).toEqual([`${TYPE}.keys`]);
  expect(synthesized(stack).output).toEqual({
    adminKey: { value: expression(`${TYPE}.keys.admin_key`), ...rest },
    searchOnlyKey: { value: expression(`${TYPE}.keys.search_only_key`), ...rest },
    issuedAt: { value: expression(`${TYPE}.keys.issued_at`), ...rest },
    clusterId: { value: "x7ab", ...rest },
  });
});

describe("a sink", () => {
  /** A sink that shows what it was given. */
  const showing: ISecretSink = {
    bind(scope, { adminKey, searchOnlyKey, clusterId, clusterEndpoint }) {
      const value = { adminKey, searchOnlyKey, clusterId, clusterEndpoint };
      new TerraformOutput(scope, "shown", { value, sensitive: true });
    },
  };

  test("receives the keys and where they open, in a scope of its own", () => {
    const stack = stackOf({}, (keys) => {
      keys.storeIn(showing);
      keys.storeIn(showing, "second");
    });
    const outputs = Object.entries(synthesized(stack).output ?? {});
    expect(outputs.map(([name]) => name.replace(/_[0-9A-F]{8}$/, ""))).toEqual([
      "keys_second_shown",
      "keys_sink_shown",
    ]);
    for (const [, output] of outputs) {
      expect(output.value).toEqual({
        adminKey: expression(`${TYPE}.keys.admin_key`),
        searchOnlyKey: expression(`${TYPE}.keys.search_only_key`),
        clusterId: "x7ab",
        clusterEndpoint: expect.stringContaining("data.searchcloud_cluster.existing.hostnames"),
      });
    }
  });

  test("needs an id of its own when it is not the first", () => {
    stackOf({}, (keys) => {
      keys.storeIn(showing);
      expect(() => keys.storeIn(showing)).toThrow(
        'ApiKeys "keys" has a "sink" already: pass storeIn an id of its own for each further sink.',
      );
    });
  });
});

describe("a scoped search key", () => {
  function scoped(parameters: Parameters<ApiKeys["scopedSearchKey"]>[0], build = (_: TerraformStack) => {}) {
    const stack = stackOf({}, (keys) => {
      build(TerraformStack.of(keys));
      new TerraformOutput(keys, "scoped", {
        value: keys.scopedSearchKey(parameters),
        staticId: true,
        sensitive: true,
      });
    });
    const { locals = {}, output } = synthesized(stack);
    const [[name, local] = []] = Object.entries(locals);
    expect(Object.keys(locals)).toHaveLength(1);
    expect(output?.scoped?.value).toBe(
      expression(`provider::searchcloud::scoped_search_key(${TYPE}.keys.search_only_key, local.${name})`),
    );
    return local;
  }

  test.each([
    ["a text", '{"filter_by":"company_id:124","expires_at":1906054106}'],
    ["an object", { filter_by: "company_id:124", expires_at: 1906054106 }],
    ["nested values", { a: [1, "x", null, { b: true }], c: 1.5 }],
    ["what a call would have to escape", { filter_by: 'title:="C:\\x" && tag:=`a\nb`', q: '"quoted"' }],
  ])("takes %s as it is", (_, parameters) => {
    expect(scoped(parameters)).toEqual(parameters);
  });

  test("takes values that are known only at deploy, anywhere in it", () => {
    let company = 0;
    const stack = stackWith((scope) => {
      company = new TerraformVariable(scope, "company", { type: "number" }).numberValue;
      const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
      const keys = new ApiKeys(scope, "keys", { cluster });
      const value = keys.scopedSearchKey({ filter_by: `company_id:${company}`, limit: company });
      new TerraformOutput(scope, "scoped", { value, sensitive: true });
    });
    expect(Object.values(synthesized(stack).locals ?? {})).toEqual([
      { filter_by: `company_id:${expression("var.company")}`, limit: expression("var.company") },
    ]);
  });

  test("stands beside others, and in texts", () => {
    const stack = stackOf({}, (keys) => {
      const value = `books=${keys.scopedSearchKey({ limit: 1 })} films=${keys.scopedSearchKey({ limit: 2 })}`;
      new TerraformOutput(keys, "scoped", { value, staticId: true, sensitive: true });
    });
    const { locals = {}, output } = synthesized(stack);
    const calls = Object.keys(locals).map((name) =>
      expression(`provider::searchcloud::scoped_search_key(${TYPE}.keys.search_only_key, local.${name})`),
    );
    expect(Object.values(locals)).toEqual([{ limit: 1 }, { limit: 2 }]);
    expect(output?.scoped?.value).toBe(`books=${calls[0]} films=${calls[1]}`);
  });

  test("is refused in HCL, where the call would be written wrongly", () => {
    const app = new App({ hclOutput: true, outdir: "unused" });
    const stack = new TerraformStack(app, "search");
    const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
    expect(() => keys.scopedSearchKey({ limit: 1 })).toThrow(
      'ApiKeys "keys" cannot derive a scoped search key in HCL, where CDKTF writes calls of provider functions wrongly: ' +
        "synthesize JSON (without --hcl), or derive the key where it is used.",
    );
  });
});
