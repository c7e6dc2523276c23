import { createHmac } from "node:crypto";
import { DataResource, TerraformOutput, type TerraformStack } from "cdktf";
import { Cluster, type ClusterProps, type ISecretSink, Topology } from "../../constructs";
import { flat } from "../acceptance/support";
import { lacking } from "../support/features";
import { type Deployment, deployment } from "./fixtures/deployment";

const SMALL: ClusterProps = {
  memory: "4_gb",
  vcpu: "2_vcpus",
  topology: Topology.singleNode("oregon"),
};

/** Derives a scoped key from a search-only key as data-plane clients do (docs/design/api-assumptions.md#keys). */
function scoped(parent: string, parameters: string): string {
  const digest = createHmac("sha256", parent).update(parameters).digest("base64");
  return Buffer.from(digest + parent.slice(0, 4) + parameters).toString("base64");
}

/** A place for secrets that is built into Terraform. Its contents are in the state, so it is for tests only. */
const SINK: ISecretSink = {
  bind(scope, { adminKey, searchOnlyKey, clusterEndpoint }) {
    new DataResource(scope, "store", { input: { adminKey, searchOnlyKey, clusterEndpoint } });
  },
};

const HAS_FUNCTIONS = lacking("provider functions") === undefined;

let scene: Deployment;
beforeEach(async () => {
  scene = await deployment();
});
afterEach(() => scene.close());

/** Returns the contents of the sink, from the state. */
async function stored(): Promise<{ [name: string]: string }> {
  const { values } = await scene.workspace.state();
  const sink = values?.root_module?.resources?.find(({ type }) => type === "terraform_data");
  return sink?.values.input as { [name: string]: string };
}

/** The clusters that cost money. */
function billed(): string[] {
  const { clusters } = scene.emulator.state();
  return clusters.filter(({ status }) => status !== "terminated").map(({ id }) => id);
}

function show(stack: TerraformStack, values: { [name: string]: unknown }): void {
  for (const [id, value] of Object.entries(values))
    new TerraformOutput(stack, id, { value, sensitive: true });
}

const TEXT = '{"filter_by":"company_id:124","expires_at":1906054106}';
const OBJECT = { filter_by: 'title:="a\\b" && x:=`ü`', expires_at: 1906054106 };

function everything(stack: TerraformStack): void {
  const products = new Cluster(stack, "products", {
    ...SMALL,
    serverParameters: { "max-per-page": "500" },
  });
  const parameter = products.addServerParameter("filter-by-max-ops", { value: "200" });
  const keys = products.issueApiKeys("keys", { keepers: { year: "2026" } });
  keys.storeIn(SINK);
  products.addConfigurationChange("restart", {
    triggers: { "filter-by-max-ops": parameter.value },
    dependsOn: [parameter],
  });
  const { targetCluster } = products.addCloningOperation("rehearsal", {
    searchServerVersion: "30.1",
    terminateCloneOnDestroy: true,
  });
  const theirs = targetCluster.issueApiKeys("keys");
  show(stack, {
    id: products.clusterId,
    ...(HAS_FUNCTIONS && { text: keys.scopedSearchKey(TEXT), object: keys.scopedSearchKey(OBJECT) }),
    clone: targetCluster.clusterId,
    clone_endpoint: targetCluster.clusterEndpoint,
    clone_nodes: targetCluster.nodes,
    clone_key: theirs.adminKey,
  });
}

const lifeOfAll = `parameters, keys${HAS_FUNCTIONS ? " with scoped ones" : ""}, a restart and a clone of one cluster`;
test(`${lifeOfAll}: deployed, nothing to do, destroyed with nothing left`, async () => {
  const text = await scene.synthesize(everything);
  const { output } = await scene.workspace.apply();
  const secrets = await stored();
  const { id, clone, ...found } = await scene.outputs();
  expect(scoped("RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127", TEXT)).toBe(
    "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9",
  );
  const { searchOnlyKey = "", adminKey = "", clusterEndpoint } = secrets;
  const sorted = '{"expires_at":1906054106,"filter_by":"title:=\\"a\\\\b\\" && x:=`ü`"}';
  expect(found).toEqual({
    ...(HAS_FUNCTIONS && { text: scoped(searchOnlyKey, TEXT), object: scoped(searchOnlyKey, sorted) }),
    clone_endpoint: expect.stringMatching(/^[a-z0-9][a-z0-9.-]+$/),
    clone_nodes: [expect.any(String)],
    clone_key: expect.any(String),
  });
  expect(found.clone_endpoint).not.toBe(clusterEndpoint);
  const { clusters, parameters, clones } = scene.emulator.state();
  expect(clusters.map((cluster) => [cluster.id, cluster.status])).toEqual([
    [id, "in_service"],
    [clone, "in_service"],
  ]);
  expect(clones).toMatchObject([{ cluster_id: id, status: "succeeded", target_cluster_reference_id: clone }]);
  const ours = parameters.filter(({ cluster_id }) => cluster_id === id);
  expect(ours.map(({ parameter_name, parameter_value }) => [parameter_name, parameter_value]).sort()).toEqual(
    [
      ["filter-by-max-ops", "200"],
      ["max-per-page", "500"],
    ],
  );
  const single = ours.find(({ parameter_name }) => parameter_name === "filter-by-max-ops");
  for (const secret of [adminKey, searchOnlyKey, scoped(searchOnlyKey, TEXT), scene.emulator.key]) {
    expect(secret.length).toBeGreaterThan(10);
    expect(text + output).not.toContain(secret);
  }
  scene.writes();
  await scene.workspace.emptyPlan();
  expect(scene.writes()).toEqual([]);
  await scene.workspace.destroy();
  expect(scene.writes().sort()).toEqual(
    [
      `DELETE /clusters/${id}/server-configuration-parameters/${single?.id}`,
      `POST /clusters/${id}/lifecycle`,
      `POST /clusters/${clone}/lifecycle`,
    ].sort(),
  );
  expect(billed()).toEqual([]);
});

