import type { TerraformStack } from "cdktf";
import { CloningOperation, type CloningOperationProps, Cluster, SearchCloudProvider } from "../../constructs";
import { expression, only, outputs, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

const TYPE = "searchcloud_cloning_operation";
const CLONE = expression(`${TYPE}.rehearsal.target_cluster_id`);

const CLONED = {
  condition: expression("((self.wait == false) || (self.target_cluster_id != null))"),
  error_message:
    `The clone does not exist yet: the cloning operation is ${expression("self.status")}. While it is pending or in progress, run ` +
    "deploy again to wait for it, and do not remove or replace it. If it was canceled or failed, change its triggers to " +
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

test("sets nothing but the cluster by default, and adds a condition after the user's", () => {
  expect(only(stackOf({}), TYPE)).toEqual({ cluster_id: "x7ab", lifecycle: { postcondition: [CLONED] } });
  const lifecycle = { preventDestroy: true, postcondition: [{ condition: true, errorMessage: "own" }] };
  expect(only(stackOf({ lifecycle }), TYPE).lifecycle).toEqual({
    prevent_destroy: true,
    postcondition: [{ condition: true, error_message: "own" }, CLONED],
  });
});

test("warns about an unknown region", () => {
  expect(warnings(stackOf({ targetRegion: "oregn" }))).toEqual([
    ["search/rehearsal", expect.stringMatching(/^region "oregn" is unknown/)],
  ]);
});

describe("the clone", () => {
  test("is not read for its id alone", () => {
    const stack = stackOf({}, (clone, scope) => outputs(scope, { id: clone.targetCluster.clusterId }));
    expect(synthesized(stack).data).toBeUndefined();
    expect(synthesized(stack).output).toEqual({ id: { value: CLONE } });
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
    expect(read).toEqual({ id: CLONE, provider: "searchcloud.europe" });
    expect(others).toEqual([]);
    expect(synthesized(stack).output?.nodes).toEqual({
      value: expression(`try(data.searchcloud_cluster.${name}.hostnames.nodes, [])`),
    });
  });

  test("is a cluster with all its methods", () => {
    const stack = stackOf({}, ({ targetCluster }) => {
      targetCluster.addServerParameter("max-per-page", { value: "500" });
      targetCluster.addConfigurationChange("restart");
      targetCluster.addCloningOperation("again").targetCluster.issueApiKeys("keys");
    });
    const { resource = {} } = synthesized(stack);
    const again = Object.keys(resource[TYPE] ?? {}).find((name) => name.includes("again"));
    const clusters = Object.entries(resource).map(([type, parts]) => {
      return [type, Object.values(parts).map(({ cluster_id }) => cluster_id)];
    });
    expect(Object.fromEntries(clusters)).toEqual({
      searchcloud_api_keys: [expression(`${TYPE}.${again}.target_cluster_id`)],
      [TYPE]: ["x7ab", CLONE],
      searchcloud_configuration_change: [CLONE],
      searchcloud_server_parameter: [CLONE],
    });
  });

  test("is refused where no deploy waits for it, but its id is not", () => {
    stackOf({ wait: false }, (clone) => {
      expect(() => clone.targetCluster).toThrow(
        'CloningOperation "rehearsal" has wait false, so its clone may not exist when a deploy reads ' +
          "targetCluster: remove wait, or use targetClusterId, which is null until then.",
      );
      expect(clone.targetClusterId).toEqual(expect.any(String));
    });
  });
});
