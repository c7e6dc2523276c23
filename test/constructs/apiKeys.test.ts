import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, TerraformStack, TerraformVariable } from "cdktf";
import { Cluster, type IApiKeys, type ISecretSink } from "../../constructs";
import type { ApiKeysOptions } from "../../constructs/apiKeys";
import { VaultSink } from "../../examples/sinks/vaultSink";
import { cleanEnvironment } from "../support/run";
import { expression, only, outputs, SMALL, stackWith, synthesized } from "./fixtures/stack";

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

test("each sink needs its own id", () => {
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

  test("takes strings and objects unchanged, even those that a call would have to escape", () => {
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

  test("is rejected in HCL, in which CDKTF writes the call incorrectly", () => {
    const stack = new TerraformStack(new App({ hclOutput: true, outdir: "unused" }), "search");
    const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
    expect(() => keys.scopedSearchKey({ limit: 1 })).toThrow(
      'ApiKeys "keys" cannot derive a scoped search key in HCL, in which CDKTF writes calls of provider functions incorrectly: ' +
        "synthesize JSON (without --hcl), or derive the key where it is used.",
    );
  });
});

const ROOT = join(__dirname, "..", "..");
const KEYS_TYPE = "searchcloud_api_keys";

test("the example sink writes one secret with the keys, the cluster and its endpoint", () => {
  const stack = stackWith((scope) => {
    const keys = new Cluster(scope, "products", SMALL).issueApiKeys("keys");
    keys.storeIn(new VaultSink("secret", "search/products"));
    keys.storeIn(new VaultSink("secret", "search/copy"), "copy");
  });
  const { resource } = synthesized(stack);
  const [name] = Object.keys(resource?.[KEYS_TYPE] ?? {});
  const hosts = "searchcloud_cluster.products.hostnames";
  const endpoint = `try(coalesce(${hosts}.load_balanced, ${hosts}.search_delivery_network), element(${hosts}.nodes, 0), null)`;
  const data_json = expression(
    `jsonencode({"host" = ${endpoint}, "admin" = ${KEYS_TYPE}.${name}.admin_key, "search" = ${KEYS_TYPE}.${name}.search_only_key})`,
  );
  expect(Object.values(resource?.vault_kv_secret_v2 ?? {})).toEqual([
    { mount: "secret", name: "search/copy", data_json },
    { mount: "secret", name: "search/products", data_json },
  ]);
});

test("its program synthesizes without warnings, with both providers in the lock file", () => {
  const outdir = mkdtempSync(join(tmpdir(), "sinks-"));
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", "tsx", join("examples", "sinks", "main.ts")],
    { cwd: ROOT, env: cleanEnvironment({ CDKTF_OUTDIR: outdir }), encoding: "utf8" },
  );
  expect([status, stdout + stderr]).toEqual([0, expect.not.stringMatching(/warn/i)]);
  const lock = readFileSync(join(outdir, "stacks/search/.terraform.lock.hcl"), "utf8");
  expect(lock.match(/^provider "[^"]*"/gm)).toEqual([
    'provider "registry.terraform.io/hashicorp/vault"',
    'provider "terraform.searchcloud.internal/searchcloud/searchcloud"',
  ]);
  rmSync(outdir, { recursive: true });
});
