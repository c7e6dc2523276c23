import { TerraformOutput, TerraformVariable, Testing } from "cdktf";
import "cdktf/lib/testing/adapters/jest";
import {
  CloningOperation,
  type CloningOperationProps,
  Cluster,
  l1,
  Region,
  SearchCloudProvider,
} from "../../constructs";
import { expression, only, SMALL, stackWith, synthesized, warnings } from "./fixtures/stack";

Testing.setupJest();

const TYPE = "searchcloud_cloning_operation";
const ADDRESS = `${TYPE}.rehearsal`;

const CLONED = {
  condition: expression("((self.wait == false) || (self.target_cluster_id != null))"),
  error_message:
    `There is no clone yet: the cloning is ${expression("self.status")}. When it is on its way, run deploy again to wait ` +
    "for it; nothing has to be removed or replaced. When it was canceled or has failed, change its triggers to clone " +
    "again, or take it away.",
};

/** A stack with one clone of a cluster that is not managed here. */
function stackOf(
  props: Omit<CloningOperationProps, "cluster">,
  build: (clone: CloningOperation) => void = () => {},
) {
  return stackWith((scope) => {
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    build(new CloningOperation(scope, "rehearsal", { cluster, ...props }));
  });
}

describe("the resource", () => {
  test("has the cluster alone where nothing is asked for, and reads nothing", () => {
    expect(only(stackOf({}), TYPE)).toEqual({
      cluster_id: "x7ab",
      lifecycle: { postcondition: [CLONED] },
    });
    expect(synthesized(stackOf({})).data).toBeUndefined();
  });

  test("takes every prop", () => {
    const stack = stackOf({
      targetRegion: Region.FRANKFURT,
      searchServerVersion: "30.1",
      notificationEmailAddresses: ["search-oncall@example.com"],
      triggers: { week: "47" },
      wait: true,
      terminateCloneOnDestroy: true,
      timeouts: { create: "8h", delete: "2h" },
      lifecycle: { ignoreChanges: ["search_server_version"] },
    });
    expect(Testing.synth(stack)).toHaveResourceWithProperties(CloningOperation, {
      cluster_id: "x7ab",
      target_region: "frankfurt",
      search_server_version: "30.1",
      notification_email_addresses: ["search-oncall@example.com"],
      triggers: { week: "47" },
      wait: true,
      terminate_clone_on_destroy: true,
      timeouts: { create: "8h", delete: "2h" },
      lifecycle: { ignore_changes: ["search_server_version"], postcondition: [CLONED] },
    });
  });

  test("takes values that are known only at deploy", () => {
    const stack = stackWith((scope) => {
      const text = new TerraformVariable(scope, "text", { type: "string" }).stringValue;
      const flag = new TerraformVariable(scope, "flag", { type: "bool" }).booleanValue;
      const cluster = Cluster.fromClusterId(scope, "existing", text);
      const clone = new CloningOperation(scope, "rehearsal", { cluster, targetRegion: text, wait: flag });
      new TerraformOutput(scope, "endpoint", { value: clone.targetCluster.clusterEndpoint });
    });
    expect(only(stack, TYPE)).toMatchObject({
      cluster_id: expression("var.text"),
      target_region: expression("var.text"),
      wait: expression("var.flag"),
    });
    expect(warnings(stack)).toEqual([]);
  });

  test("is the default child", () => {
    stackOf({}, (clone) => {
      expect(clone.node.defaultChild).toBeInstanceOf(l1.cloningOperation.CloningOperation);
    });
  });

  test("keeps the conditions of the user before its own", () => {
    const own = { condition: true, errorMessage: "own" };
    const { lifecycle } = only(stackOf({ lifecycle: { postcondition: [own] } }), TYPE);
    expect(lifecycle).toEqual({ postcondition: [{ condition: true, error_message: "own" }, CLONED] });
  });
});

describe("the clone", () => {
  test("is not read for its id", () => {
    const stack = stackOf({}, (clone) => {
      new TerraformOutput(clone, "id", { value: clone.targetCluster.clusterId, staticId: true });
      new TerraformOutput(clone, "same", { value: clone.targetClusterId, staticId: true });
    });
    expect(synthesized(stack).data).toBeUndefined();
    expect(synthesized(stack).output).toEqual({
      id: { value: expression(`${ADDRESS}.target_cluster_id`) },
      same: { value: expression(`${ADDRESS}.target_cluster_id`) },
    });
  });

  test("is read once for its hosts, with the provider of the operation", () => {
    const stack = stackWith((scope) => {
      const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
      const products = new Cluster(scope, "products", { ...SMALL, provider });
      const clone = new CloningOperation(scope, "rehearsal", { cluster: products });
      new TerraformOutput(scope, "nodes", { value: clone.targetCluster.nodes });
      new TerraformOutput(scope, "endpoint", { value: clone.targetCluster.clusterEndpoint });
      expect(clone.targetCluster).toBe(clone.targetCluster);
    });
    const found = Object.entries(synthesized(stack).data?.searchcloud_cluster ?? {});
    expect(found).toEqual([
      [
        expect.stringMatching(/^rehearsal_target_/),
        { id: expression(`${ADDRESS}.target_cluster_id`), provider: "searchcloud.europe" },
      ],
    ]);
    expect(synthesized(stack).output?.nodes).toEqual({
      value: expression(`try(data.searchcloud_cluster.${found[0]?.[0]}.hostnames.nodes, [])`),
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

  test("is refused where nobody waits for it, but its id is not", () => {
    stackOf({ wait: false }, (clone) => {
      expect(() => clone.targetCluster).toThrow(
        'CloningOperation "rehearsal" has wait false, so that its clone may not exist yet when a deploy reads ' +
          "targetCluster: leave wait out, or use targetClusterId, which is null until then.",
      );
      expect(clone.targetClusterId).toEqual(expect.any(String));
    });
  });
});

test("it offers its id, its status, its region and its time", () => {
  const stack = stackOf({}, (clone) => {
    const { cloningOperationId, status, sourceRegion, completedAt } = clone;
    for (const [id, value] of Object.entries({ cloningOperationId, status, sourceRegion, completedAt }))
      new TerraformOutput(clone, id, { value, staticId: true });
  });
  expect(synthesized(stack).output).toEqual({
    cloningOperationId: { value: expression(`${ADDRESS}.id`) },
    status: { value: expression(`${ADDRESS}.status`) },
    sourceRegion: { value: expression(`${ADDRESS}.source_region`) },
    completedAt: { value: expression(`${ADDRESS}.completed_at`) },
  });
});

test("an import block names cluster and operation, with the provider of the operation", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const cluster = Cluster.fromClusterId(scope, "existing", "x7ab");
    new CloningOperation(scope, "rehearsal", { cluster, provider }).importFrom("o1");
  });
  expect(synthesized(stack).import).toEqual([{ to: ADDRESS, id: "x7ab/o1", provider: "searchcloud.europe" }]);
});

test("a region that is not known is warned of", () => {
  expect(warnings(stackOf({ targetRegion: "oregn" }))).toEqual([
    ["search/rehearsal", expect.stringMatching(/^region "oregn" is not known/)],
  ]);
  expect(warnings(stackOf({ targetRegion: "oregon" }))).toEqual([]);
});
