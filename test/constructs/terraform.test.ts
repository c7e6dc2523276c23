import { Op, TerraformOutput, type TerraformStack, Testing, Token } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import { Cluster, ConfigurationChange, Field, SearchCloudProvider, Topology } from "../../constructs";
import { readPlugin } from "../../constructs/installPlugin";
import { version } from "../../package.json";
import { installInto } from "../../src/installation/install";
import { ADDRESS } from "../../src/provider/address";
import { account, environmentOf } from "../examples/support/account";
import { testWith } from "../support/features";
import { Workspace } from "../support/terraform";
import { type Deployment, deployment } from "./fixtures/deployment";
import { everything, WINDOW } from "./fixtures/everything";
import { outputs, SMALL, stackWith } from "./fixtures/stack";

Testing.setupJest();

test("CDKTF's matchers use the plugin, and reject what it rejects", () => {
  const before = { ...process.env };
  process.env.CHECKPOINT_DISABLE = "1";
  delete process.env.TF_CLI_CONFIG_FILE;
  const withTimeout = (create: string) =>
    Testing.fullSynth(
      stackWith((scope) => new Cluster(scope, "products", { ...SMALL, timeouts: { create } })),
    );
  expect(withTimeout("45m")).toBeValidTerraform();
  expect(withTimeout("soon")).not.toBeValidTerraform();
  process.env = before;
});

describe("with the provider of the sources", () => {
  let scene: Deployment;
  beforeEach(async () => {
    scene = await deployment();
  });
  afterEach(() => scene.close());

  test("every construct with every prop plans", async () => {
    await scene.synthesize(everything);
    await scene.workspace.plan();
  });

  testWith("provider functions")("plans a sensitive output of a scoped key", async () => {
    const withOutput = (sensitive?: boolean) =>
      scene.synthesize((stack) => {
        const keys = Cluster.fromClusterId(stack, "existing", "x7ab").issueApiKeys("keys");
        const value = keys.scopedSearchKey({ filter_by: 'title:="a b"', expires_at: 1906054106 });
        new TerraformOutput(stack, "scoped", { value, sensitive });
      });
    await withOutput(true);
    await scene.workspace.plan();
    await withOutput();
    const { output } = await scene.workspace.plan([], { expect: 1 });
    expect(output).toContain("Output refers to sensitive values");
  });

  test("creates, reads, searches and destroys a cluster from HCL", async () => {
    await scene.synthesize((stack) => {
      const products = new Cluster(stack, "products", {
        ...SMALL,
        topology: Topology.highAvailability("oregon"),
        maintenanceWindow: WINDOW,
      });
      // Terraform refuses conditions that are not written as blocks.
      const condition = Op.neq(products.clusterId, Token.nullValue());
      const lifecycle = { precondition: [{ condition, errorMessage: "There is no cluster." }] };
      new Cluster(stack, "books", { ...SMALL, serverParameters: { "max-per-page": "500" }, lifecycle });
      const performChangeAt = "2100-11-22T02:00:00Z";
      new ConfigurationChange(stack, "restart", { cluster: products, performChangeAt });
      products.addServerParameter("filter-by-max-ops", { value: "500" });
      products.issueApiKeys("keys", { keepers: { year: "2027" }, lifecycle });
      const keys = products.issueApiKeys("admin");
      const fields = [Field.string("title", { extra: { vec_dist: "ip" } }), Field.int32("rank")];
      const catalog = products.addCollection("catalog", { keys, fields, timeouts: { create: "1m" } });
      const copy = products.addCollection("copy", { keys, fields });
      catalog.importDocuments("seed", { content: '{"title":"Oak bookcase","rank":1}' });
      copy.importDocuments("copy", { from: { collection: catalog } });
      const { found: copied } = copy.expect("answers", { query: { q: "oak", query_by: "title" } });
      const { clusterEndpoint: endpoint, nodes } = products;
      const found = Cluster.fromClusterId(stack, "again", products.clusterId).clusterEndpoint;
      outputs(stack, { endpoint, nodes, found, copied });
    }, "hcl");
    await scene.workspace.apply();
    const { endpoint, nodes, found, copied } = await scene.outputs();
    expect(copied).toBe(1);
    expect(nodes).toHaveLength(3);
    expect(nodes).not.toContain(endpoint);
    expect(endpoint).toEqual(expect.stringMatching(/^[a-z0-9][a-z0-9.-]+$/));
    expect(found).toBe(endpoint);
    await scene.workspace.emptyPlan();
    await scene.workspace.destroy();
  });
});

test("uses the account of each cluster for its parts", async () => {
  const accounts = [await account(), await account()];
  const [first] = accounts;
  const workspace = await Workspace.create(first && environmentOf(first));
  const build = (stack: TerraformStack) => {
    for (const [index, { key: apiKey, baseUrl }] of accounts.entries()) {
      const alias = `account${index}`;
      const provider = new SearchCloudProvider(stack, alias, { alias, apiKey, baseUrl });
      const products = new Cluster(stack, `products${index}`, { ...SMALL, provider });
      products.addServerParameter("max-per-page", { value: `${index + 1}00` });
      const clone = products.addCloningOperation("copy", { terminateCloneOnDestroy: true });
      clone.targetCluster.issueApiKeys("keys");
    }
  };
  try {
    await workspace.write({ "cdk.tf.json": Testing.synth(stackWith(build), true) });
    installInto(workspace.directory, { address: ADDRESS, version, content: readPlugin(undefined) });
    await workspace.apply();
    for (const [index, { state }] of accounts.entries()) {
      const { parameters, clusters } = state();
      const values = parameters.map(({ parameter_value }) => parameter_value);
      expect(new Set(values)).toEqual(new Set([`${index + 1}00`]));
      expect(clusters).toHaveLength(2);
    }
    await workspace.destroy();
    for (const { state } of accounts)
      expect(state().clusters.filter(({ status }) => status === "in_service")).toEqual([]);
  } finally {
    await workspace.remove();
    for (const { close } of accounts) await close();
  }
});
