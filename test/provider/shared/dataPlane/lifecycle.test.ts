import { deleteAlias } from "../../../../src/dataPlane";
import type { ClusterPatch, EmulatorServer } from "../../../../src/emulator";
import { GONE, UNKNOWN } from "../../../../src/framework";
import {
  type NodePrivateState,
  refreshOnNodes,
  removeOnNodes,
  resolveNodesAtPlan,
} from "../../../../src/provider/shared/dataPlane";
import { type Configured, serviceOf } from "../../../../src/provider/shared/service";
import { callOf } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";

/** The rules for all objects on nodes (docs/design/data-plane.md#shared), shown by an emulated alias. */
let on: NodesAccount;
beforeEach(async () => {
  on = await nodesAccount();
});
afterEach(() => on.close());

const STATE = { cluster_id: "c-1", node_urls: null, api_key: null };
const WHAT = "Alias shop of cluster c-1";
type State = { readonly cluster_id: string | null; node_urls: string[] | null; api_key: string | null };

const callWith = (stored?: NodePrivateState) => callOf<never, NodePrivateState>(on.service, stored);
const refresh = (call = callWith(), state: State = STATE) =>
  refreshOnNodes(call, state, WHAT, async (nodes) => {
    const { collection_name } = await nodes.call("getAlias", { path: { name: "shop" } }, call);
    return { api_key: collection_name };
  });
const remove = (call = callWith(), state: State = STATE) =>
  removeOnNodes(call, state, WHAT, (nodes) => deleteAlias(nodes, "shop", call));

/** Returns the requests since the last call, by operation. */
function requests(emulator: EmulatorServer = on.emulator): string[] {
  const operations = emulator.journal().map(({ operation }) => operation ?? "?");
  emulator.clearJournal();
  return operations;
}
async function withAlias(): Promise<void> {
  const nodes = await resolveNodesAtPlan(callWith(), STATE, "to test");
  const input = { path: { name: "shop" }, body: { collection_name: "products" } };
  await nodes?.call("upsertAlias", input, callWith());
  requests();
}
const begin = () => {
  const id = on.emulator.changeOutside("c-1", {
    new_memory: "16_gb",
    new_vcpu: "4_vcpus",
    perform_change_at: soon(),
  });
  on.emulator.beginChange("c-1", id);
};
const soon = () => Math.floor(Date.now() / 1000) + 3600;

test("reads an object in one request, and stores the target", async () => {
  await withAlias();
  const call = callWith({ importing: true, nodes: [String(on.service.nodeUrl)], ...{ mine: 1 } });
  expect(await refresh(call)).toEqual({ api_key: "products" });
  expect(requests()).toEqual(["getAlias"]);
  const { host } = new URL(on.emulator.baseUrl);
  expect(call.privateState).toEqual({ mine: 1, cluster: "c-1", host, nodes: [on.emulator.nodeUrl] });
});

test("an object that answers 404 is gone, unless the cluster explains the 404", async () => {
  const call = callWith();
  expect(await refresh(call)).toBe(GONE);
  expect(requests()).toEqual(["getCluster", "getAlias", "getCluster", "listConfigurationChanges"]);
  expect(call.warned).toEqual([
    expect.stringMatching(/^Alias shop of cluster c-1 is gone: .*404: it was deleted/),
  ]);
  await expect(refresh(callWith({ importing: true }))).rejects.toMatchObject({
    summary: "Cannot import alias shop of cluster c-1",
  });
  await expect(remove()).resolves.toBeUndefined();
});

const UNAVAILABLE: readonly [string, () => void, RegExp][] = [
  [
    "is suspended",
    () => on.emulator.patchCluster("c-1", { status: "suspended" } satisfies ClusterPatch),
    /is suspended: .*Settle the account/,
  ],
  [
    "starts",
    () => on.emulator.patchCluster("c-1", { status: "initializing" }),
    /is not in service yet \(its status is initializing\)/,
  ],
  [
    "is being changed",
    begin,
    /^Objects on .*Configuration change .* \(memory 16_gb, .*in_progress\) of cluster c-1 replaces or restarts/,
  ],
];

test.each(UNAVAILABLE)(
  "while the cluster %s, the state stays, with one warning and one look at the cluster",
  async (_, stop, why) => {
    await withAlias();
    stop();
    const calls = [callWith(), callWith(), callWith()];
    expect(await Promise.all(calls.map((call) => refresh(call)))).toEqual([{}, {}, {}]);
    expect(requests().filter((operation) => operation !== "getAlias")).toEqual(
      expect.arrayContaining(["getCluster"]),
    );
    expect(await refresh()).toEqual({});
    expect(requests()).toEqual([]);
    const warned = calls.flatMap(({ warned }) => warned);
    expect(warned).toEqual([expect.stringMatching(why)]);
    expect(warned[0]).toMatch(/^Objects on cluster c-1 could not be read: .*stay in the state as they were/);
    expect(await resolveNodesAtPlan(callWith(), STATE, "to ask")).toBeUndefined();
    await expect(refresh(callWith({ importing: true }))).rejects.toMatchObject({ name: "NotServingError" });
  },
);

