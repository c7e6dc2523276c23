import { TerraformOutput } from "cdktf";
import { Cluster, SearchCloudProvider } from "../../constructs";
import { expression, SMALL, stackWith, synthesized } from "./fixtures/stack";

test("a cluster is read only when more than its id is asked for", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new TerraformOutput(scope, "id", { value: existing.clusterId });
  });
  expect(synthesized(stack).data).toBeUndefined();
  expect(synthesized(stack).output).toEqual({ id: { value: "x7ab" } });
});

test("nodes and endpoint come from one look-up", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new TerraformOutput(scope, "nodes", { value: existing.nodes });
    new TerraformOutput(scope, "endpoint", { value: existing.clusterEndpoint });
  });
  const hosts = "data.searchcloud_cluster.existing.hostnames";
  expect(synthesized(stack).data).toEqual({ searchcloud_cluster: { existing: { id: "x7ab" } } });
  expect(synthesized(stack).output).toEqual({
    nodes: { value: expression(`try(${hosts}.nodes, [])`) },
    endpoint: {
      value: expression(
        `try(coalesce(${hosts}.load_balanced, ${hosts}.search_delivery_network), element(${hosts}.nodes, 0), null)`,
      ),
    },
  });
});

test("it is looked up with the provider configuration that sees it", () => {
  const stack = stackWith((scope) => {
    const provider = new SearchCloudProvider(scope, "europe", { alias: "europe" });
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab", { provider });
    new TerraformOutput(scope, "nodes", { value: existing.nodes });
  });
  expect(synthesized(stack).data?.searchcloud_cluster?.existing).toEqual({
    id: "x7ab",
    provider: "searchcloud.europe",
  });
});

test("others can wait for it", () => {
  const stack = stackWith((scope) => {
    const existing = Cluster.fromClusterId(scope, "existing", "x7ab");
    new Cluster(scope, "products", { ...SMALL, dependsOn: [existing] });
  });
  expect(synthesized(stack).resource?.searchcloud_cluster?.products).toMatchObject({
    depends_on: ["data.searchcloud_cluster.existing"],
  });
});
