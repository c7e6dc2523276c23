import type { TerraformResourceLifecycle, TerraformStack } from "cdktf";
import { Cluster, type ICluster } from "../../constructs";
import { SMALL, stackWith } from "./fixtures/stack";

/** What a user may say about any resource. */
const lifecycle: TerraformResourceLifecycle = {
  preventDestroy: true,
  precondition: [{ condition: true, errorMessage: "not ready" }],
  postcondition: [{ condition: true, errorMessage: "not done" }],
};

const MAKERS: [type: string, make: (cluster: ICluster, stack: TerraformStack) => unknown][] = [
  ["searchcloud_cluster", (_, stack) => new Cluster(stack, "x", { ...SMALL, lifecycle })],
  ["searchcloud_api_keys", (cluster) => cluster.issueApiKeys("x", { lifecycle })],
];

test.each(MAKERS)("%s in HCL: the conditions of lifecycle are blocks", (type, make) => {
  const stack = stackWith((scope) => make(Cluster.fromClusterId(scope, "existing", "x7ab"), scope));
  const { hcl } = stack.toHclTerraform();
  const [, resource = ""] = hcl.split(`resource "${type}"`);
  for (const [block, message] of [
    ["precondition", "not ready"],
    ["postcondition", "not done"],
  ]) {
    expect(resource).toContain(`${block} {\ncondition = true\nerror_message = "${message}"\n}`);
  }
  expect(resource).toContain("prevent_destroy = true");
  expect(resource).not.toMatch(/condition = [[{]/);
});
