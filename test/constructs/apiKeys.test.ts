import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, type IApiKeys, type ISecretSink } from "../../constructs";
import type { ApiKeysOptions } from "../../constructs/apiKeys";
import { expression, only, outputs, stackWith, synthesized } from "./fixtures/stack";

const KEYS = "searchcloud_api_keys.existing_keys_67D8FF91";

/** A stack with the keys of a cluster that is not managed here. */
function stackOf(options: ApiKeysOptions, build: (keys: IApiKeys) => void = () => {}) {
  return stackWith((scope) => {
    build(Cluster.fromClusterId(scope, "existing", "x7ab").issueApiKeys("keys", options));
  });
}

test.each<[given: ApiKeysOptions["lifecycle"], lifecycle: object]>([
  [undefined, { create_before_destroy: true }],
  [{ preventDestroy: true }, { create_before_destroy: true, prevent_destroy: true }],
  [{ createBeforeDestroy: false }, { create_before_destroy: false }],
])(
  "with lifecycle %j, a new pair is created before the old one is destroyed unless it says otherwise",
  (given, lifecycle) => {
    const options = given === undefined ? {} : { lifecycle: given };
    expect(only(stackOf(options), "searchcloud_api_keys")).toEqual({ cluster_id: "x7ab", lifecycle });
  },
);

test("each sink needs an id of its own", () => {
  const sink: ISecretSink = { bind: (scope) => expect(scope.node.path).toMatch(/keys\/(sink|second)$/) };
  stackOf({}, (keys) => {
    keys.storeIn(sink);
    keys.storeIn(sink, "second");
    expect(() => keys.storeIn(sink)).toThrow(
      'ApiKeys "keys" already has a sink "sink": pass storeIn a different id for each sink.',
    );
    expect([keys.clusterId, keys.clusterEndpoint]).toEqual(["x7ab", expect.any(String)]);
  });
});

describe("a scoped search key", () => {
  const callOf = (name: string) =>
    expression(`provider::searchcloud::scoped_search_key(${KEYS}.search_only_key, local.${name})`);

  test("takes strings and objects unchanged, whatever a call would have to escape, and is one of several in a string", () => {
    const parameters = [
      '{"filter_by":"company_id:124","expires_at":1906054106}',
      { a: [1, "x", null, { b: true }], filter_by: 'title:="C:\\x" && tag:=`a\nb`', q: '"quoted"' },
    ];
    const stack = stackOf({}, (keys) => {
      outputs(keys, { scoped: parameters.map((one) => keys.scopedSearchKey(one)).join(" ") });
    });
    const { locals = {}, output } = synthesized(stack);
    expect(Object.values(locals)).toEqual(parameters);
    expect(output?.scoped?.value).toBe(Object.keys(locals).map(callOf).join(" "));
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

  test("is refused in HCL, in which the call would be written wrongly", () => {
    const stack = new TerraformStack(new App({ hclOutput: true, outdir: "unused" }), "search");
    const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
    expect(() => keys.scopedSearchKey({ limit: 1 })).toThrow(
      'ApiKeys "keys" cannot derive a scoped search key in HCL, in which CDKTF writes calls of provider functions incorrectly: ' +
        "synthesize JSON (without --hcl), or derive the key where it is used.",
    );
  });
});
