import { type TerraformStack, TerraformVariable } from "cdktf";
import { CloningOperation, type CloningOperationProps, Cluster, SearchCloudProvider } from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

const TYPE = "searchcloud_cloning_operation";
const ADDRESS = `${TYPE}.rehearsal`;

const CLONED = {
  condition: expression("((self.wait == false) || (self.target_cluster_id != null))"),
  error_message:
    `There is no clone yet: the cloning operation is ${expression("self.status")}. While it is pending or in progress, run ` +
    "deploy again to wait for it; do not remove or replace it. If it was canceled or has failed, change its triggers to " +
    "clone again, or remove it.",
};

/** A stack with one clone of a cluster that is not managed here. */
function stackOf(
  props: Omit<CloningOperationProps, "cluster">,
  build: (clone: CloningOperation, stack: TerraformStack) => void = () => {},
) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new CloningOperation(scope, "rehearsal", { cluster, ...props }), scope);
  });
}

test("has the cluster alone where nothing is configured, and a condition after those of the user", () => {
  expect(only(stackOf({}), TYPE)).toEqual({ cluster_id: "x7ab", lifecycle: { postcondition: [CLONED] } });
  const own = { condition: true, errorMessage: "own" };
  expect(
    only(stackOf({ lifecycle: { preventDestroy: true, postcondition: [own] } }), TYPE).lifecycle,
  ).toEqual({
    prevent_destroy: true,
    postcondition: [{ condition: true, error_message: "own" }, CLONED],
  });
});

test("values that are known only at deploy pass", () => {
  const stack = stackWith((scope) => {
    const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
    const wait = new TerraformVariable(scope, "flag", { type: "bool" }).booleanValue;
    const cluster = Cluster.fromClusterId(scope, "existing", text);
    const clone = new CloningOperation(scope, "rehearsal", { cluster, targetRegion: text, wait });
    outputs(scope, { endpoint: clone.targetCluster.clusterEndpoint });
  });
  const text = expression("var.text");
  expect(only(stack, TYPE)).toMatchObject({
    cluster_id: text,
    target_region: text,
    wait: expression("var.flag"),
  });
  expect(warnings(stack)).toEqual([]);
});

test("a region that is not known is warned of", () => {
  expect(warnings(stackOf({ targetRegion: "oregn" }))).toEqual([
    ["search/rehearsal", expect.stringMatching(/^region "oregn" is not known/)],
  ]);
});

test("it offers its id, its status, its region and its time", () => {
  const stack = stackOf({}, (clone) => {
    const { cloningOperationId, status, sourceRegion, completedAt } = clone;
    outputs(clone, { cloningOperationId, status, sourceRegion, completedAt });
  });
  expect(synthesized(stack).output).toEqual({
    cloningOperationId: { value: expression(`${ADDRESS}.id`) },
    status: { value: expression(`${ADDRESS}.status`) },
    sourceRegion: { value: expression(`${ADDRESS}.source_region`) },
    completedAt: { value: expression(`${ADDRESS}.completed_at`) },
  });
});

describe("the clone", () => {
  test("is not read for its id", () => {
    const stack = stackOf({}, (clone, scope) => {
      outputs(scope, { id: clone.targetCluster.clusterId, same: clone.targetClusterId });
    });
    expect(synthesized(stack).data).toBeUndefined();
    const value = expression(`${ADDRESS}.target_cluster_id`);
    expect(synthesized(stack).output).toEqual({ id: { value }, same: { value } });
  });

  test("is read once for its hosts, with the provider of the operation", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const cluster = new Cluster(scope, "products", { ...SMALL, provider });
      const clone = new CloningOperation(scope, "rehearsal", { cluster });
      const { nodes, clusterEndpoint } = clone.targetCluster;
      outputs(scope, { nodes, clusterEndpoint, again: clone.targetCluster.nodes });
    });
    const [[name, read] = [], ...others] = Object.entries(synthesized(stack).data?.searchcloud_cluster ?? {});
    expect(name).toMatch(/^rehearsal_target_/);
    expect(read).toEqual({ id: expression(`${ADDRESS}.target_cluster_id`), provider: "searchcloud.europe" });
    expect(others).toEqual([]);
    expect(synthesized(stack).output?.nodes).toEqual({
      value: expression(`try(data.searchcloud_cluster.${name}.hostnames.nodes, [])`),
    });
  });

  test("is a cluster: it can be cloned, restarted, parametrized, and have keys issued", () => {
    const stack = stackOf({}, ({ targetCluster }) => {
      targetCluster.addServerParameter("max-per-page", { value: "500" });
      targetCluster.addConfigurationChange("restart");
      targetCluster.addCloningOperation("again").targetCluster.issueApiKeys("keys");
    });
    const { resource = {} } = synthesized(stack);
    const clusters = Object.entries(resource).flatMap(([type, named]) =>
      Object.entries(named).map(([name, { cluster_id }]) => [
        type,
        name.replace(/_[0-9A-F]{8}$/, ""),
        cluster_id,
      ]),
    );
    const again = Object.keys(resource[TYPE] ?? {}).find((name) => name.includes("again"));
    const clone = expression(`${ADDRESS}.target_cluster_id`);
    expect(clusters).toEqual([
      [
        "searchcloud_api_keys",
        "rehearsal_target_again_target_keys",
        expression(`${TYPE}.${again}.target_cluster_id`),
      ],
      [TYPE, "rehearsal", "x7ab"],
      [TYPE, "rehearsal_target_again", clone],
      ["searchcloud_configuration_change", "rehearsal_target_restart", clone],
      ["searchcloud_server_parameter", "rehearsal_target_max-per-page", clone],
    ]);
  });

  test("is refused where no deploy waits for it, but its id is not", () => {
    stackOf({ wait: false }, (clone) => {
      expect(() => clone.targetCluster).toThrow(
        'CloningOperation "rehearsal" has wait false, so that its clone may not exist yet when a deploy reads ' +
          "targetCluster: remove wait, or use targetClusterId, which is null until then.",
      );
      expect(clone.targetClusterId).toEqual(expect.any(String));
    });
  });
});