test("a new keeper is a new pair, in the sink before the old one leaves the state; a replaced cluster needs two of its name", async () => {
  const withKeeper = (year: string) =>
    scene.synthesize((stack) => {
      new Cluster(stack, "products", SMALL).issueApiKeys("keys", { keepers: { year } }).storeIn(SINK);
    });
  await withKeeper("2026");
  await scene.workspace.apply();
  const before = await stored();
  scene.writes();
  await withKeeper("2027");
  const { output } = await scene.workspace.apply();
  const after = await stored();
  expect(scene.writes()).toEqual([expect.stringMatching(/^POST \/clusters\/[^/]+\/api-keys$/)]);
  expect(after.adminKey).not.toBe(before.adminKey);
  expect(after.searchOnlyKey).not.toBe(before.searchOnlyKey);
  const steps = output.match(/^(searchcloud_api_keys|terraform_data)\S+: \w+ complete/gm);
  expect(steps?.map((step) => step.replace(/_[0-9A-F]{8}/, ""))).toEqual([
    "searchcloud_api_keys.products_keys: Creation complete",
    "terraform_data.products_keys_sink_store: Modifications complete",
    "searchcloud_api_keys.products_keys: Destruction complete",
  ]);

  const replace = ["-replace=searchcloud_cluster.products"];
  const refused = flat((await scene.workspace.apply(replace, { expect: 1 })).output);
  expect(refused).toContain('A cluster named "products" already exists');
  expect(refused).toContain("A replacement with create_before_destroy needs allow_duplicate_names");
  expect(scene.writes()).toEqual([]);
  scene.environment.SEARCHCLOUD_ALLOW_DUPLICATE_NAMES = "true";
  await scene.workspace.apply(replace);
  expect((await stored()).adminKey).not.toBe(after.adminKey);
  expect(billed()).toHaveLength(1);
});

describe("a clone that is late", () => {
  const late = (release: string) => (stack: TerraformStack) => {
    const products = new Cluster(stack, "products", SMALL);
    const options = { triggers: { release }, timeouts: { create: "1s" } };
    const { targetCluster } = products.addCloningOperation("rehearsal", options);
    targetCluster.addServerParameter("max-per-page", { value: "500" });
    new TerraformOutput(stack, "endpoint", { value: targetCluster.clusterEndpoint });
  };

  test("fails the deploy that waits for it; the next deploy finds it: cloned once", async () => {
    scene.emulator.setAssumptions({ clone_seconds: 7200 });
    await scene.synthesize((stack) => {
      late("1")(stack);
      const books = new Cluster(stack, "books", SMALL).addCloningOperation("copy", { wait: false });
      new TerraformOutput(stack, "copy", { value: books.targetClusterId });
    });
    const { output } = await scene.workspace.apply([], { expect: 1 });
    expect(flat(output)).toMatch(
      /The clone does not exist yet: the cloning operation is (pending|in_progress)\. While it is/,
    );
    expect(flat(output).match(/The clone does not exist yet/g)).toHaveLength(1);
    scene.emulator.advance(7200);
    await scene.workspace.apply();
    expect(scene.emulator.state().clones).toHaveLength(2);
    expect(await scene.outputs()).toEqual({
      endpoint: expect.stringMatching(/^[a-z0-9]/),
      copy: expect.stringMatching(/^[a-z0-9]{16}$/),
    });
    await scene.workspace.emptyPlan();
  });

  test("explains what to do after somebody cancels it, is requested again for another trigger, and does not block a destroy", async () => {
    scene.emulator.setAssumptions({ clone_pending_seconds: 3600 });
    await scene.synthesize(late("1"));
    await scene.workspace.apply([], { expect: 1 });
    for (const { cluster_id, id } of scene.emulator.state().clones)
      scene.emulator.cancelCloneOutside(cluster_id, id);
    const { output } = await scene.workspace.plan([], { expect: 1 });
    expect(flat(output)).toContain(
      "The clone does not exist yet: the cloning operation is canceled. While it is pending or in progress, run deploy again to wait " +
        "for it, and do not remove or replace it. If it was canceled or failed, change its triggers to clone again, or remove it.",
    );
    await scene.synthesize(late("2"));
    await scene.workspace.apply([], { expect: 1 });
    expect(scene.emulator.state().clones.map(({ status }) => status)).toEqual(["canceled", "pending"]);
    expect((await scene.workspace.destroy()).output).toContain("Destroy complete!");
    expect(billed()).toEqual([]);
  });
});
