import type { NodeStatus } from "../../../src/dataPlane";
import { nodesData, nodesValues } from "../../../src/provider/dataSources/nodes";
import { callOf } from "../kit";
import { nodesAccount } from "../onNodes";

const node = (given: Partial<NodeStatus>): NodeStatus => ({
  url: "https://n1.example",
  healthy: true,
  state: 4,
  version: "30.2",
  resource_error: null,
  error: null,
  ...given,
});

test.each([
  [1, "leader"],
  [4, "follower"],
  [7, "7"],
  [null, null],
])("a node that says %p is %p", (state, words) => {
  expect(nodesValues([node({ state })])).toEqual({
    nodes: [
      { url: "https://n1.example", healthy: true, state: words, version: "30.2", resource_error: null },
    ],
    healthy: true,
    leader: state === 1 ? "https://n1.example" : null,
  });
});

test("the nodes of a cluster, one of which is being changed: all are told, and none is an error", async () => {
  const on = await nodesAccount({
    clusters: [
      {
        id: "c-1",
        high_availability: "yes",
        region_node_counts: { oregon: 3 },
        search_server_version: "30.2",
      },
    ],
  });
  const id = on.emulator.changeOutside("c-1", {
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    perform_change_at: Math.floor(Date.now() / 1000) + 3600,
  });
  on.emulator.beginChange("c-1", id);
  const config = { cluster_id: "c-1", node_urls: null, api_key: null };
  const values = (await nodesData.read(callOf(on.service), config)) as ReturnType<typeof nodesValues>;
  await on.close();
  expect(values.nodes.map(({ healthy }) => healthy).sort()).toEqual([false, true, true]);
  expect(values).toMatchObject({
    healthy: false,
    leader: values.nodes.find(({ state }) => state === "leader")?.url,
  });
  expect(values.leader).toContain("/nodes/c-1-");
});
