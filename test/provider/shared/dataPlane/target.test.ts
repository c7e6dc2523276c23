import { nodeUrlAt } from "../../../../src/provider/model/nodeUrl";
import { resolveNodes } from "../../../../src/provider/shared/dataPlane";
import { clientOf, nodesClientOf } from "../../../../src/provider/shared/service";
import { emulated } from "../../emulated";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

// hostnames.fuzz.test.ts generates other names that could lead elsewhere.
let account: NodesAccount | undefined;
afterEach(async () => {
  await account?.close();
  account = undefined;
});

test("a hostname cannot leave its place in the path of node_url: an error, and no request", async () => {
  const up = "../../api/v1/clusters/c-1/api-keys?";
  account = await nodesAccount({ clusters: [{ id: "c-1" }, { id: "c-2" }] });
  const { emulator, service } = account;
  emulator.patchCluster("c-2", { hostnames: { nodes: [up] } });
  const asking = resolveNodes(
    callOf(service),
    { cluster_id: "c-2", node_urls: null, api_key: null },
    "to look",
  );
  await expect(asking).rejects.toMatchObject({
    summary: "Cluster c-2 has a node without a valid hostname",
    detail: expect.stringContaining(`a node of cluster c-2 is "${up}", which is not a DNS name`),
  });
  expect(emulator.journal().map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /clusters/c-2"]);
});

test.each(["localhost", "a.localhost", "A.LOCALHOST"])(
  "%s is this machine, not a node of a service",
  (name) => {
    expect(nodeUrlAt("https://{hostname}", name)).toEqual({ problem: "is this machine" });
    expect(nodeUrlAt("https://proxy.example/{hostname}", name)).toHaveProperty("url");
  },
);

const { signal } = new AbortController();

test("a key that this process was issued is tried again while the nodes do not know it; another one is refused at once", async () => {
  const on = await emulated();
  const url = on.emulator.nodeUrl.replace(
    "{hostname}",
    String(on.emulator.state().clusters[0]?.hostnames?.nodes[0]),
  );
  const lists = async (apiKey: string) => {
    on.emulator.addFault({
      match: { operation: "listCollections" },
      effect: { kind: "status", status: 401 },
    });
    const target = { urls: [url], apiKey, keyOrigin: "api_key of this resource", named: url };
    return (await nodesClientOf(on.service)).at(target).call("listCollections", {}, { signal });
  };
  expect(clientOf(on.service).issuedAt(on.key)).toBeGreaterThan(0);
  expect(await lists(on.key)).toEqual([]);
  on.emulator.createNodeKeyOutside("shop1", { value: "a-key-of-others", actions: ["*"], collections: ["*"] });
  await expect(lists("a-key-of-others")).rejects.toMatchObject({ kind: "auth" });
  await on.close();
});