test("with node_urls, no cluster is read", async () => {
  const url = on.emulator.nodeUrl.replace("{hostname}", "c-1-1.a1.searchcloud.example");
  const state = { ...STATE, cluster_id: null, node_urls: [`${url}/`] };
  expect(await refresh(callWith(), state)).toBe(GONE);
  expect(requests()).toEqual(["getAlias"]);
  const elsewhere = callWith({ nodes: ["https://old.example"] });
  await expect(refresh(elsewhere, state)).rejects.toMatchObject({
    summary: `${WHAT} is not at ${url}`,
    detail: expect.stringContaining("Set node_urls back"),
  });
  await expect(remove(elsewhere, state)).rejects.toMatchObject({ summary: `${WHAT} is not at ${url}` });
  await expect(remove(callWith({ nodes: ["https://old.example", url] }), state)).resolves.toBeUndefined();
});

test("a 404 with another node_url proves nothing", async () => {
  const call = callWith({
    cluster: "c-1",
    host: new URL(on.emulator.baseUrl).host,
    nodes: ["https://{hostname}"],
  });
  await expect(refresh(call)).rejects.toMatchObject({ detail: expect.stringContaining("Set node_url back") });
});

test("an object whose cluster is terminated during the request is gone, and its nodes get no further requests", async () => {
  await withAlias();
  on.emulator.terminateOutside("c-1");
  expect(await refresh()).toBe(GONE);
  expect(requests().slice(0, 2)).toEqual(["getAlias", "getCluster"]);
  expect(await refresh()).toBe(GONE);
  await remove();
  expect(requests()).toEqual([]);
});

describe.each<[string, () => void, RegExp]>([
  [
    "answers 404",
    () => on.emulator.forget("c-1"),
    /answers 404 for it: it was terminated, or this key cannot see it/,
  ],
  ["is terminated", () => on.emulator.terminateOutside("c-1"), /Its status is deprovisioning/],
])("a cluster that %s", (_, leave, why) => {
  test("removes its objects from the state, with one warning; their deletes send nothing to a node", async () => {
    leave();
    const calls = [callWith(), callWith()];
    expect(await Promise.all(calls.map((call) => refresh(call)))).toEqual([GONE, GONE]);
    expect(calls.flatMap(({ warned }) => warned)).toEqual([expect.stringMatching(why)]);
    await remove();
    expect(requests()).toEqual(["getCluster"]);
    await expect(refresh(callWith({ importing: true }))).rejects.toMatchObject({
      summary: "Cannot import alias shop of cluster c-1",
    });
  });
});

test("a 404 for the cluster from another management API proves nothing", async () => {
  on.emulator.forget("c-1");
  const moved = () => callWith({ cluster: "c-1", host: "other.example", nodes: [on.emulator.nodeUrl] });
  for (const act of [refresh, remove]) {
    await expect(act(moved())).rejects.toMatchObject({
      detail: expect.stringContaining("Set base_url back"),
    });
  }
});

test("the nodes of a cluster need a data-plane key", async () => {
  const { client, nodes } = on.service;
  const service = serviceOf({ client, nodes, nodeUrl: on.emulator.nodeUrl });
  await expect(
    refreshOnNodes({ ...callWith(), service }, STATE, WHAT, async () => ({})),
  ).rejects.toMatchObject({
    summary: "No data-plane key to read alias shop of cluster c-1",
    detail: expect.stringMatching(
      /data_api_key of the provider.*SEARCHCLOUD_DATA_API_KEY.*api_key if this block takes one/,
    ),
  });
  const left = { ...STATE, cluster_id: "c-2" };
  await expect(
    removeOnNodes({ ...callWith(), service }, left, WHAT, async () => "deleted"),
  ).resolves.toBeUndefined();
});

test.each<[string, Partial<Configured>]>([
  ["data_api_key", { dataApiKey: UNKNOWN }],
  ["node_url", { nodeUrl: UNKNOWN }],
  ["another argument", { nodes: undefined }],
])(
  "while %s of the provider is not known yet, the state stays, with one warning, and a plan sends nothing",
  async (_, open) => {
    const { client, nodes, nodeUrl, dataApiKey } = on.service;
    const service = serviceOf({ client, nodes, nodeUrl, dataApiKey, ...open });
    const calls = [0, 1].map(() => ({ ...callWith(), service }));
    const warn = jest.fn();
    for (const call of calls) {
      expect(await refreshOnNodes({ ...call, warn }, STATE, WHAT, async () => GONE)).toEqual({});
      expect(await resolveNodesAtPlan(call, STATE, "to ask")).toBeUndefined();
      const importing = { ...call, privateState: { importing: true } as const };
      await expect(refreshOnNodes(importing, STATE, WHAT, async () => ({}))).rejects.toMatchObject({
        summary: "The provider's configuration is not known yet",
      });
    }
    expect(warn.mock.calls).toEqual([
      ["Objects on nodes could not be read", expect.stringMatching(/such as data_api_key/)],
    ]);
    expect(requests().filter((operation) => operation !== "getCluster")).toEqual([]);
  },
);
